import type { Ending } from "../../kernel/ending.js";
import { describe, hasCode } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { Metrics } from "../../observability/metrics.js";
import type { CallDirection, CallOutcome, CallRecord, EndedBy } from "../../records/call-record.js";
import { WaitsInMemory } from "../../records/store-away.js";
import type { CallStore } from "../../records/stores.js";
import type { Call } from "./call.js";
import { type CallResult, resultOf } from "./call-result.js";

/**
 * Sends results. A result is stored before the promise resolves, and sent after that. Of several results of one call the
 * first counts, and its body is returned.
 */
export interface ResultOutbox {
  enqueue(result: {
    readonly callId: string;
    readonly url: string;
    readonly payload: CallResult;
    /** Default: derived from the call. */
    readonly deliveryId?: string;
    readonly traceparent?: string | undefined;
  }): Promise<{ readonly body: string }>;
}

export interface ConcludeNeeds {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly records: Pick<CallStore, "saveCall" | "saveTranscript">;
  readonly outbox: ResultOutbox;
}

/** How a call ended, and the reason if something went wrong. */
export interface Conclusion {
  readonly outcome: CallOutcome;
  readonly error?: string | undefined;
  readonly endedBy?: EndedBy | undefined;
}

/**
 * Records the end of a call exactly once: metrics and a log line, then the webhook to send, the transcript and the record, in
 * this order. Whenever the process dies, the webhook of a record that is over is stored.
 *
 * A failure to store is logged, unless the write is queued until the store is back. Never rejects.
 */
export async function concludeCall(call: Call, conclusion: Conclusion, needs: ConcludeNeeds): Promise<void> {
  const { log, metrics, records, outbox } = needs;
  const { outcome, error, endedBy } = conclusion;
  call.over(outcome, error, endedBy);
  const { record } = call;
  const { direction, callId, caller, callbackUrl } = record;
  const seconds = call.durationSeconds;
  metrics.callEnded({ direction, outcome, seconds: record.answeredAt === null ? null : seconds });
  const facts = {
    direction,
    caller,
    extension: record.extension,
    outcome,
    ...(endedBy && { ended_by: endedBy }),
    duration_seconds: Math.round(seconds * 10) / 10,
  };
  if (error) log.warn("call_end", `The call is over: ${error}`, { ...facts, error });
  else log.info("call_end", "The call is over", facts);

  call.span?.set({ "attendant.call.outcome": outcome, "attendant.call.duration_s": facts.duration_seconds });
  if (outcome === "failed") call.span?.fail("call_failed");
  call.span?.end();

  const webhookFailure =
    callbackUrl &&
    (await failureOf("call", () =>
      outbox.enqueue({ callId, url: callbackUrl, payload: resultOf(record), traceparent: call.span?.traceparent }),
    ));
  await failureOf("transcript", () => records.saveTranscript(callId, call.transcript.entries, record.owner));
  // The record stays unfinished, so that the next start makes the webhook. A webhook that can never be stored is not retried.
  if (hasCode(webhookFailure, "store_unavailable")) return;
  await failureOf("call", () => records.saveCall(record));

  async function failureOf(what: "call" | "transcript", keep: () => Promise<unknown>): Promise<unknown> {
    try {
      await keep();
      return undefined;
    } catch (failure) {
      if (failure instanceof WaitsInMemory) return failure;
      const detail = what === "call" ? "how the call ended" : "what was said in the call";
      log.error(`${what}_not_recorded`, `Could not store ${detail}: ${describe(failure)}`);
      return failure;
    }
  }
}

/** Returns how a call ended whose scope ended for this reason. For an answered placed call, its progress counts as well. */
export function conclusionOf(ending: Ending, call: Call): Conclusion {
  const conclusion = { ...outcomeOf(ending, call), endedBy: endedByOf(ending, call.record) };
  const { direction, answeredAt } = call.record;
  if (direction === "inbound" || answeredAt === null || ending.kind === "cancelled") return conclusion;
  return conclusionOfAnnouncement(ending, call, conclusion);
}

function outcomeOf(ending: Ending, call: Call): Conclusion {
  const wasAnswered = call.record.answeredAt !== null;
  switch (ending.kind) {
    case "failed":
    case "deadline":
      return { outcome: "failed", error: describe(ending.cause ?? ending) };
    case "cancelled":
      return { outcome: "cancelled", error: wasAnswered ? undefined : ending.message };
    case "shutting_down":
      return wasAnswered
        ? { outcome: "completed", error: "The service was shut down during the call." }
        : { outcome: "cancelled", error: "The service was shut down before the call was answered." };
    case "finished":
    case "hung_up":
    case "transferred":
    case "handed_over":
    case "taken_over":
    case "interrupted":
      return { outcome: wasAnswered ? "completed" : "cancelled" };
  }
}

/** Names the party at the other end of a call's line. */
export function otherEnd(direction: CallDirection): "caller" | "callee" {
  return direction === "inbound" ? "caller" : "callee";
}

/** Returns who ended a call whose scope ended for this reason; undefined when the call continues elsewhere. */
function endedByOf({ kind }: Ending, { direction }: Pick<CallRecord, "direction">): EndedBy | undefined {
  switch (kind) {
    case "hung_up":
      return otherEnd(direction);
    case "finished":
      return "assistant";
    case "cancelled":
      return "client";
    case "deadline":
    case "failed":
    case "shutting_down":
      return "service";
    default:
      return undefined;
  }
}

function conclusionOfAnnouncement({ kind }: Ending, call: Call, { endedBy, error }: Conclusion): Conclusion {
  const choice = call.record.script?.choice;
  const hungUp = kind === "hung_up";
  if (hungUp && choice && call.record.choiceStatus === null) call.chose("hung_up", null, null);
  const { messagePlayed, choiceStatus } = call.record;
  // Only the goodbye was cut off.
  if (messagePlayed && (!choice || choiceStatus)) return { outcome: "completed", endedBy };
  if (hungUp) return { outcome: "completed", endedBy, error: "The callee hung up before the message had been played." };
  if (kind === "transferred") {
    return {
      outcome: "completed",
      error: "The callee was put through to someone else before everything had been said.",
    };
  }
  return { outcome: "failed", endedBy, error };
}
