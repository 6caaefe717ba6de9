import type { CallRecord } from "../records/call-record.js";
import type { Occurrence } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";

/** Of a schedule's latest runs, so many may be open at once. */
const MAX_OPEN = 100;

/** The run of a schedule that a call belongs to, if there is one that is not over. Rejects with `store_unavailable`. */
export async function openRunOf(
  { callId, scheduleId }: Pick<CallRecord, "callId" | "scheduleId">,
  store: Pick<ScheduleStore, "occurrencesOf">,
): Promise<Occurrence | undefined> {
  if (scheduleId === null) return undefined;
  const runs = await store.occurrencesOf(scheduleId, MAX_OPEN);
  return runs.find((occurrence) => occurrence.callId === callId && occurrence.state !== "over");
}

/**
 * Whether a call is a schedule's whose run is not over: whoever sees to the run carries the call out, or writes down how it
 * ended. Rejects with `store_unavailable`.
 */
export async function isAwaited(...asked: Parameters<typeof openRunOf>): Promise<boolean> {
  return (await openRunOf(...asked)) !== undefined;
}
