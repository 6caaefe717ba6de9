import type { CallControl } from "../../calls/call-control.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { answer, request, spokenText, text } from "../kit/schema.js";
import { wordlessFaults } from "../kit/spoken-text.js";
import { callId } from "./call-target.js";
import { CALLS } from "./place-call.js";

interface SayBody {
  readonly text: string;
}

export const sayRequest: JsonSchema = request({ text: spokenText("What to say.", 1000) }, ["text"], {
  examples: [{ text: "Your colleague will be with you in a minute." }],
});

export const saidInCall: JsonSchema = answer({ call_id: callId, message: text("A sentence for a human reader.") });

export function sayInCall(calls: Pick<CallControl, "say">): Endpoint<SayBody> {
  return {
    id: "sayInCall",
    method: "post",
    path: "/call/{id}/say",
    scopes: ["call"],
    tag: CALLS,
    summary: "Say something in a live conversation",
    description:
      "The text is spoken as soon as neither side is speaking; it never interrupts. If it cannot begin " +
      "within 30 s it is dropped. The transcript shows whether it was heard.",
    body: { schema: sayRequest, required: true },
    answer: { description: "The text is queued.", schema: saidInCall },
    problems: ["not_found", "no_conversation", "queue_full", "store_unavailable"],
    faults: ({ body }) => wordlessFaults(body, ["text"]),
    async handle({ params, body }) {
      const { callId: call_id } = await findOr404("call", params, (id) => calls.say(id, body.text));
      return jsonAnswer({ call_id, message: "It will be spoken as soon as neither side is speaking." });
    },
  };
}
