import { Transcript } from "../../conversation/transcript.js";
import type { CallOutcome, CallRecord } from "../../records/call-record.js";
import type { Occurrence, Schedule } from "../../records/schedule.js";
import type { CallStore } from "../../records/stores.js";
import type { OccurrenceEnd, OccurrenceExecutor, WriteOff } from "../../scheduling/occurrence-executor.js";
import { Call } from "../record/call.js";
import { missedResultOf } from "../record/call-result.js";
import { isFinalStatus } from "../record/call-state.js";
import type { LiveCalls } from "../live/live-calls.js";
import { originOf } from "./chain-step.js";
import { leftBehind, report, settleCall, type SettleNeeds } from "../record/settle-call.js";

export interface SettleOccurrenceNeeds extends SettleNeeds {
  readonly records: CallStore;
  readonly liveCalls: LiveCalls;
  /** The owner of new calls. */
  readonly owner: () => string;
  /** Whether a call left by an earlier instance may still be resumed. */
  readonly mayReturn: (record: CallRecord) => Promise<boolean>;
  /** Maximum duration of a call from its answer, in ms. */
  readonly maxCallMs: number;
  readonly now: () => number;
}

/** Concludes occurrences of schedules that are not, or no longer, carried out here. */
export interface OccurrenceSettlement extends Pick<OccurrenceExecutor, "writeOff" | "findEnd" | "breakOff"> {
  /** Records and reports a call that was not placed. */
  settle(
    schedule: Schedule | undefined,
    occurrence: Occurrence,
    ended: { readonly outcome: CallOutcome; readonly error: string },
    reportedAs: OccurrenceEnd["outcome"],
  ): Promise<OccurrenceEnd>;
}

export function createSettlement(needs: SettleOccurrenceNeeds): OccurrenceSettlement {
  const { records, liveCalls, owner, mayReturn, maxCallMs, now } = needs;

  /**
   * Reports that no call was placed in time. No record suggests an attempt: there is a record only if the call was waiting for
   * its line, and that is cancelled.
   */
  async function miss(schedule: Schedule | undefined, { callId }: Occurrence, error: string): Promise<OccurrenceEnd> {
    const known = await ownRecord(callId);
    if (known && isFinalStatus(known.status)) return overAs(known);
    const record = known ?? (schedule && unplaced(schedule, callId));
    if (record) await report(record, missedResultOf(record, error), needs);
    if (known) await records.saveCall({ ...known, status: "cancelled", endedAt: now(), error, script: undefined });
    return over("missed", known ? callId : null, error);
  }

  const settle: OccurrenceSettlement["settle"] = async (schedule, { callId }, { outcome, error }, reportedAs) => {
    const known = await ownRecord(callId);
    if (known && isFinalStatus(known.status)) return overAs(known);
    const record = known ?? (schedule && unplaced(schedule, callId));
    if (!record) return over(reportedAs, null, error);
    await settleCall({ ...record, status: outcome, endedAt: now(), error, script: undefined }, needs);
    return over(reportedAs, callId, error);
  };

  /** Returns the record of an occurrence's call. The call moves with the occurrence, whose owner may record how it ended. */
  async function ownRecord(callId: string): Promise<CallRecord | undefined> {
    const found = await records.findCall(callId);
    if (!found || found.owner === owner() || isFinalStatus(found.status)) return found;
    await records.takeCall(callId, found.owner, owner());
    return records.findCall(callId);
  }

  /** Returns the record of a call that was never begun; a timer without a number has none. */
  function unplaced(schedule: Schedule, callId: string): CallRecord | undefined {
    const { extension, callbackUrl, tool, client } = schedule;
    if (extension === "") return undefined;
    const begun = { callId, owner: owner(), direction: "outbound", status: "queued", extension } as const;
    const by = { ...(client && { client }), ...originOf(schedule) };
    return new Call({ ...begun, callbackUrl, tool, ...by }, new Transcript("", now), now).record;
  }

  return {
    settle,

    writeOff: (schedule, occurrence, { outcome, error }: WriteOff) =>
      outcome === "missed"
        ? miss(schedule, occurrence, error)
        : settle(schedule, occurrence, { outcome, error }, outcome),

    async findEnd({ callId }) {
      const record = await records.findCall(callId);
      if (record && isFinalStatus(record.status)) return overAs(record);
      if (record && (liveCalls.find(callId) || (await mayReturn(record)))) return "going_on";
      return record && (record.ringingAt !== null || record.answeredAt !== null) ? "rang" : undefined;
    },

    async breakOff({ callId }) {
      const record = await ownRecord(callId);
      if (record) return overAs(await settleCall(leftBehind(record, maxCallMs, now()), needs));
      return over("failed", null, "The service stopped unexpectedly while it was being dialled.");
    },
  };
}

export function over(outcome: OccurrenceEnd["outcome"], callId: string | null, error: string | null): OccurrenceEnd {
  return { kind: "over", outcome, callId, error };
}

export function overAs(record: CallRecord): OccurrenceEnd {
  const { status, callId, error } = record;
  return { ...over(isFinalStatus(status) ? status : "failed", callId, error), record };
}
