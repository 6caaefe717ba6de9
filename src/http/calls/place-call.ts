import type { CallControl } from "../../calls/call-control.js";
import type { PlacedCall } from "../../calls/admit-call.js";
import { messageAround } from "../../calls/place-call.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer, LOCATION, type Tag } from "../kit/endpoint.js";
import { answer, request, spokenText, text } from "../kit/schema.js";
import { wordlessFaults } from "../kit/spoken-text.js";
import {
  callbackUrl,
  callerFields,
  callId,
  extension,
  locationOf,
  numberIn,
  prefix,
  queuePosition,
  ringTimeout,
  sentenceOf,
  suffix,
  type TargetBody,
  type TargetChecks,
  targetFaults,
  targetOf,
} from "./call-target.js";
import { choice, type ChoiceBody, choiceFaults, choiceOf } from "./choice.js";

export const CALLS: Tag = { name: "Calls", description: "Place calls, ask questions and read the results." };

/** The body of `POST /call`, with defaults applied. */
interface CallBody extends TargetBody {
  readonly message: string;
  readonly choice?: ChoiceBody;
}

export const callRequest: JsonSchema = request(
  {
    extension,
    message: spokenText("Spoken to the person who answers.", 4000),
    prefix,
    suffix,
    callback_url: callbackUrl,
    ring_timeout: ringTimeout,
    ...callerFields,
    choice,
  },
  ["extension", "message"],
  {
    examples: [
      {
        extension: "1001",
        message: "The meeting begins at three.",
        callback_url: "https://example.org/hooks/calls",
        choice: {
          prompt: "Will you come?",
          options: [
            { value: "yes", synonyms: ["yeah", "sure"] },
            { value: "no", synonyms: ["nope"] },
          ],
        },
      },
    ],
  },
);

export const callPlaced: JsonSchema = answer(
  {
    call_id: callId,
    status: text("", { enum: ["queued"], description: "The call is admitted." }),
    message: text("A sentence for a human reader."),
    queue_position: queuePosition,
  },
  {
    examples: [
      {
        call_id: "0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11",
        status: "queued",
        message: "1001 is being called.",
        queue_position: null,
      },
    ],
  },
);

export interface PlaceCallNeeds extends TargetChecks {
  readonly calls: Pick<CallControl, "place" | "find">;
}

export function placeCall({ calls, ...checks }: PlaceCallNeeds): Endpoint<CallBody> {
  return {
    id: "placeCall",
    method: "post",
    path: "/call",
    scopes: ["call"],
    tag: CALLS,
    summary: "Place a call",
    description:
      "Calls a number, speaks the message and asks the question, if there is one. Answers as soon as the " +
      "call is admitted; `GET /call/{id}` reports the result.",
    body: { schema: callRequest, required: true },
    answer: { description: "The call is admitted.", schema: callPlaced, headers: LOCATION },
    problems: ["destination_not_allowed", "queue_full", "unavailable", "store_unavailable"],
    faults: ({ body }) => [
      ...wordlessFaults(body, ["message"]),
      ...targetFaults(body, checks),
      ...choiceFaults((body as { choice?: unknown } | null)?.choice, "/choice"),
    ],
    placesCalls: true,
    once: {
      async perform(request, callId) {
        const { choice } = request.body;
        const message = messageAround(request.body.message, request.body);
        const target = targetOf(request, callId);
        const placed = await calls.place({ ...target, message, choice: choice ? choiceOf(choice) : null });
        return placedAnswer(placed, target.extension);
      },
      async recover({ body }, callId) {
        if (!(await calls.find(callId))) return undefined;
        return placedAnswer({ callId, queuePosition: null }, numberIn(body));
      },
    },
  };
}

function placedAnswer(placed: PlacedCall, extension: string) {
  const { callId, queuePosition } = placed;
  const message = sentenceOf(placed, extension);
  return jsonAnswer({ call_id: callId, status: "queued", message, queue_position: queuePosition }, locationOf(callId));
}
