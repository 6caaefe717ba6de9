import type { CallRecord, TranscriptEntry } from "../../records/call-record.js";
import type { Delivery } from "../../records/delivery.js";
import type { KeptAnswer, Store } from "../../records/stores.js";
import { recordFromText } from "../stored-text.js";

/** One write to a store, as a value that can be queued. */
export type Write =
  | { readonly kind: "call"; readonly record: CallRecord }
  /** Removes a call whose record could not be acknowledged. */
  | { readonly kind: "withdrawal"; readonly callId: string }
  /** Removes a schedule whose addition could not be acknowledged. */
  | { readonly kind: "schedule_withdrawal"; readonly scheduleId: string }
  | {
      readonly kind: "transcript";
      readonly callId: string;
      readonly entries: readonly TranscriptEntry[];
      readonly owner?: string | undefined;
    }
  /** `add` stores it only if it does not exist. */
  | { readonly kind: "delivery"; readonly delivery: Delivery; readonly add: boolean }
  | { readonly kind: "answer"; readonly key: string; readonly answer: KeptAnswer }
  | { readonly kind: "release" | "drop"; readonly key: string };

/** Every kind of write: one that a later version has added is none of these. */
const KINDS: Readonly<Record<Write["kind"], true>> = {
  call: true,
  withdrawal: true,
  schedule_withdrawal: true,
  transcript: true,
  delivery: true,
  answer: true,
  release: true,
  drop: true,
};

/**
 * Decodes a write that an earlier process has kept.
 *
 * @param kept its text, and the subject that it was kept for
 * @returns `newer` when a later version of the service has kept it; undefined when it is damaged
 */
export function keptWrite(kept: { readonly subject: string; readonly text: unknown }): Write | "newer" | undefined {
  const given = recordFromText<{ readonly kind?: unknown }>(kept.text);
  if (typeof given?.kind !== "string") return undefined;
  if (!Object.hasOwn(KINDS, given.kind)) return "newer";
  const write = given as Write;
  try {
    return subjectOf(write) === kept.subject && Number.isFinite(sizeOf(write)) ? write : undefined;
  } catch {
    return undefined; // A part of it is missing.
  }
}

/** @returns whether it was made; false for a call that another controller owns by now */
export async function applyWrite(store: Store, write: Write): Promise<boolean> {
  switch (write.kind) {
    case "call":
      return store.saveCall(write.record);
    case "withdrawal":
      await store.withdrawCall(write.callId);
      return true;
    case "schedule_withdrawal":
      await store.withdrawSchedule(write.scheduleId);
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

/**
 * Writes of one partition, such as a call, or keys that are alike up to a dot, are made in order. Partitions do not wait for each
 * other.
 */
export function partitionOf(write: Write): string {
  switch (write.kind) {
    case "call":
      return `call ${write.record.callId}`;
    case "withdrawal":
    case "transcript":
      return `call ${write.callId}`;
    case "delivery":
      return `call ${write.delivery.callId}`;
    case "schedule_withdrawal":
      return `schedule ${write.scheduleId}`;
    case "answer":
    case "release":
    case "drop":
      return `key ${write.key.split(".", 1)[0]}`;
  }
}

/** The subject of a write: a later write of the same subject replaces an earlier one. */
export function subjectOf(write: Write): string {
  switch (write.kind) {
    case "call":
      return subject.call(write.record.callId);
    case "withdrawal":
      return subject.call(write.callId);
    case "schedule_withdrawal":
      return subject.schedule(write.scheduleId);
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
  schedule: (scheduleId: string) => `schedule ${scheduleId}`,
  key: (key: string) => `key ${key}`,
};

/** Combines two writes of the same subject when the first was not made yet. */
export function merge(earlier: Write, later: Write): Write {
  if (later.kind === "delivery" && earlier.kind === "delivery") {
    // Adding an existing entry changes nothing; saving it works in any case.
    return later.add ? earlier : { ...later, add: false };
  }
  // A kept answer is not released any more.
  if (later.kind === "release" && (earlier.kind === "answer" || earlier.kind === "drop")) return earlier;
  return later;
}

/** The approximate memory use of a write, in bytes. */
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
    case "schedule_withdrawal":
      return 300;
  }
}

function lengthOf(...texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 0);
}
