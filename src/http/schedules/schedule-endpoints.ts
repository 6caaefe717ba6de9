import type { ScheduleKind } from "../../records/schedule.js";
import type { ScheduleStatus } from "../../records/stores.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { JsonSchema } from "../../validation/validator.js";
import { extension, numberAsked } from "../calls/call-target.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { cursor, limit, linkHeader, nextLink, refuseCursor } from "../kit/paging.js";
import { answer, flag, listOf, request, text } from "../kit/schema.js";
import { changeSchedule } from "./change-schedule.js";
import { createSchedule, type CreateScheduleNeeds, scheduleCreated } from "./create-schedule.js";
import { listRuns, pastRun } from "./past-runs.js";
import { previewSchedule, schedulePreview } from "./preview-schedule.js";
import { schedule, SCHEDULE_KINDS, scheduleBody, scheduleId, SCHEDULES, WORDS_OF_SCHEDULE } from "./schedule-body.js";
import { scheduleChangeRequest, scheduleRequest } from "./schedule-request.js";
import { listUpcoming, upcoming } from "./upcoming.js";
import { runEndpoints, type RunEndpointsNeeds, scheduleRun } from "./schedule-runs.js";

export interface ScheduleEndpointsNeeds extends CreateScheduleNeeds, RunEndpointsNeeds {
  readonly schedules: Omit<Schedules, "add">;
}

/** What `GET /schedule` may be asked for, defaults filled in. */
interface ScheduleListQuery {
  readonly status?: ScheduleStatus | "all";
  readonly kind: ScheduleKind | "all";
  readonly extension?: string;
  readonly limit: number;
  readonly cursor?: string;
}

const scheduleListQuery: JsonSchema = request(
  {
    status: text("Only those that stand so, or `all` there are. Unless given, those that are pending or paused.", {
      enum: ["pending", "paused", "over", "all"] satisfies readonly ScheduleListQuery["status"][],
    }),
    kind: text("What clients scheduled, or the timers or callbacks of callers, or `all` of these.", {
      enum: [...SCHEDULE_KINDS, "all"] satisfies readonly ScheduleListQuery["kind"][],
      default: "call",
    }),
    extension: { ...extension, description: "Only those that call this number; a leading + is %2B in an address." },
    limit: limit(500),
    cursor: cursor("cursor in the Link header"),
  },
  [],
);

const scheduleCancelled: JsonSchema = answer({
  schedule_id: scheduleId,
  status: text("It does not run any more.", { enum: ["cancelled"] }),
  success: flag("Always true."),
  message: text("A sentence for people."),
});

export const SCHEDULE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ScheduleRequest: scheduleRequest,
  ScheduleChange: scheduleChangeRequest,
  ScheduleCreated: scheduleCreated,
  Schedule: schedule,
  ScheduleCancelled: scheduleCancelled,
  ScheduleRun: scheduleRun,
  PastRun: pastRun,
  SchedulePreview: schedulePreview,
  Upcoming: upcoming,
};

/** `/schedule`: calls to come. */
export function scheduleEndpoints(needs: ScheduleEndpointsNeeds): Endpoint[] {
  const { schedules, now } = needs;
  const path = "/schedule";

  const listSchedules: Endpoint<undefined, ScheduleListQuery> = {
    id: "listSchedules",
    method: "get",
    path,
    isLong: true,
    scopes: ["read"],
    tag: SCHEDULES,
    summary: "List scheduled calls",
    description:
      "Everything there is: `status=all&kind=all`. What is to be said takes the scope `transcripts` to be seen.",
    query: scheduleListQuery,
    answer: {
      description: "A page of them; `Link` leads to the next.",
      schema: listOf(schedule, {
        description:
          "Soonest first; those that are over, latest first; `all`, from what is furthest ahead back to the run longest ago.",
      }),
      headers: linkHeader(path),
    },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["invalid_request", "store_unavailable"],
    async handle({ query }) {
      const { kind, ...rest } = query;
      const wanted = { ...rest, ...numberAsked(rest), ...(kind !== "all" && { kind }) };
      const { items, nextCursor } = await schedules.list(wanted).catch(refuseCursor);
      const at = now();
      const bodies = items.map((each) => scheduleBody(each, at));
      return jsonAnswer(bodies, nextLink(path, query, nextCursor));
    },
  };

  const getSchedule: Endpoint = {
    id: "getSchedule",
    method: "get",
    path: "/schedule/{id}",
    scopes: ["read"],
    tag: SCHEDULES,
    summary: "See when it is due, and how it went the last time",
    answer: { description: "The schedule.", schema: schedule },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["not_found", "store_unavailable"],
    async handle({ params }) {
      const found = await findOr404("schedule", params, (id) => schedules.find(id));
      return jsonAnswer(scheduleBody(found, now()));
    },
  };

  const cancelSchedule: Endpoint = {
    id: "cancelSchedule",
    method: "delete",
    path: "/schedule/{id}",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Cancel it",
    description: "It is removed and does not run any more. A call that it makes at this moment goes on.",
    answer: { description: "It is cancelled.", schema: scheduleCancelled },
    problems: ["not_found", "store_unavailable"],
    async handle({ params }) {
      const { scheduleId } = await findOr404("schedule", params, (id) => schedules.cancel(id));
      const message = "The scheduled call is cancelled.";
      return jsonAnswer({ schedule_id: scheduleId, status: "cancelled", success: true, message });
    },
  };

  const [create, preview, runs] = [createSchedule(needs), previewSchedule(needs), listRuns(schedules)];
  return [
    create,
    listSchedules,
    listUpcoming(needs),
    getSchedule,
    changeSchedule(needs),
    cancelSchedule,
    preview,
    runs,
    ...runEndpoints(needs),
  ];
}
