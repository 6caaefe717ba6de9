import type { Log } from "../observability/log.js";
import { isRecord } from "../kernel/record.js";
import type { CallRecord } from "../records/call-record.js";
import type { Delivery } from "../records/delivery.js";

/*
 * What was said in a call is stored in four places: its transcript, the recognised answer in its record, the same in the body of
 * its webhook, and the bodies of the messages left in it. The chosen option, one of those offered, does not count. A record or a
 * webhook that can no longer be read may contain words: it is removed as a whole, so that it does not block the removal of
 * others.
 */

/** Receives warnings about unreadable entries. */
export type UnreadableLog = Pick<Log, "warn">;

export function unreadableRemoved(log: UnreadableLog | undefined, what: "call" | "delivery", id: unknown): void {
  const told = "Removed an unreadable entry of a call while erasing what was said in it";
  log?.warn("store_record_unreadable", told, { subject: `${what} ${String(id)}` });
}

export function recordWithoutWords(record: CallRecord): CallRecord {
  return { ...record, choiceRawText: null, script: undefined };
}

/** The delivery itself when it contains no words. */
export function deliveryWithoutWords(delivery: Delivery): Delivery {
  const body = bodyOf(delivery);
  const field = body?.event === "message" ? "text" : "choice_raw_text";
  if (typeof body?.[field] !== "string") return delivery;
  return { ...delivery, body: JSON.stringify({ ...body, [field]: null }) };
}

function bodyOf({ body }: Delivery): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
