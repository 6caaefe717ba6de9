import { AttendantError } from "../kernel/errors.js";
import type { Recurrence, Schedule } from "../records/schedule.js";
import { firstRun } from "./recurrence.js";

/** A call to come, as a client asks for it. */
export interface NewSchedule {
  readonly scheduleId: string;
  /** Who asks, by the name of their key. */
  readonly client?: string | undefined;
  /** The span of the trace of whoever asks. */
  readonly traceparent?: string | undefined;
  readonly extension: string;
  /** What is said; null when a tool's result is. */
  readonly message: string | null;
  readonly tool: string | null;
  readonly toolParams: Schedule["toolParams"];
  /** Spoken before and after; empty when nothing is. */
  readonly prefix: string;
  readonly suffix: string;
  readonly callbackUrl: string | null;
  readonly ringTimeoutMs: number;
  /** The number that the callee is to see; the assistant's own unless given. */
  readonly callerId?: string | undefined;
  /** IANA name. */
  readonly timeZone: string;
  /** Null when it runs once, and always so after a delay. */
  readonly recurring: Recurrence | null;
  readonly when:
    | { readonly kind: "delay"; readonly seconds: number }
    /** HH:MM, and YYYY-MM-DD or null for the next time that it is so late. */
    | { readonly kind: "time"; readonly time: string; readonly date: string | null };
}

/**
 * The schedule that a request means.
 *
 * @throws {AttendantError} `invalid_request` when it would never run
 */
export function scheduleOf({ when, recurring, ...request }: NewSchedule, now: number): Schedule {
  return {
    ...request,
    ...planned({ when, recurring, timeZone: request.timeZone }, now),
    kind: "call",
    setBy: null,
    paused: false,
    lastRun: null,
    createdAt: now,
    revision: 1,
  };
}

/** When a call to come is due. */
export type Plan = Pick<NewSchedule, "when" | "recurring" | "timeZone">;

/** What is said in a call to come. */
export type Said = Pick<NewSchedule, "message" | "tool" | "toolParams" | "prefix" | "suffix">;

/** What of a schedule a client may change; what is left out stays. What is said, and when, are each given as a whole. */
export interface ScheduleChange extends Partial<
  Pick<NewSchedule, "extension" | "callbackUrl" | "ringTimeoutMs" | "callerId">
> {
  readonly said?: Said | undefined;
  readonly plan?: Plan | undefined;
}

/**
 * What that makes another of a schedule.
 *
 * @throws {AttendantError} `invalid_request` when it would never run
 */
export function changesOf({ said, plan, ...rest }: ScheduleChange, now: number): Partial<Schedule> {
  return { ...rest, ...said, ...(plan && planned(plan, now)) };
}

function planned(plan: Plan, now: number): Pick<Schedule, "timeZone" | "rule" | "nextAt"> {
  const { at, rule } = first(plan, now);
  return { timeZone: plan.timeZone, rule, nextAt: at };
}

function first({ when, recurring, timeZone }: Plan, now: number) {
  if (when.kind === "delay") {
    if (recurring !== null) throw refused("What recurs needs a time of day.");
    return { at: now + when.seconds * 1000, rule: null };
  }
  const { time, date } = when;
  try {
    const run = firstRun({ time, date, zone: timeZone, recurring }, now);
    if (run) return run;
  } catch (error) {
    if (error instanceof RangeError) throw refused(error.message);
    throw error;
  }
  throw refused(`${time} on ${date} is past.`);
}

function refused(detail: string): AttendantError {
  return new AttendantError("invalid_request", detail);
}
