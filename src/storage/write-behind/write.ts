import type { CallRecord, TranscriptEntry } from "../../records/call-record.js";
import type { Delivery } from "../../records/delivery.js";
import type { KeptAnswer, Store } from "../../records/stores.js";

/** One write of a store, as a value that can wait. */
export type Write =
  | { readonly kind: "call"; readonly record: CallRecord }
  | { readonly kind: "transcript"; readonly callId: string; readonly entries: readonly TranscriptEntry[] }
  /** `add` stores it only unless it is there. */
  | { readonly kind: "delivery"; readonly delivery: Delivery; readonly add: boolean }
  | { readonly kind: "answer"; readonly key: string; readonly answer: KeptAnswer }
  | { readonly kind: "release"; readonly key: string };

export function applyWrite(store: Store, write: Write): Promise<void> {
  switch (write.kind) {
    case "call":
      return store.saveCall(write.record);
    case "transcript":
      return store.saveTranscript(write.callId, write.entries);
    case "delivery":
      return write.add ? store.addDelivery(write.delivery) : store.saveDelivery(write.delivery);
    case "answer":
      return store.keepAnswer(write.key, write.answer);
    case "release":
      return store.releaseKey(write.key);
  }
}

/** Writes of one partition are made in their order: those of one call, those of one key. Partitions do not wait for each other. */
export function partitionOf(write: Write): string {
  switch (write.kind) {
    case "call":
      return `call ${write.record.callId}`;
    case "transcript":
      return `call ${write.callId}`;
    case "delivery":
      return `call ${write.delivery.callId}`;
    case "answer":
    case "release":
      return `key ${write.key}`;
  }
}

/** What is written: of two writes of the same subject the later one replaces the earlier. */
export function subjectOf(write: Write): string {
  switch (write.kind) {
    case "call":
      return subject.call(write.record.callId);
    case "transcript":
      return subject.transcript(write.callId);
    case "delivery":
      return subject.delivery(write.delivery.deliveryId);
    case "answer":
    case "release":
      return subject.key(write.key);
  }
}

export const subject = {
  call: (callId: string) => `call ${callId}`,
  transcript: (callId: string) => `transcript ${callId}`,
  delivery: (deliveryId: string) => `delivery ${deliveryId}`,
  key: (key: string) => `key ${key}`,
};

/** What two writes of the same subject come to when the first was not made yet. */
export function merge(earlier: Write, later: Write): Write {
  if (later.kind === "delivery" && earlier.kind === "delivery") {
    // Added again it is there already; saved, it is there in any case.
    return later.add ? earlier : { ...later, add: false };
  }
  // An answer that was kept is not given up any more.
  if (later.kind === "release" && earlier.kind === "answer") return earlier;
  return later;
}

/** About how many bytes of memory a write takes. */
export function sizeOf(write: Write): number {
  switch (write.kind) {
    case "call": {
      const { error, choiceRawText, callbackUrl } = write.record;
      return 1000 + lengthOf(error, choiceRawText, callbackUrl);
    }
    case "transcript":
      return write.entries.reduce(
        (sum, entry) => sum + 200 + lengthOf("text" in entry ? entry.text : entry.message),
        200,
      );
    case "delivery":
      return 600 + lengthOf(write.delivery.body, write.delivery.url) + 300 * write.delivery.attempts.length;
    case "answer":
      return 600 + lengthOf(write.answer.body);
    case "release":
      return 300;
  }
}

function lengthOf(...texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 0);
}
