import type { CallControl } from "../../calls/call-control.js";
import type { OverlapKind, TranscriptEntry, TurnFigures } from "../../records/call-record.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { answer, flag, instant, listOf, text, time, whole } from "../kit/schema.js";
import { callId } from "./call-target.js";
import { CALLS } from "./place-call.js";

const OVERLAPS: Readonly<Record<OverlapKind, string>> = {
  words: "The caller wanted to speak.",
  listening: 'A listener\'s response of the caller\'s: "mhm", "okay".',
  echo: "An echo of the assistant's own speech.",
  nobody: "Sound without words.",
};

const overlaps = Object.fromEntries(Object.entries(OVERLAPS).map(([kind, what]) => [kind, whole(what)]));
const figures = {
  endpoint_ms: whole("Until the caller's turn was judged to be over."),
  stt_ms: whole("Duration of the speech-to-text request whose result arrived at `recognised_ms`."),
  recognised_ms: whole("Until the caller's words were recognised."),
  llm_ms: whole("Duration of the model request up to its first output at `first_token_ms`."),
  first_token_ms: whole("Until the model's first output, a word or a tool call."),
  first_word_ms: whole("Until the model's first word."),
  tts_ms: whole("Duration of the text-to-speech request up to its first samples at `first_sample_ms`."),
  first_sample_ms: whole("Until the first samples of the reply's speech arrived."),
  first_sound_ms: whole("Until the first sound of the reply was sent to the caller."),
  queue_ms: whole("How long that sound then waited in the line's queue."),
  rounds: whole("Number of model completions requested."),
  input_tokens: whole("Input tokens of these completions, if the server reports them."),
  output_tokens: whole("Output tokens of these completions, if the server reports them."),
  tools: listOf(
    answer({
      name: text("The tool's name."),
      at_ms: whole("Until the tool was started."),
      ms: whole("How long the tool ran."),
      status: text("The tool's status.", { enum: ["SUCCESS", "FAILED", "PENDING"] }),
    }),
    { description: "The tools that ran for this reply, in the order in which they finished." },
  ),
  ahead: flag("Whether the reply was prepared during a pause, before the caller's turn was judged to be over."),
  withdrawn: whole(
    "Number of speculative replies discarded before this one because the caller went on, or had said " +
      "something else than was recognised at first.",
  ),
  paused_ms: whole("How long the reply was paused for sound that might have been the caller."),
  overlaps: answer(overlaps, {
    description: "What was heard while the reply was played, counted by kind.",
    optional: Object.keys(overlaps),
  }),
  interrupted: flag("Whether the caller interrupted the reply."),
};
const turn: JsonSchema = answer(figures, {
  description:
    'How a reply went; only in entries of replies. Times are in ms; those that begin with "Until" count ' +
    "from the caller's last word. What did not happen is omitted.",
  optional: Object.keys(figures),
});

export const transcriptEntry: JsonSchema = answer(
  {
    at: time("When it was said."),
    who: text("", {
      enum: ["caller", "assistant", "tool"],
      description: "Who spoke; `tool` for the result of a tool.",
    }),
    text: text("What was recognised of the person's speech, or what the assistant said as far as it was played."),
    unheard: text("The rest of what the assistant was going to say when it was interrupted, or said during a hold."),
    turn,
    tool: text("The tool's name."),
    status: text("The tool's status: SUCCESS, FAILED or PENDING."),
    message: text("The tool's result."),
  },
  { optional: ["text", "unheard", "turn", "tool", "status", "message"] },
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
    scopes: ["transcripts"],
    tag: CALLS,
    summary: "Get a call's transcript",
    answer: { description: "The transcript so far.", schema: transcript },
    problems: ["not_found", "store_unavailable"],
    handle: async ({ params }) => {
      const entries = await findOr404("call", params, (id) => calls.transcript(id));
      return jsonAnswer(transcriptBody(params.id, entries));
    },
  };
}

export function eraseTranscript(calls: Pick<CallControl, "eraseWords">): Endpoint {
  return {
    id: "eraseTranscript",
    method: "delete",
    path: "/call/{id}/transcript",
    scopes: ["transcripts", "call"],
    tag: CALLS,
    summary: "Erase a call's transcript",
    description:
      "The transcript and the recognised answer are removed for good, from the call and from its webhooks. " +
      "The call itself and the chosen option remain. Only for finished calls; repeating the request is not " +
      "an error.",
    answer: { description: "The transcript, which has no entries now.", schema: transcript },
    problems: ["not_found", "call_in_progress", "store_unavailable"],
    async handle({ params }) {
      await findOr404("call", params, async (id) => (await calls.eraseWords(id)) || undefined);
      return jsonAnswer(transcriptBody(params.id, []));
    },
  };
}

function transcriptBody(callId: string | undefined, entries: readonly TranscriptEntry[]) {
  return { call_id: callId, entries: entries.map(transcriptEntryBody) };
}

/** An entry as the API returns it. */
export function transcriptEntryBody({ at, ...entry }: TranscriptEntry) {
  if (entry.who !== "assistant" || !entry.turn) return { at: instant(at), ...entry };
  return { at: instant(at), ...entry, turn: turnBody(entry.turn) };
}

function turnBody({ tools, ...figures }: TurnFigures) {
  return { ...inSnakeCase(figures), ...(tools && { tools: tools.map(inSnakeCase) }) };
}

function inSnakeCase(named: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => [
      name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      value,
    ]),
  );
}
