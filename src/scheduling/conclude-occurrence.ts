import type { LastRun } from "../records/schedule.js";
import { retryWhileStoreAway } from "../records/store-away.js";
import type { OccurrenceEnd } from "./occurrence-executor.js";
import type { LeasedOccurrence, RunOccurrenceNeeds } from "./run-occurrence.js";

export type ConcludeOccurrenceNeeds = Pick<RunOccurrenceNeeds, "store" | "leaving" | "log" | "metrics" | "now">;

/** Records how an occurrence ended, in its schedule first, unless another controller owns it by now. */
export async function concludeOccurrence(
  { occurrence }: LeasedOccurrence,
  end: OccurrenceEnd | undefined,
  { store, leaving, log, metrics, now }: ConcludeOccurrenceNeeds,
): Promise<void> {
  const { occurrenceId, scheduleId, dueAt, state, owner, callId } = occurrence;
  const logFields = { schedule_id: scheduleId, call_id: callId };
  const move = (change: Parameters<typeof store.moveOccurrence>[2]) =>
    retryWhileStoreAway(leaving, () => store.moveOccurrence(occurrenceId, { state, owner }, change));

  if (!end || !(await move({}))) {
    log.warn("schedule_left", "Another controller has taken over a scheduled run", logFields);
    return;
  }
  const { outcome, error } = end;
  await retryWhileStoreAway(leaving, () => keepLastRun({ dueAt, outcome, callId: end.callId, error }));
  await move({ state: "over", outcome, error });

  metrics.occurrenceEnded(outcome);
  const facts = { ...logFields, outcome, ...(error !== null && { error }) };
  if (outcome === "missed") log.warn("schedule_missed", `A scheduled run was missed: ${error}`, facts);
  else if (error) log.warn("schedule_over", `A scheduled run ended: ${error}`, facts);
  else log.info("schedule_over", "A scheduled run ended", facts);

  async function keepLastRun(lastRun: LastRun): Promise<void> {
    for (;;) {
      const schedule = await store.findSchedule(scheduleId);
      if (!schedule || isLater(schedule.lastRun)) return;
      if (await store.replaceSchedule({ ...schedule, lastRun, revision: schedule.revision + 1 })) return;
    }
  }

  /** Whether a later run has a result. A later run that is only marked to be skipped does not count. */
  function isLater(lastRun: LastRun | null): boolean {
    return lastRun !== null && lastRun.dueAt > dueAt && !(lastRun.outcome === "skipped" && lastRun.dueAt > now());
  }
}
