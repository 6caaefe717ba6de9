import { pino } from "pino";
import { createOutput, type Output } from "./output.js";
import { createMask, escapeInvisible, type Mask, type Masks, toLogValue } from "./log-value.js";
import { createNumberMask, type NumberStyle } from "./number-mask.js";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** The data of a line: numbers, names, durations with the unit in the key. Never what people said. */
export type Facts = Readonly<Record<string, unknown>>;

/**
 * The log. A line is one JSON object: `ts` (ISO 8601 with ms, UTC), `level` (upper case), `event` (a stable snake_case name for
 * programs), `msg` (a sentence for people) and, if there is any, `data`.
 *
 * No method throws or waits, whatever its arguments and wherever the lines go.
 */
export interface Log {
  debug(event: string, msg: string, data?: Facts): void;
  info(event: string, msg: string, data?: Facts): void;
  warn(event: string, msg: string, data?: Facts): void;
  error(event: string, msg: string, data?: Facts): void;
  /**
   * An info line about words that were spoken, recognised or generated. The texts of `said` appear only if transcripts are
   * logged; otherwise each is replaced by its length in characters: `text` becomes `text_length`.
   */
  said(event: string, msg: string, data: Facts, said: Readonly<Record<string, string>>): void;
  /** Masks these values too, from now on and in every line of the process. */
  hide(secrets: readonly string[]): void;
  /** The same log with `data` in every line. */
  with(data: Facts): Log;
}

/** The log that the process owns. */
export interface RootLog extends Log {
  /** Resolves when all lines have left the process, or after `ms` milliseconds. Await it before the process exits. */
  flush(ms?: number): Promise<void>;
}

export interface LogNeeds {
  readonly level: LogLevel;
  /** Whether what people said may be logged. */
  readonly transcripts: boolean;
  /** Values that are masked wherever they appear in a line: the last line of defence, not the first. */
  readonly secrets?: readonly string[];
  /** How telephone numbers appear; default: unmasked. */
  readonly numbers?: NumberStyle;
  /** Receives each line with its newline; default: stdout. */
  readonly sink?: (line: string) => void;
}

const STDOUT = 1;
const FLUSH_MS = 1000;

export function createLog({ level, transcripts, secrets = [], numbers = "full", sink }: LogNeeds): RootLog {
  const hidden = new Set(secrets);
  let maskSecrets = createMask(secrets);
  const maskNumbers = createNumberMask(numbers);
  const value: Mask = maskNumbers ? (text, fact) => maskNumbers(maskSecrets(text), fact) : (text) => maskSecrets(text);
  const masks: Masks = {
    value,
    // A name is a word, or the number by which a record counts calls.
    name: (text) => (/\d{7}/.test(text) ? value(text) : maskSecrets(text)),
  };
  const output = sink ? outputOf(sink) : createOutput(STDOUT);
  const lines = pino(
    {
      level,
      base: null,
      messageKey: "msg",
      timestamp: () => `,"ts":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label.toUpperCase() }) },
    },
    { write: (line: string) => output.write(`${escapeInvisible(line.trimEnd())}\n`) },
  );
  let reported = 0;

  function write(at: LogLevel, event: string, msg: string, data: Facts | undefined): void {
    if (!lines.isLevelEnabled(at)) return;
    const values = data && (toLogValue(data, masks) as Facts);
    lines[at](values && Object.keys(values).length > 0 ? { event, data: values } : { event }, masks.value(String(msg)));
    // A gap in the log is recorded as soon as lines can be written again.
    const { dropped } = output;
    if (dropped > reported) {
      lines.warn({ event: "log_dropped", data: { lines: dropped - reported } }, "Log lines were lost");
      reported = dropped;
    }
  }

  function hide(others: readonly string[]): void {
    if (others.every((secret) => hidden.has(secret))) return;
    for (const secret of others) hidden.add(secret);
    maskSecrets = createMask([...hidden]);
  }

  function logWith(bound: Facts): Log {
    const merged = (data?: Facts) => (data ? { ...bound, ...data } : bound);
    return {
      debug: (event, msg, data) => write("debug", event, msg, merged(data)),
      info: (event, msg, data) => write("info", event, msg, merged(data)),
      warn: (event, msg, data) => write("warn", event, msg, merged(data)),
      error: (event, msg, data) => write("error", event, msg, merged(data)),
      said: (event, msg, data, said) =>
        write("info", event, msg, { ...bound, ...data, ...(transcripts ? said : lengths(said)) }),
      hide,
      with: (data) => logWith({ ...bound, ...data }),
    };
  }

  return { ...logWith({}), flush: (ms = FLUSH_MS) => output.flush(ms) };
}

function lengths(said: Readonly<Record<string, string>>): Facts {
  return Object.fromEntries(Object.entries(said).map(([key, text]) => [`${key}_length`, text.length]));
}

function outputOf(sink: (line: string) => void): Output {
  let dropped = 0;
  return {
    write(line) {
      try {
        sink(line);
      } catch {
        dropped++;
      }
    },
    get dropped() {
      return dropped;
    },
    flush: () => Promise.resolve(),
  };
}
