import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { SCHEMA } from "../config/schema.js";
import type { Setting } from "../config/setting.js";
import { asOwnerOf } from "../kernel/act-as.js";
import { isRecord } from "../kernel/record.js";
import { askAsterisk, probeAsterisk } from "../telephony/asterisk/ari/ari-probe.js";
import type { Diagnosis } from "./check.js";
import { composeVersion } from "./checks/settings.js";
import type { Installation } from "./installation.js";
import type { Redactor } from "./redact.js";
import { asJson } from "./report.js";

export interface BundleNeeds {
  /** Path of the bundle, which only this user can read. */
  readonly file: string;
  /** The service's log; `-` for standard input. Default: systemd's journal. */
  readonly logFile: string | undefined;
  readonly installation: Installation;
  readonly diagnosis: Diagnosis;
  readonly redact: Redactor;
}

const OWNER_ONLY = 0o600;
const LOG_LINES = 500;
const ASK_MS = 5_000;
const MAX_LOG_BYTES = 50_000_000;
/** Settings whose texts are not personal. Of all other texts, only the length is written. */
const PLAIN =
  /_(MODEL|VOICE|MODE|PROTOCOL|STYLE|LEVEL|LANGUAGE|TRANSPORT|REASONING_EFFORT|APP|CONTEXT|PREFIX|NUMBERS)$|^(TIMEZONE|TURN_TAKING|UNITS)$/;
const ADDRESS = /_URL$/;
/** Fields of the log whose texts are constants of the code. Of other fields, only numbers and flags are kept. */
const PLAIN_FACTS = /^(code|check|protocol|version|backend|direction|status|outcome|kind|tool|app|mode|level|cause)$/;
const NUMBER_FACTS = /caller|callee|extension|number|destination|phone/i;

/**
 * Writes the facts for a bug report to one JSON file, which its sender can review. It contains only facts from an allow list:
 * names, durations, constants of the code. Secrets and telephone numbers are then removed from the result as well.
 */
export async function writeBundle({ file, logFile, installation, diagnosis, redact }: BundleNeeds): Promise<void> {
  const signal = AbortSignal.timeout(ASK_MS * 4);
  const bundle = {
    about:
      "Made by ari-attendant doctor for a bug report. Contains no secrets, no telephone numbers and no transcripts.",
    made_at: new Date().toISOString(),
    versions: await versions(installation, signal),
    settings: maskedSettings(installation),
    checks: diagnosis.results,
    log: eventsOf(await logText(logFile, signal)),
    asterisk_modules: await modules(installation, signal),
  };
  await writeForOwner(file, `${asJson(bundle, redact.everything)}\n`);
}

/** Replaces an existing file, which others may be able to read or which may be a link. */
async function writeForOwner(path: string, text: string): Promise<void> {
  await asOwnerOf(dirname(path), async (folder) => {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;
    await using file = await open(join(folder, basename(path)), flags, OWNER_ONLY);
    const { uid } = await file.stat();
    if (uid !== process.geteuid?.()) throw new Error("it already exists and belongs to another user");
    await file.chmod(OWNER_ONLY);
    await file.truncate();
    await file.writeFile(text);
  });
}

async function versions({ version, settings }: Installation, signal: AbortSignal): Promise<object> {
  const { node, tz, openssl, icu } = process.versions;
  return {
    attendant: version,
    node,
    zones: tz,
    openssl,
    icu,
    system: `${platform()} ${release()} ${arch()}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    asterisk: await probeAsterisk(settings.ari, signal).catch(() => null),
    compose: (await composeVersion(signal)) ?? null,
  };
}

/** Returns the value of each given setting if it is not personal, otherwise its length. */
function maskedSettings({ environment, settingFaults }: Installation): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const { settings } of Object.values(SCHEMA)) {
    for (const setting of Object.values(settings) as Setting<unknown>[]) {
      const { name } = setting;
      const given = environment[name];
      if (environment[`${name}_FILE`]) shown[name] = "in a file";
      else if (given)
        shown[name] = settingFaults.includes(name) ? `faulty, ${given.length} characters` : shownValue(setting, given);
    }
  }
  return shown;
}

function shownValue({ name, secret, parse }: Setting<unknown>, given: string): unknown {
  const parsed = parse(given.trim());
  const value = "value" in parsed ? parsed.value : undefined;
  if (!secret && (typeof value === "number" || typeof value === "boolean")) return value;
  if (!secret && ADDRESS.test(name) && URL.canParse(given)) return addressOf(new URL(given));
  return !secret && PLAIN.test(name) && typeof value === "string" ? value : `${given.length} characters`;
}

/** Returns an address without user, query and fragment. */
function addressOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

async function logText(file: string | undefined, signal: AbortSignal): Promise<string> {
  if (file === "-") return text(process.stdin);
  if (file !== undefined) return asOwnerOf(file, (place) => readFile(place, "utf8"));
  return new Promise((resolve) => {
    const asked = ["--unit", "ari-attendant", "--lines", String(LOG_LINES), "--output", "cat", "--no-pager"];
    execFile("journalctl", asked, { signal, timeout: ASK_MS, maxBuffer: MAX_LOG_BYTES }, (error, stdout) =>
      resolve(error ? "" : stdout),
    );
  });
}

/** Returns time, level, event and impersonal fields of each of the last lines. */
export function eventsOf(log: string): object[] {
  return log
    .trimEnd()
    .split("\n")
    .slice(-LOG_LINES)
    .flatMap((line) => {
      const told = parsed(line.slice(Math.max(0, line.indexOf("{")))); // Compose writes the container's name before it.
      if (!told || typeof told.event !== "string" || !/^[a-z_]{1,60}$/.test(told.event)) return [];
      const { ts, level, event, data } = told;
      const facts = isRecord(data) ? Object.entries(data).filter(([name, value]) => isPlainFact(name, value)) : [];
      return [
        {
          ts: typeof ts === "string" && !Number.isNaN(Date.parse(ts)) ? ts : null,
          level: /^(DEBUG|INFO|WARN|ERROR)$/.test(String(level)) ? level : null,
          event,
          ...(facts.length > 0 && { data: Object.fromEntries(facts) }),
        },
      ];
    });
}

function isPlainFact(name: string, value: unknown): boolean {
  if (!/^[a-z_]{1,40}$/.test(name)) return false;
  if (typeof value === "boolean") return true;
  if (typeof value === "number") return !NUMBER_FACTS.test(name);
  return typeof value === "string" && PLAIN_FACTS.test(name) && /^[\w.+~-]{1,60}$/.test(value);
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function modules({ settings }: Installation, signal: AbortSignal): Promise<readonly string[] | null> {
  try {
    const { body } = await askAsterisk(settings.ari, "asterisk/modules", signal);
    const listed = JSON.parse(body) as { name?: unknown; status?: unknown }[];
    return listed.map(({ name, status }) => `${String(name)} ${String(status)}`).sort();
  } catch {
    return null;
  }
}
