import type { Schedule, WallClockRule } from "../../records/schedule.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { answer, listOf, nullable, request, text, whole } from "../kit/schema.js";
import { recurring, scheduleId, SCHEDULES, secondsUntil, zonedInstant, zonedTime } from "./schedule-body.js";

interface PreviewQuery {
  readonly count: number;
}

const previewQuery: JsonSchema = request(
  { count: whole("Number of runs.", { minimum: 1, maximum: 100, default: 10 }) },
  [],
);

const previewedRun: JsonSchema = answer({
  scheduled_for: zonedTime("When it is due."),
  remaining_seconds: whole("Seconds until then.", { minimum: 0 }),
  note: nullable(
    text("The effect of a clock change on this run: a new offset since the previous run, or a skipped time."),
  ),
});

export const schedulePreview: JsonSchema = answer(
  {
    schedule_id: scheduleId,
    timezone: text("The schedule's time zone."),
    recurring: nullable(recurring),
    at_time: nullable(text("The time of day at which it recurs.")),
    runs: listOf(previewedRun, { description: "Soonest first; fewer than requested when there are no more." }),
  },
  {
    examples: [
      {
        schedule_id: "5f0c7a3e-64a1-4f6b-8f0e-2f1f5a0d7c52",
        timezone: "Europe/Rome",
        recurring: "daily",
        at_time: "08:30",
        runs: [
          { scheduled_for: "2026-03-28T08:30:00+01:00", remaining_seconds: 3600, note: null },
          {
            scheduled_for: "2026-03-29T08:30:00+02:00",
            remaining_seconds: 86_400,
            note: "The offset from UTC is +02:00 on that day; it was +01:00 on the previous run.",
          },
        ],
      },
    ],
  },
);

export interface PreviewScheduleNeeds {
  readonly schedules: Pick<Schedules, "find" | "preview">;
  /** ms since the epoch. */
  readonly now: () => number;
}

export function previewSchedule({ schedules, now }: PreviewScheduleNeeds): Endpoint<undefined, PreviewQuery> {
  return {
    id: "previewSchedule",
    method: "get",
    path: "/schedule/{id}/preview",
    scopes: ["read"],
    tag: SCHEDULES,
    summary: "Preview the next runs",
    description: "Each with the day's offset from UTC, so that clock changes are visible.",
    query: previewQuery,
    answer: { description: "The next runs.", schema: schedulePreview },
    problems: ["invalid_request", "not_found", "store_unavailable"],
    async handle({ params, query: { count } }) {
      const schedule = await findOr404("schedule", params, (id) => schedules.find(id));
      const runs = await findOr404("schedule", params, (id) => schedules.preview(id, count));
      return jsonAnswer(previewBody(schedule, runs, now()));
    },
  };
}

/**
 * The upcoming runs.
 *
 * @param at ms since the epoch, soonest first
 */
function previewBody({ scheduleId, timeZone, rule, lastRun }: Schedule, at: readonly number[], now: number) {
  const shown = at.map((each) => zonedInstant(each, timeZone));
  const before = lastRun ? zonedInstant(lastRun.dueAt, timeZone) : shown[0];
  return {
    schedule_id: scheduleId,
    timezone: timeZone,
    recurring: rule?.recurring ?? null,
    at_time: rule?.time ?? null,
    runs: shown.map((scheduled_for, i) => ({
      scheduled_for,
      remaining_seconds: secondsUntil(at[i] ?? now, now),
      note: noteOn(scheduled_for, shown[i - 1] ?? before ?? scheduled_for, rule),
    })),
  };
}

/** The effect of a clock change on a run. @param run, @param before local times */
export function noteOn(run: string, before: string, rule: WallClockRule | null): string | null {
  const [offset, earlier] = [run.slice(-6), before.slice(-6)];
  const meant = rule && !rule.every ? rule.time : undefined;
  const skipped = meant !== undefined && run.slice(11, 16) !== meant;
  const notes = [
    ...(skipped
      ? [`A clock change skips ${meant} on that day, so the call is placed at the first moment after the gap.`]
      : []),
    ...(offset !== earlier
      ? [`The offset from UTC is ${offset} on that day; it was ${earlier} on the previous run.`]
      : []),
  ];
  return notes.length > 0 ? notes.join(" ") : null;
}
