import { localTime } from "../../kernel/wall-clock.js";
import type {
  OccurrenceOutcome,
  Recurrence,
  RecurrenceDetails,
  Schedule,
  ScheduleKind,
} from "../../records/schedule.js";
import { type ClosedDays, upcomingRun } from "../../scheduling/recurrence.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { Tag } from "../kit/endpoint.js";
import type { Withheld } from "../kit/withheld.js";
import { mannerShown, mannerShownFields } from "../calls/call-manner.js";
import { chainShown } from "../calls/chain-request.js";
import { answer, flag, instant, listOf, nullable, text, time, whole } from "../kit/schema.js";

export const SCHEDULES: Tag = { name: "Schedules", description: "Scheduled calls, single or recurring." };

const RECURRENCES = ["daily", "weekdays", "weekends", "weekly", "monthly"] as const satisfies readonly Recurrence[];

export const recurring = text(
  "The days on which it recurs; `weekly` means the weekday of the first run, `monthly` the day of the month in `on_day`.",
  { enum: RECURRENCES },
);

export function isRecurrence(value: unknown): value is Recurrence {
  return RECURRENCES.some((each) => each === value);
}

export const EXCEPTIONS = ["closed_days"] as const;

export const scheduleId = text("Identifies the schedule.", { examples: ["5f0c7a3e-64a1-4f6b-8f0e-2f1f5a0d7c52"] });

export const zonedTime = (description: string): JsonSchema =>
  time(`${description} With that day's offset in the schedule's time zone.`);

/** The value of such a field. @param at ms since the epoch, @param timeZone IANA name */
export function zonedInstant(at: number, timeZone: string): string {
  return inKnownZone(timeZone, (zone) => localTime(at, zone));
}

