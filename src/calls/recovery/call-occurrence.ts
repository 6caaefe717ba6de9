import type { CallRecord } from "../../records/call-record.js";
import { FOR_LIFE, type Occurrence } from "../../records/schedule.js";
import type { CallStore, ScheduleStore } from "../../records/stores.js";

/** Maximum number of a schedule's occurrences that are searched, latest first: no more can be open at once. */
const MAX_OPEN = 100;

type ScheduledCall = Pick<CallRecord, "callId" | "scheduleId" | "chainId">;

export interface TakeCallNeeds {
  readonly records: Pick<CallStore, "takeCall">;
  readonly occurrences: Pick<ScheduleStore, "occurrencesOf" | "moveOccurrence">;
}

/**
 * Returns the occurrence of a schedule that a call belongs to, unless it is over.
 *
 * @throws {AttendantError} `store_unavailable`
 */
async function openOccurrenceOf(
  { callId, scheduleId, chainId }: ScheduledCall,
  occurrences: Pick<ScheduleStore, "occurrencesOf">,
): Promise<Occurrence | undefined> {
  const ofWhich = chainId ?? scheduleId;
  if (ofWhich === null) return undefined;
  const latest = await occurrences.occurrencesOf(ofWhich, MAX_OPEN);
  return latest.find((occurrence) => occurrence.callId === callId && occurrence.state !== "over");
}

/**
 * Returns whether a call belongs to an occurrence that is not over: the owner of the occurrence then carries the call out, or
 * records how it ended.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function isAwaited(
  call: ScheduledCall,
  occurrences: Pick<ScheduleStore, "occurrencesOf">,
): Promise<boolean> {
  return (await openOccurrenceOf(call, occurrences)) !== undefined;
}

/**
 * Moves an unfinished call to another owner, together with its occurrence, whichever owner that has: the owner of an
 * occurrence without its call would abort both. Does nothing when the call is over or has changed owners.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function takeCall(
  call: ScheduledCall & Pick<CallRecord, "owner">,
  to: string,
  { records, occurrences }: TakeCallNeeds,
): Promise<void> {
  // A former process may have taken the call without its occurrence.
  const isTheirs = call.owner === to || (await records.takeCall(call.callId, call.owner, to));
  while (isTheirs) {
    const open = await openOccurrenceOf(call, occurrences);
    if (!open || open.owner === to) return;
    const { occurrenceId, state, owner } = open;
    const change = { owner: to, leaseUntil: FOR_LIFE };
    if (await occurrences.moveOccurrence(occurrenceId, { state, owner }, change)) return;
  }
}
