import type { CallRecord } from "../records/call-record.js";
import type { ScheduleStore } from "../records/stores.js";

/** Of a schedule's latest runs, so many may be open at once. */
const MAX_OPEN = 100;

/**
 * Whether a call is a schedule's whose run is not over: whoever sees to the run carries the call out, or writes down how it
 * ended. Rejects with `store_unavailable`.
 */
export async function isAwaited(
  { callId, scheduleId }: Pick<CallRecord, "callId" | "scheduleId">,
  store: Pick<ScheduleStore, "occurrencesOf">,
): Promise<boolean> {
  if (scheduleId === null) return false;
  const runs = await store.occurrencesOf(scheduleId, MAX_OPEN);
  return runs.some((occurrence) => occurrence.callId === callId && occurrence.state !== "over");
}
