import { FOR_LIFE } from "../records/schedule.js";
import type { CallStore, ScheduleStore } from "../records/stores.js";

export type TakeNeeds = Pick<CallStore, "unfinishedCalls" | "takeCall"> &
  Pick<ScheduleStore, "openOccurrences" | "moveOccurrence">;

/**
 * Moves the unfinished calls and occurrences of one owner to another, each in one step: if two processes do so at the same
 * time, none of them is moved twice. The calls come first, because the owner of an occurrence handles its call.
 *
 * @returns the ids of the calls
 * @throws {AttendantError} `store_unavailable`; doing it again moves what is left
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
