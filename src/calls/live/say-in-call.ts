import { AttendantError } from "../../kernel/errors.js";
import type { CallRecord } from "../../records/call-record.js";
import type { CallStore } from "../../records/stores.js";
import { isFinalStatus } from "../record/call-state.js";
import { isConversation, type LiveCalls } from "./live-calls.js";

export interface SayInCallNeeds {
  readonly liveCalls: LiveCalls;
  readonly records: Pick<CallStore, "findCall">;
}

/** Maximum time that a sentence waits for a pause in a conversation, in ms. */
const PATIENCE_MS = 30_000;

/**
 * Queues a sentence to be spoken in a conversation at the next pause. Resolves when it is queued, not when it was spoken.
 *
 * @returns the call; undefined when there is none
 * @throws {AttendantError} `no_conversation`, or `queue_full` when too many sentences are queued
 */
export async function sayInCall(
  callId: string,
  text: string,
  { liveCalls, records }: SayInCallNeeds,
): Promise<CallRecord | undefined> {
  const live = liveCalls.find(callId);
  const record = live?.call.record ?? (await records.findCall(callId));
  if (!record) return undefined;
  if (!live || !isConversation(live)) throw new AttendantError("no_conversation", whyNotIn(record));
  if (!live.interject(text, AbortSignal.timeout(PATIENCE_MS)))
    throw new AttendantError("queue_full", "Too many sentences are queued in this call already.");
  return record;
}

function whyNotIn({ status, direction }: CallRecord): string {
  if (isFinalStatus(status)) return "The call is over.";
  return direction === "outbound"
    ? "The call is an announcement, not a conversation."
    : "The call is not a conversation at present.";
}
