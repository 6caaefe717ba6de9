import type { CallControl } from "../../calls/call-control.js";
import type { Chains } from "../../scheduling/chains.js";
import { messageAround } from "../../calls/placed/place-call.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer, LOCATION, type Tag } from "../kit/endpoint.js";
import { answer, exactlyOneOf, request, spokenText, text } from "../kit/schema.js";
import { wordlessFaults } from "../kit/spoken-text.js";
import {
  callId,
  extension,
  prefix,
  queuePosition,
  type Sent,
  sentBegun,
  sentPlaced,
  suffix,
  type TargetBody,
  firstNumberIn,
  targetOf,
  WHY_NOT_PLACED,
} from "./call-target.js";
import { type MannerChecks, mannerFaults, mannerFields } from "./call-manner.js";
import { chainId } from "./chain.js";
import { callsIn, CHAIN_DEPENDENCIES, type ChainBody, chainFaults, chainFields, chainPlanIn } from "./chain-request.js";
import { choice, type ChoiceBody, choiceFaults, choiceOf } from "./choice.js";

export const CALLS: Tag = { name: "Calls", description: "Place calls, ask questions and read the results." };

/** The body of `POST /call`, with defaults applied. */
interface CallBody extends TargetBody, ChainBody {
  readonly message: string;
  readonly choice?: ChoiceBody;
}

export const callRequest: JsonSchema = request(
  {
    extension,
    ...chainFields,
    message: spokenText("Spoken to the person who answers.", 4000),
    prefix,
    suffix,
    ...mannerFields,
    choice,
  },
  ["message"],
  {
    ...exactlyOneOf(["extension", "extensions"]),
    dependentRequired: CHAIN_DEPENDENCIES,
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
      { extensions: ["1001", "1002"], message: "The pump has stopped.", until: "acknowledged", rounds: 2 },
    ],
  },
);

export const callPlaced: JsonSchema = answer(
  {
    call_id: callId,
    status: text("", { enum: ["queued"], description: "The call is admitted." }),
    message: text("A sentence for a human reader."),
    queue_position: queuePosition,
    chain_id: chainId,
  },
  {
    optional: ["chain_id"],
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

export interface PlaceCallNeeds extends MannerChecks {
  readonly calls: Pick<
    CallControl,
    "place" | "find" | "checkPlaceable" | "checkCallable" | "checkTransfers" | "transferFault" | "languageOf"
  >;
  readonly chains: Pick<Chains, "start" | "find" | "withdraw">;
}

export function placeCall({ calls, chains, ...checks }: PlaceCallNeeds): Endpoint<CallBody> {
  return {
    id: "placeCall",
    method: "post",
    path: "/call",
    scopes: ["call"],
    tag: CALLS,
    summary: "Place a call",
    description:
      "Calls a number, or several one after the other, speaks the message and asks the question, if there is one. Answers as " +
      "soon as the call is admitted; `GET /call/{id}` reports the result. Several numbers are a chain, with a single webhook: " +
      "the result of the call that decided it, with `chain_status` and `steps`.",
    body: { schema: callRequest, required: true },
    answer: { description: "The call is admitted.", schema: callPlaced, headers: LOCATION },
    problems: [...WHY_NOT_PLACED],
    faults: ({ body }) => [
      ...wordlessFaults(body, ["message"]),
      ...mannerFaults(body, checks),
      ...chainFaults(body),
      ...questionFaults(body, calls),
    ],
    calls: ({ body }) => callsIn(body),
    once: {
      async perform(request, callId) {
        const choice = request.body.choice ? choiceOf(request.body.choice) : null;
        const message = messageAround(request.body.message, request.body);
        const target = targetOf(request, callId);
        const plan = chainPlanIn(request.body, choice);
        await calls.checkTransfers(choice, target);
        if (!plan) return placedAnswer(sentPlaced(await calls.place({ ...target, message, choice }), target.extension));
        calls.checkPlaceable(target.extension, target);
        await calls.checkCallable(target, plan.extensions);
        return placedAnswer(sentBegun(await chains.start({ ...target, chainId: callId, plan, message })));
      },
      async recover(request, callId) {
        const chain = await chains.find(callId);
        if (chain) return placedAnswer(sentBegun(chain));
        if (!(await calls.find(callId))) return undefined;
        return placedAnswer(sentPlaced({ callId, queuePosition: null }, firstNumberIn(request.body)));
      },
      withdraw({ body }, callId) {
        if (chainPlanIn(body)) chains.withdraw(callId); // A call takes itself back.
      },
    },
  };
}

/** Faults of the question of a body, valid or not. */
function questionFaults(body: unknown, { transferFault, languageOf }: PlaceCallNeeds["calls"]) {
  const given = (body ?? {}) as { readonly [Field in "choice" | "assistant" | "language"]?: unknown };
  const [assistant, language] = [given.assistant, given.language].map((text) =>
    typeof text === "string" ? text : undefined,
  );
  return choiceFaults(given.choice, "/choice", {
    language: languageOf({ assistant, language }),
    transferFault: (destination) => transferFault(destination, assistant),
  });
}

function placedAnswer({ location, ...sent }: Sent) {
  return jsonAnswer({ ...sent, status: "queued" }, location);
}
