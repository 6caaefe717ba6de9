import type { CallControl } from "../../calls/call-control.js";
import type { TranscriptEntry } from "../../records/call-record.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { answer, instant, listOf, text, time } from "../kit/schema.js";
import { callId } from "./call-target.js";
import { CALLS } from "./place-call.js";

export const transcriptEntry: JsonSchema = answer(
  {
    at: time("When it was said."),
    who: text("", {
      enum: ["caller", "assistant", "tool"],
      description: "Who spoke; `tool` for what a tool answered.",
    }),
    text: text("What the person said as it was understood, or what the assistant said as far as it was heard."),
    unheard: text("What the assistant meant to say further when it was broken off."),
    tool: text("The tool's name."),
    status: text("How the tool fared: SUCCESS, FAILED or PENDING."),
    message: text("What the tool answered."),
  },
  { optional: ["text", "unheard", "tool", "status", "message"] },
);

export const transcript: JsonSchema = answer({
  call_id: callId,
  entries: listOf(transcriptEntry, { description: "In the order in which it was said." }),
});

export function getTranscript(calls: Pick<CallControl, "transcript">): Endpoint {
  return {
    id: "getTranscript",
    method: "get",
    path: "/call/{id}/transcript",
    tag: CALLS,
    summary: "Read what was said",
    answer: { description: "What was said so far.", schema: transcript },
    problems: ["not_found", "store_unavailable"],
    handle: async ({ params }) => {
      const entries = await findOr404("call", params, (id) => calls.transcript(id));
      return jsonAnswer(transcriptBody(params.id, entries));
    },
  };
}

function transcriptBody(callId: string | undefined, entries: readonly TranscriptEntry[]) {
  return { call_id: callId, entries: entries.map(({ at, ...entry }) => ({ at: instant(at), ...entry })) };
}
