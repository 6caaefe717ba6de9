import type { LastRun, Schedule } from "../records/schedule.js";
import { retryWhileStoreAway } from "../records/store-away.js";
import { chainStepped } from "./chain-due.js";
import type { OccurrenceEnd } from "./occurrence-executor.js";
import type { LeasedOccurrence, RunOccurrenceNeeds } from "./run-occurrence.js";

export type ConcludeOccurrenceNeeds = Pick<RunOccurrenceNeeds, "store" | "leaving" | "log" | "metrics" | "now">;

/**
 * Records how an occurrence ended, in its schedule first, unless another controller owns it by now.
 *
 * @returns the chain that continues with it, as it is then; undefined when it is no step of a chain
 */
export async function concludeOccurrence(
  { occurrence }: LeasedOccurrence,
  end: OccurrenceEnd | undefined,
  { store, leaving, log, metrics, now }: ConcludeOccurrenceNeeds,
): Promise<Schedule | undefined> {
  const { occurrenceId, scheduleId, dueAt, state, owner, callId } = occurrence;
  const logFields = { schedule_id: scheduleId, call_id: callId };
  const move = (change: Parameters<typeof store.moveOccurrence>[2]) =>
    retryWhileStoreAway(leaving, () => store.moveOccurrence(occurrenceId, { state, owner }, change));

  if (!end || !(await move({}))) {
    log.warn("schedule_left", "Another controller has taken over a scheduled run", logFields);
    return undefined;
  }
  const { outcome, error } = end;
  const lastRun = { dueAt, outcome, callId: end.callId, error };
  const chain = await retryWhileStoreAway(leaving, () => keepInSchedule(end, lastRun));
  await move({ state: "over", outcome, error });

  metrics.occurrenceEnded(outcome);
  const facts = { ...logFields, outcome, ...(error !== null && { error }) };
  if (outcome === "missed") log.warn("schedule_missed", `A scheduled run was missed: ${error}`, facts);
  else if (error) log.warn("schedule_over", `A scheduled run ended: ${error}`, facts);
  else log.info("schedule_over", "A scheduled run ended", facts);
  return chain;

  async function keepInSchedule(ended: OccurrenceEnd, lastRun: LastRun): Promise<Schedule | undefined> {
    for (;;) {
      const schedule = await store.findSchedule(scheduleId);
      if (!schedule || (!schedule.progress && isLater(schedule.lastRun))) return undefined;
      const change = schedule.progress ? chainStepped(schedule, callId, ended, ended.at ?? now()) : { lastRun };
      if (change === undefined) return schedule; // An earlier process has recorded the end of this step.
      const next = { ...schedule, ...change, revision: schedule.revision + 1 };
      if (await store.replaceSchedule(next)) return schedule.progress && next;
    }
  }

  /** Whether a later run has a result. A later run that is only marked to be skipped does not count. */
  function isLater(lastRun: LastRun | null): boolean {
    return lastRun !== null && lastRun.dueAt > dueAt && !(lastRun.outcome === "skipped" && lastRun.dueAt > now());
  }
}
