import { type Occurrence, occurrenceIdOf, type Schedule } from "../../src/records/schedule.js";
import { THEN } from "./store-samples.js";

export function schedule(scheduleId: string, changes: Partial<Schedule> = {}): Schedule {
  return {
    scheduleId,
    kind: "call",
    setBy: null,
    extension: "1001",
    message: "Time to take the bread out of the oven.",
    tool: null,
    toolParams: {},
    prefix: "",
    suffix: "",
    callbackUrl: null,
    ringTimeoutMs: 30_000,
    timeZone: "Europe/Rome",
    rule: null,
    nextAt: THEN,
    paused: false,
    lastRun: null,
    createdAt: THEN - 60_000,
    revision: 1,
    ...changes,
  };
}

/** One that is not due any more, and ran for the last time at `dueAt`. */
export function overSchedule(scheduleId: string, dueAt: number, changes: Partial<Schedule> = {}): Schedule {
  const lastRun = { dueAt, outcome: "completed", callId: `call-${scheduleId}`, error: null } as const;
  return schedule(scheduleId, { nextAt: null, lastRun, createdAt: dueAt - 1000, ...changes });
}

export function occurrence(scheduleId: string, dueAt: number, changes: Partial<Occurrence> = {}): Occurrence {
  return {
    occurrenceId: occurrenceIdOf(scheduleId, dueAt),
    scheduleId,
    dueAt,
    state: "claimed",
    owner: "one",
    leaseUntil: dueAt + 60_000,
    callId: `call-${scheduleId}-${dueAt}`,
    channelId: null,
    outcome: null,
    error: null,
    ...changes,
  };
}

export function overOccurrence(scheduleId: string, dueAt: number): Occurrence {
  return occurrence(scheduleId, dueAt, { state: "over", outcome: "completed" });
}