/** A time zone that Node no longer knows is replaced by UTC: one such schedule must not break the whole list. */
function inKnownZone<T>(timeZone: string, tell: (zone: string) => T): T {
  try {
    return tell(timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return tell("UTC");
  }
}

/** Rounded up, so that a delay is reported as it was requested. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000));
}

/** The text of a schedule may be private, such as the words of a caller's timer. */
export const WORDS_OF_SCHEDULE = {
  message: { scope: "transcripts", instead: null },
  tool_params: { scope: "transcripts", instead: {} },
  prefix: { scope: "transcripts", instead: "" },
  suffix: { scope: "transcripts", instead: "" },
  machine_message: { scope: "transcripts", instead: null },
} as const satisfies Withheld;

export const SCHEDULE_KINDS = ["call", "timer", "callback"] as const satisfies readonly ScheduleKind[];

export const OUTCOMES = [
  "completed",
  "no_answer",
  "busy",
  "failed",
  "cancelled",
  "spoken",
  "chained",
  "tool_failed",
  "missed",
  "skipped",
] as const satisfies readonly OccurrenceOutcome[];

export const schedule: JsonSchema = answer(
  {
    schedule_id: scheduleId,
    kind: text("`timer` and `callback` were set by a caller, or with the tool of that name.", {
      enum: SCHEDULE_KINDS,
    }),
    status: text(
      "`pending` and `paused` schedules have a next run; `running` is a single run in progress. The other " +
        "values are the result of the last run.",
      { enum: ["pending", "paused", "running", ...OUTCOMES] },
    ),
    extension: text("The number to call, or the first; empty for a timer whose caller's number is withheld."),
    extensions: nullable(
      listOf(text("A number."), { description: "The numbers to call; null when one is called once." }),
    ),
    until: nullable(text("What counts as reaching someone.", { enum: ["answered", "acknowledged"] })),
    rounds: nullable(whole("How often all of them are called.")),
    pause_seconds: nullable(whole("The pause before another round.")),
    at_once: nullable(whole("How many telephones ring side by side.")),
    retry: nullable({ type: "object", description: "The pauses before the number is called again, by reason." }),
    scheduled_for: nullable(
      zonedTime("When it is next due, or would be if it were not paused; null when there are no more runs."),
    ),
    remaining_seconds: nullable(whole("Seconds until then.", { minimum: 0 })),
    message: nullable(text("What is said; null when it is the result of a tool.")),
    tool: nullable(text("The tool whose result is spoken.")),
    tool_params: { type: "object", description: "The tool's parameters by name." },
    prefix: text("Spoken before the message, or the tool's result."),
    suffix: text("Spoken after the message, or after the tool's result."),
    ...mannerShownFields,
    recurring: nullable(recurring),
    at_time: nullable(text("The time of day at which it recurs.")),
    on_day: nullable(text("The day of the month on which it recurs.")),
    every_minutes: nullable(whole("It repeats at this interval on each of its days.")),
    last_time: nullable(text("The latest time at which it repeats on a day.")),
    until_date: nullable(text("The last day on which it recurs.", { format: "date" })),
    except: nullable(text("The days that are left out.", { enum: EXCEPTIONS })),
    when_idle: flag("Whether a telephone that is in use is waited for."),
    timezone: text("The schedule's time zone."),
    set_by: nullable(text("The caller who set it; null when a client did.")),
    client: nullable(text("The name of the key that set it; null when the key has none, or a caller set it.")),
    created_at: time("When it was scheduled."),
    last_run: nullable(zonedTime("When the latest run was due; null before the first.")),
    last_outcome: nullable(
      text(
        "The result of that run: the status of its call, or `spoken` in the call that had set it, " +
          "`chained` (it called several numbers; see the `chain_id` of `last_call_id`), " +
          "`tool_failed` (no call was placed), `missed` (the call could not be placed in time) or `skipped`.",
        { enum: OUTCOMES },
      ),
    ),
    last_call_id: nullable(text("The call of that run.")),
    last_error: nullable(text("Why the run failed, in one sentence.")),
  },
  {
    examples: [
      {
        schedule_id: "5f0c7a3e-64a1-4f6b-8f0e-2f1f5a0d7c52",
        kind: "call",
        status: "pending",
        extension: "1001",
        extensions: null,
        until: null,
        rounds: null,
        pause_seconds: null,
        at_once: null,
        retry: null,
        scheduled_for: "2026-03-29T08:30:00+02:00",
        remaining_seconds: 43_200,
        message: "Please take your medicine.",
        tool: null,
        tool_params: {},
        prefix: "",
        suffix: "",
        caller_id: null,
        language: null,
        disclosure_waived: null,
        assistant: null,
        on_machine: null,
        machine_message: null,
        recurring: "daily",
        at_time: "08:30",
        on_day: null,
        every_minutes: null,
        last_time: null,
        until_date: null,
        except: null,
        when_idle: false,
        timezone: "Europe/Rome",
        set_by: null,
        client: "crm",
        created_at: "2026-03-02T14:00:00.000Z",
        last_run: "2026-03-28T08:30:00+01:00",
        last_outcome: "no_answer",
        last_call_id: "0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11",
        last_error: "The call was not answered.",
      },
    ],
  },
);

/** When a schedule is next due, as the hours are now. @param now ms since the epoch */
export function nextRunOf(schedule: Schedule, now: number, closedDays: ClosedDays): number | null {
  return inKnownZone(schedule.timeZone, (timeZone) => upcomingRun({ ...schedule, timeZone }, now, closedDays));
}

/**
 * A scheduled call as the API returns it.
 *
 * @param now ms since the epoch
 */
export function scheduleBody(schedule: Schedule, now: number, closedDays: ClosedDays) {
  const { lastRun, rule, timeZone } = schedule;
  const nextAt = nextRunOf(schedule, now, closedDays);
  return {
    schedule_id: schedule.scheduleId,
    kind: schedule.kind,
    status: statusOf(schedule),
    extension: schedule.extension,
    ...chainShown(schedule.chain),
    scheduled_for: nextAt === null ? null : zonedInstant(nextAt, timeZone),
    remaining_seconds: nextAt === null ? null : secondsUntil(nextAt, now),
    message: schedule.message,
    tool: schedule.tool,
    tool_params: schedule.toolParams,
    prefix: schedule.prefix,
    suffix: schedule.suffix,
    ...mannerShown(schedule),
    ...recurrenceShown(rule),
    when_idle: schedule.whenIdle ?? false,
    timezone: timeZone,
    set_by: schedule.setBy,
    client: schedule.client ?? null,
    created_at: instant(schedule.createdAt),
    ...lastRunShown(lastRun, timeZone),
  };
}

function recurrenceShown(rule: Schedule["rule"]) {
  return {
    recurring: rule?.recurring ?? null,
    at_time: rule?.time ?? null,
    on_day: rule?.monthDay ?? null,
    ...intervalShown(rule?.every),
    until_date: rule?.untilDate ?? null,
    except: rule?.exceptClosedDays ? EXCEPTIONS[0] : null,
  };
}

function intervalShown(every: RecurrenceDetails["every"]) {
  return { every_minutes: every?.minutes ?? null, last_time: every?.lastTime ?? null };
}

function lastRunShown(lastRun: Schedule["lastRun"], timeZone: string) {
  return {
    last_run: lastRun && zonedInstant(lastRun.dueAt, timeZone),
    last_outcome: lastRun?.outcome ?? null,
    last_call_id: lastRun?.callId ?? null,
    last_error: lastRun?.error ?? null,
  };
}

function statusOf({ nextAt, paused, lastRun }: Schedule) {
  if (nextAt !== null) return paused ? "paused" : "pending";
  return lastRun?.outcome ?? "running";
}
