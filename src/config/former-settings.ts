import { isRecord } from "../kernel/record.js";

/** A setting of an earlier version. This version still reads it; the next one will not. */
export interface FormerSetting {
  readonly name: string;
  /** The setting that replaces it; undefined if the value no longer has an effect. */
  readonly now?: string;
  /** Maps its values to those of the new setting. Unlisted values have no effect. Default: values stay the same. */
  readonly values?: Readonly<Record<string, string>>;
  /** Converts its value for the new setting if `values` and `before` are not enough. */
  readonly rewrite?: (value: string) => string;
  /** Text that precedes its value in the new setting. */
  readonly before?: string;
  /**
   * Separator that joins its value to that of the new setting. Default: the new setting wins, then the first row of this table.
   */
  readonly joint?: string;
  /** What to do, if the other columns do not say it. */
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
  { name: "TRACE_WORDS", advice: "has no effect: TRANSCRIPTS=logged writes transcripts to the log and to traces" },
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
    advice: "put limits after the key in API_KEYS",
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
  ...["ATTENDANT_PORT_2", "ATTENDANT_PORT_3", "ATTENDANT_PORT_4"].map((name) => ({
    name,
    advice: "has no effect: the other controllers have ports 8081 to 8083 of ATTENDANT_ADDRESS",
  })),
  { name: "GRAFANA_PORT", advice: "has no effect: Grafana has port 3000 of GRAFANA_ADDRESS" },
];

function row(name: string, before: string): FormerSetting {
  return { name, now: "DIAL_RULES", before: `${before}: `, joint: "; " };
}

/** Converts the limits of clients from the former JSON object, by the name of their key, to the form of API_KEYS. */
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
