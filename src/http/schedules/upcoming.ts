import type { ScheduleKind } from "../../records/schedule.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { UpcomingRun } from "../../scheduling/upcoming-runs.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { moment } from "../calls/call-list-query.js";
import { extension, numberAsked } from "../calls/call-target.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { limit } from "../kit/paging.js";
import { answer, flag, listOf, nullable, request, text, whole } from "../kit/schema.js";
import { noteOn } from "./preview-schedule.js";
import {
  recurring,
  SCHEDULE_KINDS,
  scheduleId,
  SCHEDULES,
  secondsUntil,
  WORDS_OF_SCHEDULE,
  zonedInstant,
  zonedTime,
} from "./schedule-body.js";

interface UpcomingQuery {
  readonly from?: string;
  readonly to?: string;
  readonly kind: ScheduleKind | "all";
  readonly extension?: string;
  readonly limit: number;
}

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS = 31;
const USUAL_DAYS = 7;

const upcomingQuery: JsonSchema = request(
  {
    from: moment("Only runs that are due then or later; now unless given."),
    to: moment(`Only runs that are due before then, at most ${MAX_DAYS} days after from; ${USUAL_DAYS} unless given.`),
    kind: text("Only what clients scheduled, or the timers or callbacks of callers.", {
      enum: [...SCHEDULE_KINDS, "all"],
      default: "all",
    }),
    extension: { ...extension, description: "Only those that call this number; a leading + is %2B in an address." },
    limit: limit(200),
  },
  [],
);

const upcomingRun: JsonSchema = answer({
  schedule_id: scheduleId,
  at: zonedTime("When it is due."),
  remaining_seconds: whole("Seconds until then.", { minimum: 0 }),
  kind: text("What it is of.", { enum: SCHEDULE_KINDS }),
  extension: text("The number to call."),
  message: nullable(text("What is said; null when a tool's result is.")),
  tool: nullable(text("The tool whose result is spoken.")),
  recurring: nullable(recurring),
  timezone: text("The time zone that it is scheduled in."),
  paused: flag("It will pass by unless the schedule is resumed."),
  skipped: flag("It is left out."),
  note: nullable(text("What a clock change does to it: a new offset since the run before, or a time that is skipped.")),
});

export const upcoming: JsonSchema = answer({
  runs: listOf(upcomingRun, { description: "Soonest first." }),
  more: flag("There are more of them than `limit` in that span."),
});

export interface UpcomingNeeds {
  readonly schedules: Pick<Schedules, "upcoming">;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** `GET /schedule/upcoming`: what is to come of all schedules. */
export function listUpcoming({ schedules, now }: UpcomingNeeds): Endpoint<undefined, UpcomingQuery> {
  return {
    id: "listUpcoming",
    isLong: true,
    method: "get",
    path: "/schedule/upcoming",
    scopes: ["read"],
    tag: SCHEDULES,
    summary: "See what will run in a span of time",
    description: "All schedules together, those that are paused too.",
    query: upcomingQuery,
    answer: { description: "The runs to come.", schema: upcoming },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["invalid_request", "store_unavailable"],
    faults: ({ query }) => spanFaults(query, now()),
    async handle({ query: { from, to, kind, ...rest } }) {
      const span = spanOf({ from, to }, now());
      const wanted = { ...rest, ...numberAsked(rest), ...span, ...(kind !== "all" && { kind }) };
      const { runs, isWhole } = await schedules.upcoming(wanted);
      const at = now();
      return jsonAnswer({ runs: runs.map((run) => runBody(run, at)), more: !isWhole });
    },
  };
}

type Given = { readonly [Name in "from" | "to"]?: unknown };

/** ms since the epoch; NaN where no time is given. */
function spanOf(given: Given, now: number): { readonly from: number; readonly to: number } {
  const from = given.from === undefined ? now : Date.parse(String(given.from));
  return { from, to: given.to === undefined ? from + USUAL_DAYS * DAY_MS : Date.parse(String(given.to)) };
}

function spanFaults(query: unknown, now: number): ValidationFault[] {
  const { from, to } = spanOf(query as Given, now);
  if (to < from) return [{ path: "?to", message: "must not be earlier than from" }];
  if (to - from > MAX_DAYS * DAY_MS) return [{ path: "?to", message: `must be at most ${MAX_DAYS} days after from` }];
  return [];
}

function runBody({ schedule, at, before, isSkipped }: UpcomingRun, now: number) {
  const { timeZone, rule } = schedule;
  const scheduled = zonedInstant(at, timeZone);
  return {
    schedule_id: schedule.scheduleId,
    at: scheduled,
    remaining_seconds: secondsUntil(at, now),
    kind: schedule.kind,
    extension: schedule.extension,
    message: schedule.message,
    tool: schedule.tool,
    recurring: rule?.recurring ?? null,
    timezone: timeZone,
    paused: schedule.paused,
    skipped: isSkipped,
    note: noteOn(scheduled, before === null ? scheduled : zonedInstant(before, timeZone), rule?.time),
  };
}
