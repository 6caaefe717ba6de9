import { stepResult } from "../../calls/tasks/report-chain.js";
import type { ChainStatus, StepOutcome } from "../../records/chain.js";
import type { Chain } from "../../records/schedule.js";
import type { JsonSchema } from "../../validation/validator.js";
import { answer, instant, instantOrNull, listOf, nullable, text, time, whole } from "../kit/schema.js";
import { callId } from "./call-target.js";

export const chainId: JsonSchema = text("Identifies the chain: `GET /chain/{id}` shows its calls, `DELETE` ends it.");

const STATUSES = [
  "in_progress",
  "reached",
  "not_reached",
  "missed",
  "cancelled",
] as const satisfies readonly ChainStatus[];
const OUTCOMES = [
  "reached",
  "declined",
  "busy",
  "no_answer",
  "machine",
  "failed",
  "cancelled",
  "missed",
] as const satisfies readonly StepOutcome[];

const chainStatus = text(
  "`reached`: someone was reached, as `until` demands. `not_reached`: all were called in vain. `missed`: no call could be " +
    "placed in time.",
  { enum: STATUSES },
);

const step: JsonSchema = answer({
  call_id: callId,
  extension: text("The number that was called."),
  round: whole("The round, from 1.", { minimum: 1 }),
  outcome: nullable(
    text(
      "How the call ended; `declined`: a person answered, but not as `until` demands. Null until it has ended, and until it is " +
        "placed.",
      { enum: OUTCOMES },
    ),
  ),
  choice_response: nullable(text("The value of the chosen option.")),
  error: nullable(text("Why the call reached no one, in one sentence; a refusal names its rule.")),
});

/** What the webhook of a chain has besides the result of the call that decided it. */
export const resultOfChain = {
  chain_status: { ...chainStatus, enum: STATUSES.slice(1) },
  steps: listOf(step, { description: "The calls of a chain, in their order. Only in the webhook of a chain." }),
};

export const chain: JsonSchema = answer(
  {
    chain_id: chainId,
    status: chainStatus,
    extensions: listOf(text("A number."), { description: "The numbers, in the order in which they are called." }),
    created_at: time("When it was requested."),
    ended_at: nullable(time("When it ended.")),
    steps: listOf(step, { description: "The calls so far, and those that are about to be placed." }),
    client: nullable(text("The name of the key that requested it; null when the key has no name.")),
    schedule_id: nullable(text("The schedule that began it.")),
    error: nullable(text("Why no one was reached, in one sentence.")),
  },
  {
    examples: [
      {
        chain_id: "7e0f8f0e-4f8b-4b57-9a52-9f1d6f6f2a11",
        status: "reached",
        extensions: ["1001", "1002", "1003"],
        created_at: "2026-03-02T14:00:00.000Z",
        ended_at: "2026-03-02T14:00:52.310Z",
        steps: [
          {
            call_id: "7e0f8f0e-4f8b-4b57-9a52-9f1d6f6f2a11-1",
            extension: "1001",
            round: 1,
            outcome: "no_answer",
            choice_response: null,
            error: "The call was not answered.",
          },
          {
            call_id: "7e0f8f0e-4f8b-4b57-9a52-9f1d6f6f2a11-2",
            extension: "1002",
            round: 1,
            outcome: "reached",
            choice_response: "acknowledged",
            error: null,
          },
        ],
        client: "monitoring",
        schedule_id: null,
        error: null,
      },
    ],
  },
);

export const chainList: JsonSchema = answer({
  chains: listOf(chain),
  next_cursor: nullable(text("Cursor of the next page; null on the last.")),
});

/** A chain as the API returns it. */
export function chainBody({ scheduleId, chain: plan, progress, client, createdAt }: Chain) {
  return {
    chain_id: scheduleId,
    status: progress.status,
    extensions: plan.extensions,
    created_at: instant(createdAt),
    ended_at: instantOrNull(progress.endedAt),
    steps: progress.steps.map(stepResult),
    client: client ?? null,
    schedule_id: plan.scheduleId,
    error: progress.error,
  };
}
