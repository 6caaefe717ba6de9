import type { CallRecord } from "../records/call-record.js";
import { FOR_LIFE } from "../records/schedule.js";
import type { CallStore, ScheduleStore } from "../records/stores.js";
import { openRunOf } from "./awaited-call.js";

export interface TakeCallNeeds {
  readonly records: Pick<CallStore, "takeCall">;
  readonly runs: Pick<ScheduleStore, "occurrencesOf" | "moveOccurrence">;
}

/**
 * Makes a call that is not over another owner's, and with it the run of a schedule that it belongs to, whoever has that: a
 * run that stayed with somebody else would be broken off there, and the call with it.
 *
 * @returns whether it did; not when it is over, or not its owner's any more
 * @throws {AttendantError} `store_unavailable`
 */
export async function takeCallWithRun(
  call: Pick<CallRecord, "callId" | "scheduleId" | "owner">,
  to: string,
  { records, runs }: TakeCallNeeds,
): Promise<boolean> {
  if (!(await records.takeCall(call.callId, call.owner, to))) return false;
  await takeRunOf(call, to, { runs });
  return true;
}

/**
 * Makes the run of a schedule that a call belongs to the owner's that has the call. Also where that was done: whoever took the
 * call may not have come to its run.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function takeRunOf(
  call: Pick<CallRecord, "callId" | "scheduleId">,
  to: string,
  { runs }: Pick<TakeCallNeeds, "runs">,
): Promise<void> {
  for (;;) {
    const run = await openRunOf(call, runs);
    if (!run || run.owner === to) return;
    const { occurrenceId, state, owner } = run;
    if (await runs.moveOccurrence(occurrenceId, { state, owner }, { owner: to, leaseUntil: FOR_LIFE })) return;
  }
}
