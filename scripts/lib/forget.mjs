// @ts-check
/** Asks the running service to forget a telephone number; called by `scripts/forget`. Requires only Node. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const HELP = `Usage: scripts/forget NUMBER [--dry-run] [--json]

Makes the running service remove the data of a telephone number: calls to and from it, with their transcripts and
webhooks, and schedules, timers and callbacks. Calls in progress are left alone; the output says so: repeat it later.
Write NUMBER as the PBX shows it. A number that the PBX shows in two forms (+49 30 …, 030 …) must be given in each.

  --dry-run  only count
  --json     print the service's answer unchanged

Environment:
  ATTENDANT_URL             the service's address (default: from .env here, else http://127.0.0.1:8080)
  API_KEY, or API_KEY_FILE  a key of the service, or a file of keys in the form of API_KEYS, from which the first with the
                            required scopes is used (default: from .env here, else secrets/api_keys here). There is no
                            option for it, because command lines are visible to all users of the machine.

Exit status: 0 when it is done, 1 when the service rejected the request or cannot be reached, 64 for wrong usage.
`;

const KEYS = new URL("../../secrets/api_keys", import.meta.url);
/** The scopes that the key must have. */
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
    if (positionals.length !== 1) leave(`NUMBER is required\n\n${HELP}`, 64);
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

/** @param {string} text entries of API_KEYS @param {string} path where they come from */
function keyAmong(text, path) {
  const entries = text.split(/[,\r\n]/).flatMap((entry) => entry.trim() || []);
  if (entries.length === 0) return "";
  const able = entries.flatMap((entry) => {
    const [, scopes = "all", key = ""] = /^(?:[^:]*:([^:]*):)?(\S*)/.exec(entry) ?? [];
    return scopes === "all" || SCOPES.every((scope) => scopes.split("+").includes(scope)) ? key : [];
  });
  if (able.length === 0)
    leave(`no key in ${path} has the scopes ${SCOPES.join(", ")}: set API_KEY to one that does`, 1);
  const written = able.find((key) => !key.startsWith("sha256:"));
  return written ?? leave(`${path} has only digests of the keys with these scopes: set API_KEY to the key itself`, 1);
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
