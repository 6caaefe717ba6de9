import { pause } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { CallRecord } from "../records/call-record.js";
import type { CallStore } from "../records/stores.js";
import type { ResultOutbox } from "./conclude-call.js";
import { type CallResult, resultOf } from "./call-result.js";

export interface ResumeNeeds {
  readonly records: CallStore;
  readonly outbox: ResultOutbox;
  /** Which calls are ours to bring to their end. */
  readonly owner: string;
  /** When this run began, ms since the epoch: what is younger is its own. */
  readonly startedAt: number;
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
  const { records, outbox, owner, startedAt, maxCallMs, log, now = Date.now } = needs;
  for (const record of await records.unfinishedCalls(owner)) {
    if (record.createdAt >= startedAt) continue;
    const { answeredAt } = record;
    // Asterisk keeps a call without its controller, but not for longer than this.
    const endedAt = answeredAt === null ? now() : Math.min(now(), answeredAt + maxCallMs);
    const broken = brokenOff(record, endedAt);
    const { callId, callbackUrl } = record;
    const stored = callbackUrl && (await outbox.enqueue({ callId, url: callbackUrl, payload: resultOf(broken) }));
    const final = stored ? withResult(broken, JSON.parse(stored.body) as CallResult) : broken;
    await records.saveCall(final);
    log.warn("call_resumed", `A call of an earlier run was brought to its end: ${final.error ?? final.status}`, {
      call_id: callId,
      outcome: final.status,
    });
  }
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

/** What was reported of a call is what its record says. */
function withResult(record: CallRecord, result: CallResult): CallRecord {
  const { answeredAt } = record;
  return {
    ...record,
    status: result.status as CallRecord["status"],
    endedAt: answeredAt === null ? record.endedAt : answeredAt + Math.round(result.duration_seconds * 1000),
    messagePlayed: result.message_played,
    choiceResponse: result.choice_response,
    choiceRawText: result.choice_raw_text,
    choiceStatus: result.choice_status as CallRecord["choiceStatus"],
    error: result.error,
  };
}
