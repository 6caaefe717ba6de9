import { randomUUID } from "node:crypto";
import type { CallerMessage } from "../../conversation/transfer/caller-message.js";
import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import type { CallRecord } from "../../records/call-record.js";
import type { Call } from "../record/call.js";

/** A message that a caller left, as its webhook reports it. Names and meanings are part of the interface. */
export interface MessageReport {
  readonly event: "message";
  readonly message_id: string;
  readonly call_id: string;
  /** Whom it is for: the name in the directory. */
  readonly to: string;
  /** The caller's number and name; null when they are withheld. */
  readonly caller: string | null;
  readonly caller_name: string | null;
  readonly assistant: string | null;
  readonly language: string | null;
  /** Null once the words of the call were erased. */
  readonly text: string | null;
  /** Whether the caller had finished; false when they hung up, or had no more time. */
  readonly complete: boolean;
  /** ISO 8601. */
  readonly left_at: string;
}

/** Sends messages. A message is stored before the promise resolves, and sent after that. */
export interface MessageOutbox {
  enqueue(message: {
    readonly callId: string;
    readonly deliveryId: string;
    readonly url: string;
    readonly payload: MessageReport;
    readonly traceparent?: string | undefined;
  }): Promise<unknown>;
}

/** Maximum wait of the caller for a slow store, in ms. The message is stored even so. */
const STORED_MS = 2_000;

/**
 * Sends a message to the one whom it is for. Resolves when it is stored, or waits for the store.
 *
 * @param at when it was left, in ms since the epoch
 * @throws the store's error
 */
export async function leaveMessage(
  call: Call,
  message: CallerMessage,
  outbox: MessageOutbox,
  at: number,
): Promise<void> {
  const { record, span } = call;
  const { callId } = record;
  const deliveryId = `message_${randomUUID()}`;
  const payload = reportOf(message, record, deliveryId, at);
  const storing = outbox.enqueue({
    ...{ callId, deliveryId, payload },
    url: message.webhook,
    traceparent: span?.traceparent,
  });
  await withDeadline(STORED_MS, undefined, "storing a message", () => storing).catch((error: unknown) => {
    if (!(error instanceof Ending)) throw error;
  });
}

function reportOf({ to, text, isComplete }: CallerMessage, record: CallRecord, id: string, at: number): MessageReport {
  const { callId, caller, callerName, assistant, language } = record;
  return {
    event: "message",
    message_id: id,
    call_id: callId,
    to,
    caller: caller || null,
    caller_name: callerName ?? null,
    assistant: assistant ?? null,
    language: language ?? null,
    text,
    complete: isComplete,
    left_at: new Date(at).toISOString(),
  };
}
