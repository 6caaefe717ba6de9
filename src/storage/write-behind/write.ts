import type { CallRecord, TranscriptEntry } from "../../records/call-record.js";
import type { Delivery } from "../../records/delivery.js";
import type { KeptAnswer, Store } from "../../records/stores.js";

/** One write of a store, as a value that can wait. */
export type Write =
  | { readonly kind: "call"; readonly record: CallRecord }
  /** Nothing of a call may stay whose record could not be promised. */
  | { readonly kind: "withdrawal"; readonly callId: string }
  | {
      readonly kind: "transcript";
      readonly callId: string;
      readonly entries: readonly TranscriptEntry[];
      readonly owner?: string | undefined;
    }
  /** `add` stores it only unless it is there. */
  | { readonly kind: "delivery"; readonly delivery: Delivery; readonly add: boolean }
  | { readonly kind: "answer"; readonly key: string; readonly answer: KeptAnswer }
  | { readonly kind: "release" | "drop"; readonly key: string };

/** @returns whether it was made; not when it is of a call that somebody else has by now */
export async function applyWrite(store: Store, write: Write): Promise<boolean> {
  switch (write.kind) {
    case "call":
      return store.saveCall(write.record);
    case "withdrawal":
      await store.withdrawCall(write.callId);
      return true;
    case "transcript":
      await store.saveTranscript(write.callId, write.entries, write.owner);
      return true;
    case "delivery":
      await (write.add ? store.addDelivery(write.delivery) : store.saveDelivery(write.delivery));
      return true;
    case "answer":
      await store.keepAnswer(write.key, write.answer);
      return true;
    case "release":
      await store.releaseKey(write.key);
      return true;
    case "drop":
      await store.dropKey(write.key);
      return true;
  }
}

/** Writes of one partition are made in their order: those of one call, those of one key. Partitions do not wait for each other. */
export function partitionOf(write: Write): string {
  switch (write.kind) {
    case "call":
      return `call ${write.record.callId}`;
    case "withdrawal":
    case "transcript":
      return `call ${write.callId}`;
    case "delivery":
      return `call ${write.delivery.callId}`;
    case "answer":
    case "release":
    case "drop":
      return `key ${write.key}`;
  }
}

/** What is written: of two writes of the same subject the later one replaces the earlier. */
export function subjectOf(write: Write): string {
  switch (write.kind) {
    case "call":
      return subject.call(write.record.callId);
    case "withdrawal":
      return subject.call(write.callId);
    case "transcript":
      return subject.transcript(write.callId);
    case "delivery":
      return subject.delivery(write.delivery.deliveryId);
    case "answer":
    case "release":
    case "drop":
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
  if (later.kind === "release" && (earlier.kind === "answer" || earlier.kind === "drop")) return earlier;
  return later;
}

/** About how many bytes of memory a write takes. */
export function sizeOf(write: Write): number {
  switch (write.kind) {
    case "call": {
      const { error, choiceRawText, callbackUrl, script } = write.record;
      return 1000 + lengthOf(error, choiceRawText, callbackUrl) + (script ? lengthOf(JSON.stringify(script)) : 0);
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
    case "drop":
    case "withdrawal":
      return 300;
  }
}

function lengthOf(...texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 0);
}
