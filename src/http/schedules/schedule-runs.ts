import type { CallControl } from "../../calls/call-control.js";
import type { Schedule } from "../../records/schedule.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { JsonSchema } from "../../validation/validator.js";
import { callId, locationOf } from "../calls/call-target.js";
import { type Endpoint, jsonAnswer, LOCATION } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { answer, NO_BODY, text } from "../kit/schema.js";
import { schedule, scheduleBody, scheduleId, SCHEDULES, WORDS_OF_SCHEDULE } from "./schedule-body.js";

export const scheduleRun: JsonSchema = answer({
  schedule_id: scheduleId,
  call_id: callId,
  status: text("The call is admitted, or the tool that comes before it runs.", { enum: ["queued"] }),
  message: text("A sentence for people."),
});

export interface RunEndpointsNeeds {
  readonly schedules: Pick<Schedules, "runNow" | "skip" | "pause" | "resume">;
  readonly calls: Pick<CallControl, "find">;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** What can be done about the runs of a schedule. */
export function runEndpoints({ schedules, calls, now }: RunEndpointsNeeds): Endpoint[] {
  const shown = (changed: Schedule) => jsonAnswer(scheduleBody(changed, now()));

  const run: Endpoint = {
    id: "runSchedule",
    method: "post",
    path: "/schedule/{id}/run",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Run it now",
    description: "Once more than it runs anyway, paused or not.",
    body: NO_BODY,
    answer: { description: "It runs.", schema: scheduleRun, headers: LOCATION },
    problems: ["not_found", "destination_not_allowed", "queue_full", "unavailable", "store_unavailable"],
    once: {
      async perform({ params, client }, callId) {
        const begun = await findOr404("schedule", params, (id) => schedules.runNow(id, callId, client?.name));
        return runAnswer(params.id, begun.callId);
      },
      async recover({ params }, callId) {
        return (await calls.find(callId)) && runAnswer(params.id, callId);
      },
    },
  };

  const skip: Endpoint = {
    id: "skipRun",
    method: "post",
    path: "/schedule/{id}/skip",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Leave the next run out",
    description:
      "One that runs once is over then. A run that is due already, and waits until it can call, is not the next.",
    body: NO_BODY,
    answer: { description: "The schedule as it is now.", schema: schedule },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["not_found", "schedule_over", "store_unavailable"],
    once: {
      perform: async ({ params }) => shown(await findOr404("schedule", params, (id) => schedules.skip(id))),
    },
  };

  const pause: Endpoint = {
    id: "pauseSchedule",
    method: "post",
    path: "/schedule/{id}/pause",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Let its runs pass by",
    description: "A run that is due already goes on, also one that waits until it can call; cancelling it ends that.",
    body: NO_BODY,
    answer: { description: "The schedule as it is now.", schema: schedule },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["not_found", "schedule_over", "store_unavailable"],
    handle: async ({ params }) => shown(await findOr404("schedule", params, (id) => schedules.pause(id))),
  };

  const resume: Endpoint = {
    id: "resumeSchedule",
    method: "post",
    path: "/schedule/{id}/resume",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Go on with it",
    description: "From the next run that is still to come.",
    body: NO_BODY,
    answer: { description: "The schedule as it is now.", schema: schedule },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["not_found", "schedule_over", "destination_not_allowed", "unavailable", "store_unavailable"],
    handle: async ({ params, client }) =>
      shown(await findOr404("schedule", params, (id) => schedules.resume(id, client?.name))),
  };

  return [run, skip, pause, resume];
}

function runAnswer(scheduleId: string | undefined, callId: string) {
  const body = { schedule_id: scheduleId, call_id: callId, status: "queued", message: "The schedule runs now." };
  return jsonAnswer(body, locationOf(callId));
}
