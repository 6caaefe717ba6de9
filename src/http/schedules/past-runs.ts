import type { Occurrence } from "../../records/schedule.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { JsonSchema } from "../../validation/validator.js";
import { callId, idsOfRun } from "../calls/call-target.js";
import { chainId } from "../calls/chain.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { limit } from "../kit/paging.js";
import { answer, instant, listOf, nullable, request, text, time } from "../kit/schema.js";
import { OUTCOMES, SCHEDULES } from "./schedule-body.js";

export const pastRun: JsonSchema = answer(
  {
    scheduled_for: time("When it was due."),
    status: text(
      "`running` until it ends, then the result; `missed`: it could not be placed in time, and no call was " +
        "placed.",
      {
        enum: ["running", ...OUTCOMES],
      },
    ),
    call_id: {
      ...callId,
      description:
        "The id of its call, also in its webhook; of several numbers, the first. No call has this id if none " +
        "was to be placed.",
    },
    chain_id: chainId,
    error: nullable(text("Why the run failed, in one sentence.")),
  },
  {
    optional: ["chain_id"],
    examples: [
      {
        scheduled_for: "2026-03-28T07:30:00.000Z",
        status: "missed",
        call_id: "0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11",
        error: "The PBX does not answer.",
      },
    ],
  },
);

interface RunsQuery {
  readonly limit: number;
}

/** `GET /schedule/{id}/runs`: past runs and their results. */
export function listRuns(schedules: Pick<Schedules, "runs">): Endpoint<undefined, RunsQuery> {
  return {
    id: "listRuns",
    method: "get",
    path: "/schedule/{id}/runs",
    isLong: "list",
    tag: SCHEDULES,
    scopes: ["read"],
    summary: "List past runs",
    description: "Runs are kept as long as calls (`CALL_RETENTION_DAYS`).",
    query: request({ limit: limit(50) }, []),
    answer: { description: "The runs.", schema: listOf(pastRun, { description: "Latest first." }) },
    problems: ["invalid_request", "not_found", "store_unavailable"],
    async handle({ params, query }) {
      const runs = await findOr404("schedule", params, (id) => schedules.runs(id, query.limit));
      return jsonAnswer(runs.map(runBody));
    },
  };
}

function runBody({ dueAt, state, outcome, callId, error }: Occurrence) {
  const status = state === "over" && outcome !== null ? outcome : "running";
  return { scheduled_for: instant(dueAt), status, ...idsOfRun(callId, outcome === "chained"), error };
}
