import type { CallControl } from "../../calls/call-control.js";
import { callsOf } from "../../records/chain.js";
import type { Schedule } from "../../records/schedule.js";
import type { Chains } from "../../scheduling/chains.js";
import type { ClosedDays } from "../../scheduling/recurrence.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { JsonSchema } from "../../validation/validator.js";
import { callId, idsOfRun, locationOf, locationOfChain, WHY_NOT_PLACED } from "../calls/call-target.js";
import { chainId } from "../calls/chain.js";
import { type Endpoint, jsonAnswer, LOCATION } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { answer, NO_BODY, text } from "../kit/schema.js";
import { schedule, scheduleBody, scheduleId, SCHEDULES, WORDS_OF_SCHEDULE } from "./schedule-body.js";

export const scheduleRun: JsonSchema = answer(
  {
    schedule_id: scheduleId,
    call_id: { ...callId, description: "Identifies the call; of several numbers, the first." },
    chain_id: chainId,
    status: text("The call is admitted, or the tool that precedes it is running.", { enum: ["queued"] }),
    message: text("A sentence for a human reader."),
  },
  { optional: ["chain_id"] },
);

export interface RunEndpointsNeeds {
  readonly schedules: Pick<Schedules, "find" | "runNow" | "withdrawRun" | "skip" | "pause" | "resume">;
  readonly calls: Pick<CallControl, "find">;
  readonly chains: Pick<Chains, "find">;
  readonly closedDays: ClosedDays;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Operations on the runs of a schedule. */
export function runEndpoints({ schedules, calls, chains, closedDays, now }: RunEndpointsNeeds): Endpoint[] {
  const shown = (changed: Schedule) => jsonAnswer(scheduleBody(changed, now(), closedDays));

  const run: Endpoint = {
    id: "runSchedule",
    method: "post",
    path: "/schedule/{id}/run",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Run it now",
    description: "An additional run, also of a paused schedule.",
    body: NO_BODY,
    answer: { description: "The run has started.", schema: scheduleRun, headers: LOCATION },
    problems: ["not_found", ...WHY_NOT_PLACED],
    calls: async ({ params: { id = "" } }) => callsOf((await schedules.find(id))?.chain),
    once: {
      async perform({ params, client }, callId) {
        const begun = await findOr404("schedule", params, (id) => schedules.runNow(id, callId, client?.name));
        return runAnswer(params.id, begun.callId, begun.schedule.chain !== undefined);
      },
      async recover({ params }, callId) {
        if (await chains.find(callId)) return runAnswer(params.id, callId, true);
        return (await calls.find(callId)) && runAnswer(params.id, callId, false);
      },
      withdraw: (_request, callId) => schedules.withdrawRun(callId),
    },
  };

  const skip: Endpoint = {
    id: "skipRun",
    method: "post",
    path: "/schedule/{id}/skip",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Skip the next run",
    description:
      "A schedule with a single run then ends. A run that is already due and waits to be placed does not " +
      "count as the next.",
    body: NO_BODY,
    answer: { description: "The schedule as it is now.", schema: schedule },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["not_found", "schedule_over", "store_unavailable"],
    once: {
      perform: async ({ params }, requestId) =>
        shown(await findOr404("schedule", params, (id) => schedules.skip(id, requestId))),
    },
  };

  const pause: Endpoint = {
    id: "pauseSchedule",
    method: "post",
    path: "/schedule/{id}/pause",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Pause a schedule",
    description:
      "Runs are skipped while the schedule is paused. A run that is already due, or waits to be placed, is " +
      "not affected; cancel the schedule to end it.",
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
    summary: "Resume a schedule",
    description: "Continues with the next run that is still to come.",
    body: NO_BODY,
    answer: { description: "The schedule as it is now.", schema: schedule },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["not_found", "schedule_over", "destination_not_allowed", "unavailable", "store_unavailable"],
    handle: async ({ params, client }) =>
      shown(await findOr404("schedule", params, (id) => schedules.resume(id, client?.name))),
  };

  return [run, skip, pause, resume];
}

function runAnswer(scheduleId: string | undefined, callId: string, isChain: boolean) {
  const said = { status: "queued", message: "The schedule is running now." };
  const body = { schedule_id: scheduleId, ...idsOfRun(callId, isChain), ...said };
  return jsonAnswer(body, isChain ? locationOfChain(callId) : locationOf(callId));
}
