import { FOR_LIFE } from "../records/schedule.js";
import type { CallStore, ScheduleStore } from "../records/stores.js";

export type TakeNeeds = Pick<CallStore, "unfinishedCalls" | "takeCall"> &
  Pick<ScheduleStore, "openOccurrences" | "moveOccurrence">;

/**
 * Makes one owner's calls and runs that are not over another's, each in one step: two who do so at the same time have none
 * of them both. The calls come first, for whoever finds a run as its own sees to its call.
 *
 * @returns the ids of the calls
 * @throws {AttendantError} `store_unavailable`; what is left is taken by doing it again
 */
export async function takeFrom(from: string, to: string, store: TakeNeeds): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (const { callId } of await store.unfinishedCalls(from)) {
    if (await store.takeCall(callId, from, to)) taken.add(callId);
  }
  for (const { occurrenceId, state } of await store.openOccurrences({ owner: from })) {
    await store.moveOccurrence(occurrenceId, { state, owner: from }, { owner: to, leaseUntil: FOR_LIFE });
  }
  return taken;
}
