import { isRecord } from "../kernel/record.js";
import { recordFromText } from "./stored-text.js";
import type { UnreadableLog } from "./words.js";

/** An entry of a list as it is stored: the text of its record, its key, and the time it is ordered by where the list has pages. */
export type StoredEntry = readonly [text: unknown, key: unknown, at?: unknown];

/**
 * Decodes the entries of a list. One that is damaged is left out, because it must not keep the others from being read, and is
 * reported once.
 *
 * @param what what an entry is, for the log
 */
export type ReadList = <T extends object>(
  what: "call" | "schedule" | "delivery" | "do-not-call",
  entries: Iterable<StoredEntry>,
) => T[];

/** Maximum number of entries that are remembered as reported. */
const MAX_REPORTED = 1_000;

export function createListReader(log?: UnreadableLog): ReadList {
  const reported = new Set<string>();
  return <T extends object>(what: string, entries: Iterable<StoredEntry>) => {
    const readable: T[] = [];
    for (const [text, key] of entries) {
      const record = recordFromText<T>(text);
      if (isRecord(record)) {
        readable.push(record);
        continue;
      }
      const subject = `${what} ${String(key)}`;
      if (reported.has(subject)) continue;
      if (reported.size >= MAX_REPORTED) reported.clear();
      reported.add(subject);
      log?.warn("store_record_unreadable", "Skipped an unreadable entry", { subject });
    }
    return readable;
  };
}
