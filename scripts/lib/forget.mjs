// @ts-check
/** Asks the running service to forget a telephone number; `scripts/forget` is how it is called. Needs nothing but Node. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const HELP = `Usage: scripts/forget NUMBER [--dry-run] [--json]

Has the running service remove what it keeps of a telephone number: calls to and from it, with their transcripts and
webhooks, and schedules, timers and callbacks. Calls that are going on are left alone; it says so, ask again later.
NUMBER is written as the PBX shows it. One that it shows in two ways (+49 30 …, 030 …) is two numbers: ask for both.

  --dry-run  only counts
  --json     prints the service's answer as it is

From the environment:
  ATTENDANT_URL             where the service answers (default: as .env here has it, else http://127.0.0.1:8080)
  API_KEY, or API_KEY_FILE  a key of the service, or a file of its keys as API_KEYS has them, of which the first is taken
                            that may do it (default: as .env here has it, else secrets/api_keys here). There is no option
                            for it: command lines can be seen by everybody on the machine.

Exit 0 when it is done, 1 when the service refused or cannot be reached, 64 for wrong usage.
`;

const KEYS = new URL("../../secrets/api_keys", import.meta.url);
/** What a key needs for it. */
const SCOPES = ["transcripts", "call", "schedule"];
const TIMEOUT_MS = 300_000;

/** @param {string} message @param {number} code @returns {never} */
function leave(message, code) {
  process.stderr.write(`forget: ${message}\n`);
  process.exit(code);
}

function given() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "dry-run": { type: "boolean" }, json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    if (positionals.length !== 1) leave(`one NUMBER is needed\n\n${HELP}`, 64);
    return { number: String(positionals[0]), dryRun: values["dry-run"] ?? false, json: values.json ?? false };
  } catch (error) {
    return leave(`${error instanceof Error ? error.message : error}\n\n${HELP}`, 64);
  }
}

function key() {
  const { API_KEY, API_KEY_FILE } = process.env;
  if (API_KEY) return API_KEY;
  const path = API_KEY_FILE || fileURLToPath(KEYS);
  try {
    return keyAmong(readFileSync(path, "utf8"), path);
  } catch (error) {
    return API_KEY_FILE
      ? leave(`API_KEY_FILE cannot be read: ${error instanceof Error ? error.message : error}`, 1)
      : "";
  }
}

/** @param {string} text entries of API_KEYS @param {string} path where they stand */
function keyAmong(text, path) {
  const entries = text.split(/[,\r\n]/).flatMap((entry) => entry.trim() || []);
  if (entries.length === 0) return "";
  const able = entries.flatMap((entry) => {
    const [, scopes = "all", key = ""] = /^(?:[^:]*:([^:]*):)?(.*)$/.exec(entry) ?? [];
    return scopes === "all" || SCOPES.every((scope) => scopes.split("+").includes(scope)) ? key : [];
  });
  if (able.length === 0)
    leave(`no key in ${path} has the scopes ${SCOPES.join(", ")}: give one that has as API_KEY`, 1);
  const written = able.find((key) => !key.startsWith("sha256:"));
  return written ?? leave(`${path} holds digests only of the keys that may do this: give the key itself as API_KEY`, 1);
}

const { number, dryRun, json } = given();
const url = (process.env.ATTENDANT_URL || "http://127.0.0.1:8080").replace(/\/+$/, "");
const secret = key();
try {
  const response = await fetch(`${url}/forget`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(secret && { "x-api-key": secret }) },
    body: JSON.stringify({ number, dry_run: dryRun }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  /** @type {{ message?: string, detail?: string }} */
  const answer = /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : {};
  if (json && response.headers.get("content-type")?.includes("json")) process.stdout.write(`${text}\n`);
  if (!response.ok) leave(answer.detail ?? `the service answered ${response.status}`, 1);
  if (!json) process.stdout.write(`${answer.message}\n`);
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  leave(`${url} cannot be reached: ${error instanceof Error ? error.message : error}${cause}`, 1);
}
