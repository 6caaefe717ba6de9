import { setImmediate } from "node:timers/promises";
import type { ScheduleKind } from "../../records/schedule.js";
import type { ScheduleStatus } from "../../records/stores.js";
import type { Schedules } from "../../scheduling/schedules.js";
import { RUNS_AT_ONCE } from "../../scheduling/upcoming-runs.js";
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

/** Query parameters of `GET /schedule`, with defaults applied. */
interface ScheduleListQuery {
  readonly status?: ScheduleStatus | "all";
  readonly kind: ScheduleKind | "all";
  readonly extension?: string;
  readonly limit: number;
  readonly cursor?: string;
}

const scheduleListQuery: JsonSchema = request(
  {
    status: text("Only schedules with this status, or `all`. Default: pending and paused.", {
      enum: ["pending", "paused", "over", "all"] satisfies readonly ScheduleListQuery["status"][],
    }),
    kind: text("Schedules of clients, timers or callbacks of callers, or `all`.", {
      enum: [...SCHEDULE_KINDS, "all"] satisfies readonly ScheduleListQuery["kind"][],
      default: "call",
    }),
    extension: { ...extension, description: "Only schedules for this number; encode a leading + as %2B." },
    limit: limit(500),
    cursor: cursor("cursor in the Link header"),
  },
  [],
);

const scheduleCancelled: JsonSchema = answer({
  schedule_id: scheduleId,
  status: text("It will not run again.", { enum: ["cancelled"] }),
  success: flag("Always true."),
  message: text("A sentence for a human reader."),
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

/** `/schedule`: scheduled calls. */
export function scheduleEndpoints(needs: ScheduleEndpointsNeeds): Endpoint[] {
  const { schedules, closedDays, now } = needs;
  const path = "/schedule";

  const listSchedules: Endpoint<undefined, ScheduleListQuery> = {
    id: "listSchedules",
    method: "get",
    path,
    isLong: "list",
    scopes: ["read"],
    tag: SCHEDULES,
    summary: "List scheduled calls",
    description: "For everything, use `status=all&kind=all`. Seeing the text requires the scope `transcripts`.",
    query: scheduleListQuery,
    answer: {
      description: "One page of schedules; the `Link` header has the next.",
      schema: listOf(schedule, {
        description: "Pending ones soonest first, finished ones latest first; `all` in descending order of time.",
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
      const bodies: ReturnType<typeof scheduleBody>[] = [];
      for (const each of items) {
        bodies.push(scheduleBody(each, at, closedDays));
        if (bodies.length % RUNS_AT_ONCE === 0) await setImmediate(); // Those with closed days have their runs calculated.
      }
      return jsonAnswer(bodies, nextLink(path, query, nextCursor));
    },
  };

  const getSchedule: Endpoint = {
    id: "getSchedule",
    method: "get",
    path: "/schedule/{id}",
    scopes: ["read"],
    tag: SCHEDULES,
    summary: "Get a scheduled call and its last result",
    answer: { description: "The schedule.", schema: schedule },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["not_found", "store_unavailable"],
    async handle({ params }) {
      const found = await findOr404("schedule", params, (id) => schedules.find(id));
      return jsonAnswer(scheduleBody(found, now(), closedDays));
    },
  };

  const cancelSchedule: Endpoint = {
    id: "cancelSchedule",
    method: "delete",
    path: "/schedule/{id}",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Cancel a scheduled call",
    description:
      "The schedule is removed and does not run again. A person who is spoken to is not cut off; calls to " +
      "several numbers that a run began call no one else.",
    answer: { description: "The schedule is cancelled.", schema: scheduleCancelled },
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
