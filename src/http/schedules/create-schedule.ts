import type { ToolRunner } from "../../calls/tool-runner.js";
import { isRecord } from "../../kernel/record.js";
import type { Schedule, WallClockRule } from "../../records/schedule.js";
import type { ClosedDays } from "../../scheduling/recurrence.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type MannerChecks, mannerFaults } from "../calls/call-manner.js";
import { callsIn, chainFaults } from "../calls/chain-request.js";
import { requireScopes } from "../kit/client.js";
import { type Endpoint, jsonAnswer, LOCATION } from "../kit/endpoint.js";
import { answer, nullable, text, whole } from "../kit/schema.js";
import { nextRunOf, recurring, scheduleId, SCHEDULES, secondsUntil, zonedInstant, zonedTime } from "./schedule-body.js";
import { createScheduleFaults, newScheduleOf, type ScheduleBody, scheduleRequest } from "./schedule-request.js";

export const scheduleCreated: JsonSchema = answer(
  {
    schedule_id: scheduleId,
    status: text("The call is scheduled.", { enum: ["scheduled"] }),
    extension: text("The number to call."),
    scheduled_for: zonedTime("When it is (next) due."),
    delay_seconds: whole("Seconds until then.", { minimum: 0 }),
    message: text("A sentence for a human reader."),
    recurring: nullable(recurring),
    timezone: text("The schedule's time zone."),
  },
  {
    examples: [
      {
        schedule_id: "5f0c7a3e-64a1-4f6b-8f0e-2f1f5a0d7c52",
        status: "scheduled",
        extension: "1001",
        scheduled_for: "2026-03-29T08:30:00+02:00",
        delay_seconds: 43_200,
        message: "1001 will be called on Sunday 29 March 2026 at 08:30, and then daily.",
        recurring: "daily",
        timezone: "Europe/Rome",
      },
    ],
  },
);

export interface CreateScheduleNeeds extends MannerChecks {
  readonly schedules: Pick<Schedules, "create" | "find" | "withdraw">;
  readonly tools: Pick<ToolRunner, "find" | "check">;
  readonly closedDays: ClosedDays;
  /** IANA name: the default time zone of times of day. */
  readonly timeZone: string;
  /** ms since the epoch. */
  readonly now: () => number;
}

export function createSchedule(needs: CreateScheduleNeeds): Endpoint<ScheduleBody> {
  const { schedules, tools, timeZone, now } = needs;
  const scheduleFaults = createScheduleFaults(needs);

  const created = (schedule: Schedule) =>
    jsonAnswer(createdBody(schedule, now(), needs.closedDays), { Location: `/schedule/${schedule.scheduleId}` });

  return {
    id: "createSchedule",
    method: "post",
    path: "/schedule",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Schedule a call",
    description:
      "Schedules a call after a delay or at a time of day, once or recurring: exactly one of `at_time` and " +
      "`delay_seconds`, and exactly one of `message` and `tool`. A tool runs when the call is due; if it " +
      "fails, no call is placed. Running a tool also requires the scope `tools`. A call that cannot be " +
      "placed in time is missed.",
    body: { schema: scheduleRequest, required: true },
    answer: { description: "The call is scheduled.", schema: scheduleCreated, headers: LOCATION },
    problems: ["destination_not_allowed", "quiet_hours", "schedules_full", "store_unavailable"],
    faults({ body, client }) {
      // First, because the faults mention tools.
      if (isRecord(body) && body.tool !== undefined) requireScopes(client, ["tools"]);
      return [...scheduleFaults(body), ...mannerFaults(body, needs), ...chainFaults(body)];
    },
    calls: ({ body }) => callsIn(body),
    once: {
      async perform({ body, client, traceparent }, scheduleId) {
        const asked = { ...(client?.name && { client: client.name }), ...(traceparent && { traceparent }) };
        return created(await schedules.create({ scheduleId, ...asked, ...newScheduleOf(body, tools, timeZone) }));
      },
      async recover(_request, scheduleId) {
        const schedule = await schedules.find(scheduleId);
        return schedule && created(schedule);
      },
      withdraw: (_request, scheduleId) => schedules.withdraw(scheduleId),
    },
  };
}

/** The answer to a scheduled call; also when that answer was lost, possibly after the call was made. */
function createdBody(schedule: Schedule, now: number, closedDays: ClosedDays) {
  const { scheduleId, extension, timeZone, rule, lastRun, createdAt } = schedule;
  const at = nextRunOf(schedule, now, closedDays) ?? lastRun?.dueAt ?? createdAt;
  const goesOn = rule ? `, and then ${recurrenceInWords(rule)}` : "";
  return {
    schedule_id: scheduleId,
    status: "scheduled",
    extension,
    scheduled_for: zonedInstant(at, timeZone),
    delay_seconds: secondsUntil(at, now),
    message: `${extension} will be called on ${dateAndTime(at, timeZone)}${goesOn}.`,
    recurring: rule?.recurring ?? null,
    timezone: timeZone,
  };
}

/** Sunday 29 March 2026 at 08:30. */
function dateAndTime(at: number, timeZone: string): string {
  const shown = zonedInstant(at, timeZone);
  const day = new Date(shown.slice(0, 10))
    .toLocaleDateString("en-GB", { dateStyle: "full", timeZone: "UTC" })
    .replace(",", "");
  return `${day} at ${shown.slice(11, 16)}`;
}

/** How a schedule goes on after its first run, as the rest of a sentence: weekly, until 2026-12-31. */
function recurrenceInWords({ recurring, monthDay, every, untilDate, exceptClosedDays }: WallClockRule): string {
  const on = recurring === "weekdays" || recurring === "weekends" ? "on " : "";
  return [
    ...(every ? [`every ${every.minutes} minutes until ${every.lastTime}`] : []),
    `${on}${recurring}${monthDay === undefined ? "" : ` on ${monthDayInWords(monthDay)}`}`,
    ...(untilDate === undefined ? [] : [`until ${untilDate}`]),
    ...(exceptClosedDays ? ["except on closed days"] : []),
  ].join(", ");
}

/** The last Friday. */
function monthDayInWords(monthDay: string): string {
  if (monthDay === "last") return "the last day";
  const [ordinal = "", weekday] = monthDay.split("_");
  return weekday === undefined ? `day ${ordinal}` : `the ${ordinal} ${weekday[0]?.toUpperCase()}${weekday.slice(1)}`;
}
