import { localTime } from "../../kernel/wall-clock.js";
import type { Schedule } from "../../records/schedule.js";
import { upcomingRun } from "../../scheduling/recurrence.js";
import { instant } from "./instant.js";

/**
 * A call to come as clients see it.
 *
 * @param now ms since the epoch
 */
export function scheduleBody(schedule: Schedule, now: number) {
  const { lastRun, rule, timeZone } = schedule;
  const nextAt = inKnownZone(timeZone, (zone) => upcomingRun({ ...schedule, timeZone: zone }, now));
  return {
    schedule_id: schedule.scheduleId,
    kind: schedule.kind,
    status: statusOf(schedule),
    extension: schedule.extension,
    scheduled_for: nextAt === null ? null : timeThere(nextAt, timeZone),
    remaining_seconds: nextAt === null ? null : secondsUntil(nextAt, now),
    message: schedule.message,
    tool: schedule.tool,
    tool_params: schedule.toolParams,
    prefix: schedule.prefix,
    suffix: schedule.suffix,
    recurring: rule?.recurring ?? null,
    at_time: rule?.time ?? null,
    timezone: timeZone,
    set_by: schedule.setBy,
    created_at: instant(schedule.createdAt),
    last_run: lastRun && timeThere(lastRun.dueAt, timeZone),
    last_outcome: lastRun?.outcome ?? null,
    last_call_id: lastRun?.callId ?? null,
    last_error: lastRun?.error ?? null,
  };
}

/** What is answered when a call was scheduled; also later, when that answer was lost and the call may have been made. */
export function scheduleCreatedBody(schedule: Schedule, now: number) {
  const { scheduleId, extension, timeZone, rule, nextAt, lastRun, createdAt } = schedule;
  const at = nextAt ?? lastRun?.dueAt ?? createdAt;
  const recurring = rule?.recurring ?? null;
  const goesOn =
    recurring && `, and then ${recurring === "weekdays" || recurring === "weekends" ? "on " : ""}${recurring}`;
  return {
    schedule_id: scheduleId,
    status: "scheduled",
    extension,
    scheduled_for: timeThere(at, timeZone),
    delay_seconds: secondsUntil(at, now),
    message: `${extension} will be called on ${dateAndTime(at, timeZone)}${goesOn ?? ""}.`,
    recurring,
    timezone: timeZone,
  };
}

/**
 * The runs to come.
 *
 * @param at ms since the epoch, soonest first
 */
export function previewBody({ scheduleId, timeZone, rule, lastRun }: Schedule, at: readonly number[], now: number) {
  const shown = at.map((each) => timeThere(each, timeZone));
  const before = lastRun ? timeThere(lastRun.dueAt, timeZone) : shown[0];
  return {
    schedule_id: scheduleId,
    timezone: timeZone,
    recurring: rule?.recurring ?? null,
    at_time: rule?.time ?? null,
    runs: shown.map((scheduled_for, i) => ({
      scheduled_for,
      remaining_seconds: secondsUntil(at[i] ?? now, now),
      note: noteOn(scheduled_for, shown[i - 1] ?? before ?? scheduled_for, rule?.time),
    })),
  };
}

/** What a clock change does to a run. @param run, @param before local times, @param meant the rule's time of day */
function noteOn(run: string, before: string, meant: string | undefined): string | null {
  const [offset, earlier] = [run.slice(-6), before.slice(-6)];
  const skipped = meant !== undefined && run.slice(11, 16) !== meant;
  const notes = [
    ...(skipped ? [`A clock change skips ${meant} that day, so it runs at the first moment after it.`] : []),
    ...(offset !== earlier ? [`The clock is at ${offset} from UTC then, at ${earlier} the time before.`] : []),
  ];
  return notes.length > 0 ? notes.join(" ") : null;
}

function timeThere(at: number, timeZone: string): string {
  return inKnownZone(timeZone, (zone) => localTime(at, zone));
}

/** A zone that Node does not know any more is told in UTC: one such schedule must not hide all others. */
function inKnownZone<T>(timeZone: string, tell: (zone: string) => T): T {
  try {
    return tell(timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return tell("UTC");
  }
}

function statusOf({ nextAt, paused, lastRun }: Schedule) {
  if (nextAt !== null) return paused ? "paused" : "pending";
  return lastRun?.outcome ?? "running";
}

/** Never less than there are, so that a delay is told as it was asked for. */
function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000));
}

/** Sunday 29 March 2026 at 08:30. */
function dateAndTime(at: number, timeZone: string): string {
  const shown = timeThere(at, timeZone);
  const day = new Date(shown.slice(0, 10))
    .toLocaleDateString("en-GB", { dateStyle: "full", timeZone: "UTC" })
    .replace(",", "");
  return `${day} at ${shown.slice(11, 16)}`;
}
