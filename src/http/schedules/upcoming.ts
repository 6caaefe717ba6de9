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
    from: moment("Only runs due at or after this time. Default: now."),
    to: moment(
      `Only runs due before this time, at most ${MAX_DAYS} days after from. Default: ${USUAL_DAYS} days after from.`,
    ),
    kind: text("Only schedules of clients, or timers or callbacks of callers.", {
      enum: [...SCHEDULE_KINDS, "all"],
      default: "all",
    }),
    extension: { ...extension, description: "Only runs for this number; encode a leading + as %2B." },
    limit: limit(200),
  },
  [],
);

const upcomingRun: JsonSchema = answer({
  schedule_id: scheduleId,
  at: zonedTime("When it is due."),
  remaining_seconds: whole("Seconds until then.", { minimum: 0 }),
  kind: text("The schedule of the run.", { enum: SCHEDULE_KINDS }),
  extension: text("The number to call."),
  message: nullable(text("What is said; null when it is the result of a tool.")),
  tool: nullable(text("The tool whose result is spoken.")),
  recurring: nullable(recurring),
  timezone: text("The schedule's time zone."),
  paused: flag("The run will be skipped unless the schedule is resumed."),
  skipped: flag("The run will be skipped."),
  note: nullable(
    text("The effect of a clock change on this run: a new offset since the previous run, or a skipped time."),
  ),
});

export const upcoming: JsonSchema = answer({
  runs: listOf(upcomingRun, { description: "Soonest first." }),
  more: flag("Whether there are more runs in that span than `limit`."),
});

export interface UpcomingNeeds {
  readonly schedules: Pick<Schedules, "upcoming">;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** `GET /schedule/upcoming`: the upcoming runs of all schedules. */
export function listUpcoming({ schedules, now }: UpcomingNeeds): Endpoint<undefined, UpcomingQuery> {
  return {
    id: "listUpcoming",
    isLong: "list",
    method: "get",
    path: "/schedule/upcoming",
    scopes: ["read"],
    tag: SCHEDULES,
    summary: "List the runs in a span of time",
    description: "The runs of all schedules, including paused ones.",
    query: upcomingQuery,
    answer: { description: "The upcoming runs.", schema: upcoming },
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

/** ms since the epoch; NaN when no time is given. */
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
    note: noteOn(scheduled, before === null ? scheduled : zonedInstant(before, timeZone), rule),
  };
}
