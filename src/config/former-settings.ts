import { isRecord } from "../kernel/record.js";

/** A name that was a setting in an earlier version. This version still reads it; the next one will not. */
export interface FormerSetting {
  readonly name: string;
  /** The setting that replaces it; undefined when its value has no effect any more. */
  readonly now?: string;
  /** Its values as the new setting has them. A value that is not listed has no effect. Default: values stay the same. */
  readonly values?: Readonly<Record<string, string>>;
  /** Rewrites its value for the new setting, where that takes more than `values` and `before`. */
  readonly rewrite?: (value: string) => string;
  /** Put before its value in the new setting. */
  readonly before?: string;
  /** Joins its value to that of the new setting. Default: the new setting wins, then the first row of this table. */
  readonly joint?: string;
  /** What to do instead, when the other columns do not say it. */
  readonly advice?: string;
}

const YES = ["true", "yes", "on", "1"];
const NO = ["false", "no", "off", "0"];
const anyOf = (words: readonly string[], value: string) => Object.fromEntries(words.map((word) => [word, value]));

export const FORMER_SETTINGS: readonly FormerSetting[] = [
  { name: "LLM_TIMEOUT_MS", now: "BACKEND_TIMEOUT_MS" },
  { name: "STT_TIMEOUT_MS", now: "BACKEND_TIMEOUT_MS" },
  { name: "TTS_TIMEOUT_MS", now: "BACKEND_TIMEOUT_MS" },
  { name: "TRANSCRIPT_RETENTION_DAYS", now: "TRANSCRIPTS" },
  { name: "LOG_TRANSCRIPTS", now: "TRANSCRIPTS", values: anyOf(YES, "logged") },
  { name: "TRACE_WORDS", advice: "has no effect: TRANSCRIPTS=logged has words in the log and in traces" },
  { name: "RATE_LIMIT_READS_PER_MINUTE", advice: "has no effect: it is ten times RATE_LIMIT_PER_MINUTE" },
  { name: "CONTROLLER_LEASE_SECONDS" },
  { name: "MAX_SCHEDULES" },
  { name: "OTEL_SERVICE_NAME" },
  { name: "REJOIN_SECONDS" },
  { name: "SHUTDOWN_SECONDS" },
  { name: "TEMPEST_LANGUAGE" },
  { name: "LLM_TOOL_ROUNDS" },
  { name: "STT_STREAM" },
  {
    name: "API_CLIENTS",
    now: "API_KEYS",
    rewrite: limitLines,
    joint: "\n",
    advice: "put limits behind the key in API_KEYS",
  },
  row("DIAL_ALLOW", "clients"),
  row("CALLER_DIAL_ALLOW", "callers"),
  row("DIAL_DENY", "never"),
  row("CALLER_ID_ALLOW", "caller_ids"),
  row("CALLER_EMERGENCY", "emergency"),
  row("CALLER_DIALS_PER_HOUR", "per_hour"),
  row("CALLER_DIALS_PER_NUMBER", "per_number"),
  { name: "THINK_AHEAD", now: "TURN_TAKING", values: anyOf(NO, "sequential") },
  { name: "ENDPOINT_MODE", now: "TURN_TAKING", values: { words: "adaptive", fixed: "fixed" } },
  { name: "MIN_SPEECH_MS" },
  { name: "MAX_SPEECH_SECONDS" },
  { name: "BARGE_IN_MS" },
];

function row(name: string, before: string): FormerSetting {
  return { name, now: "DIAL_RULES", before: `${before}: `, joint: "; " };
}

/** Returns the limits of clients, once a JSON object by the name of their key, in the form of API_KEYS. */
function limitLines(json: string): string {
  const clients = readJson(json);
  if (!isRecord(clients)) return json;
  const lines = Object.entries(clients).map(([name, limits]) => {
    const pairs = isRecord(limits) ? Object.entries(limits) : [];
    return [name, ...pairs.map(([limit, value]) => `${limit}=${String(value).replaceAll(",", " ")}`)].join(" ");
  });
  return lines.join("\n");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
