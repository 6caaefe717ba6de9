import type { Log } from "../observability/log.js";
import type { CallRecord } from "../records/call-record.js";
import type { Delivery } from "../records/delivery.js";

/*
 * What was said in a call stands in three places: its transcript, the answer as it was understood in its record, and the same
 * in the body of its webhook. The answer that it came to, one of those that were asked for, is none of it. A record or a
 * webhook that cannot be read any more may hold words: it goes as a whole, so that it stops no other's from going.
 */

/** Who is told of what could not be read. */
export type UnreadableLog = Pick<Log, "warn">;

export function unreadableRemoved(log: UnreadableLog | undefined, what: "call" | "delivery", id: unknown): void {
  const told = "What was kept of a call cannot be read, and was removed when what was said in it was to go";
  log?.warn("store_record_unreadable", told, { subject: `${what} ${String(id)}` });
}

export function recordWithoutWords(record: CallRecord): CallRecord {
  return { ...record, choiceRawText: null, script: undefined };
}

/** The delivery itself where there are no words in it. */
export function deliveryWithoutWords(delivery: Delivery): Delivery {
  const body = bodyOf(delivery);
  if (typeof body?.choice_raw_text !== "string") return delivery;
  return { ...delivery, body: JSON.stringify({ ...body, choice_raw_text: null }) };
}

function bodyOf({ body }: Delivery): { readonly choice_raw_text?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
