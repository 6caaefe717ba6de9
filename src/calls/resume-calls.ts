import { pause } from "../kernel/deadline.js";
import { AttendantError, describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { CallRecord } from "../records/call-record.js";
import type { CallStore } from "../records/stores.js";
import type { ResultOutbox } from "./conclude-call.js";
import { type CallResult, resultOf } from "./call-result.js";
import { isOver } from "./call-state.js";

export interface ResumeNeeds {
  readonly records: CallStore;
  readonly outbox: ResultOutbox;
  /** Which calls are ours to bring to their end. */
  readonly owner: string;
  /**
   * Whether a call is this run's own: one that is live, or not written down yet. Clocks are not asked: that of a machine
   * that has just started may be behind those of its earlier runs.
   */
  readonly isLive: (callId: string) => boolean;
  /** The longest that a call may last, from its answer on, ms. */
  readonly maxCallMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly now?: () => number;
}

/** Between two attempts while the store is away, ms. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Brings the calls to their end that an earlier run, which died, has left behind. Nobody is called again: what a call had
 * got to is not known beyond its record, and a telephone that rings twice is worse than one that does not.
 *
 * A call whose webhook was stored already had come to its end, and its record is completed from that. While the store is
 * away, it waits.
 *
 * @throws the signal's reason
 */
export async function resumeCalls(needs: ResumeNeeds): Promise<void> {
  const { log, signal } = needs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await resumeOnce(needs);
    } catch (error) {
      log.warn("calls_not_resumed", `Calls of an earlier run cannot be looked up: ${describe(error)}`, {
        next_ms: waitMs,
      });
      await pause(waitMs, signal);
    }
  }
}

async function resumeOnce(needs: ResumeNeeds): Promise<void> {
  const { records, owner, isLive, log } = needs;
  for (const { callId } of await records.unfinishedCalls(owner)) {
    if (isLive(callId)) continue;
    // Read again: a call of this run that is not live any more may have ended since the list was made.
    const record = await records.findCall(callId);
    if (!record || isOver(record.status)) continue;
    const final = await finish(record, needs);
    log.warn("call_resumed", `A call of an earlier run was brought to its end: ${final.error ?? final.status}`, {
      call_id: callId,
      outcome: final.status,
    });
  }
}

/** @throws {AttendantError} `store_unavailable` */
async function finish(
  record: CallRecord,
  { records, outbox, maxCallMs, log, now = Date.now }: ResumeNeeds,
): Promise<CallRecord> {
  const { callId, callbackUrl, answeredAt } = record;
  // Asterisk keeps a call without its controller, but not for longer than this.
  const endedAt = answeredAt === null ? now() : Math.min(now(), answeredAt + maxCallMs);
  let final = brokenOff(record, endedAt);
  try {
    const stored = callbackUrl && (await outbox.enqueue({ callId, url: callbackUrl, payload: resultOf(final) }));
    if (stored) final = withResult(final, JSON.parse(stored.body) as CallResult);
  } catch (error) {
    if (error instanceof AttendantError && error.code === "store_unavailable") throw error;
    // It can never be stored, which is no reason to keep the call, and those after it, from their end.
    log.error("call_not_recorded", `How the call ended could not be kept: ${describe(error)}`, { call_id: callId });
  }
  await records.saveCall(final);
  return final;
}

function brokenOff(record: CallRecord, endedAt: number): CallRecord {
  const when = {
    queued: record.channelId === null ? "before it was dialled" : "while it was being dialled",
    ringing: "while it rang",
    in_progress: "during the call",
  }[record.status as "queued" | "ringing" | "in_progress"];
  return {
    ...record,
    status: "failed",
    endedAt,
    error: `The service stopped unexpectedly ${when}.`,
  };
}

/** What was reported of a call is what its record says, even of an answer that was not written down any more. */
function withResult(record: CallRecord, result: CallResult): CallRecord {
  const lastedMs = Math.round(result.duration_seconds * 1000);
  const { endedAt } = record;
  const answeredAt = record.answeredAt ?? (endedAt !== null && lastedMs > 0 ? endedAt - lastedMs : null);
  return {
    ...record,
    status: result.status as CallRecord["status"],
    answeredAt,
    endedAt: answeredAt === null ? endedAt : answeredAt + lastedMs,
    messagePlayed: result.message_played,
    choiceResponse: result.choice_response,
    choiceRawText: result.choice_raw_text,
    choiceStatus: result.choice_status as CallRecord["choiceStatus"],
    error: result.error,
  };
}
