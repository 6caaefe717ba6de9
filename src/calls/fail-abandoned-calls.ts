import { describe } from "../kernel/errors.js";
import { type Backoff, retryUntilDone } from "../kernel/retry.js";
import type { Log } from "../observability/log.js";
import type { CallRecord } from "../records/call-record.js";
import type { CallStore } from "../records/stores.js";
import { isFinalStatus } from "./call-state.js";
import type { ResultOutbox } from "./conclude-call.js";
import { brokenOff, settleRecord } from "./settle-record.js";

export interface AbandonedCallsNeeds {
  readonly records: CallStore;
  readonly outbox: ResultOutbox;
  /** Which calls are ours to bring to their end. */
  readonly owner: string;
  /**
   * Whether a call is this run's own: one that is live, or not written down yet. Clocks are not asked: that of a machine
   * that has just started may be behind those of its earlier runs.
   */
  readonly isLive: (callId: string) => boolean;
  /** Whether a call is a schedule's that may yet be carried out, or is seen to by whoever does that. */
  readonly isAwaited: (record: CallRecord) => Promise<boolean>;
  /** The longest that a call may last, from its answer on, ms. */
  readonly maxCallMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly now?: () => number;
}

/** Between two attempts while the store is away. */
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 15_000 };

/**
 * Brings the calls to their end that an earlier run, which died, has left behind. Nobody is called again: what a call had
 * got to is not known beyond its record, and a telephone that rings twice is worse than one that does not.
 *
 * A call whose webhook was stored already had come to its end, and its record is completed from that. While the store is
 * away, it waits.
 *
 * @throws the signal's reason
 */
export function failAbandonedCalls(needs: AbandonedCallsNeeds): Promise<void> {
  const { log, signal } = needs;
  return retryUntilDone(
    signal,
    BACKOFF,
    () => failOnce(needs),
    (error, nextMs) =>
      log.warn("abandoned_calls_unknown", `Calls of an earlier run cannot be looked up: ${describe(error)}`, {
        next_ms: nextMs,
      }),
  );
}

async function failOnce(needs: AbandonedCallsNeeds): Promise<void> {
  const { records, owner, isLive, isAwaited, maxCallMs, log, now = Date.now } = needs;
  for (const { callId } of await records.unfinishedCalls(owner)) {
    if (isLive(callId)) continue;
    // Read again: a call of this run that is not live any more may have ended since the list was made.
    const record = await records.findCall(callId);
    if (!record || isFinalStatus(record.status) || (await isAwaited(record))) continue;
    const final = await settleRecord(brokenOff(record, maxCallMs, now()), needs);
    log.warn(
      "abandoned_call_failed",
      `A call of an earlier run was brought to its end: ${final.error ?? final.status}`,
      {
        call_id: callId,
        outcome: final.status,
      },
    );
  }
}
