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
  listening: 'The caller showed that they listen: "mhm", "okay".',
  echo: "The assistant's own words came back.",
  nobody: "There were no words in it.",
};

const overlaps = Object.fromEntries(Object.entries(OVERLAPS).map(([kind, what]) => [kind, whole(what)]));
const figures = {
  endpoint_ms: whole("Until the caller was taken to have finished."),
  stt_ms: whole("So long speech-to-text took for their words, from when it was asked until `recognised_ms`."),
  recognised_ms: whole("Until what they said was recognised."),
  llm_ms: whole("So long the model took to its first output, from when it was asked until `first_token_ms`."),
  first_token_ms: whole("Until the model's first output, a word or the call of a tool."),
  first_word_ms: whole("Until the model's first word."),
  tts_ms: whole("So long text-to-speech took to its first samples, from when it was asked until `first_sample_ms`."),
  first_sample_ms: whole("Until the first samples of the reply's speech were there."),
  first_sound_ms: whole("Until the first sound of the reply was on its way to them."),
  queue_ms: whole("So long that sound then waited in the line's queue."),
  rounds: whole("How many completions the model was asked for."),
  input_tokens: whole("What these read, in tokens, where the server tells."),
  output_tokens: whole("What they wrote, likewise."),
  tools: listOf(
    answer({
      name: text("The tool's name."),
      at_ms: whole("Until it began."),
      ms: whole("For how long it ran."),
      status: text("How it fared.", { enum: ["SUCCESS", "FAILED", "PENDING"] }),
    }),
    { description: "The tools that ran for it, in the order in which they ended." },
  ),
  ahead: flag("The reply was begun while they paused, before it was certain that they had finished."),
  withdrawn: whole(
    "So many replies were begun before it, and taken back because they went on, or had said something else than was known so far.",
  ),
  paused_ms: whole("So long the reply was silenced for what might have been the caller."),
  overlaps: answer(overlaps, {
    description: "How often something was heard over the reply, by what it was.",
    optional: Object.keys(overlaps),
  }),
  interrupted: flag("The caller took the floor from it."),
};
const turn: JsonSchema = answer(figures, {
  description:
    "With a reply, how it went. Times are in ms, those until something from the caller's last word; what did not happen is left out.",
  optional: Object.keys(figures),
});

export const transcriptEntry: JsonSchema = answer(
  {
    at: time("When it was said."),
    who: text("", {
      enum: ["caller", "assistant", "tool"],
      description: "Who spoke; `tool` for what a tool answered.",
    }),
    text: text("What the person said as it was understood, or what the assistant said as far as it was heard."),
    unheard: text("What the assistant meant to say further when it was broken off."),
    turn,
    tool: text("The tool's name."),
    status: text("How the tool fared: SUCCESS, FAILED or PENDING."),
    message: text("What the tool answered."),
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
    summary: "Read what was said",
    answer: { description: "What was said so far.", schema: transcript },
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
    summary: "Erase what was said",
    description:
      "The transcript and the answer as it was understood go for good, from the call and from its webhooks. The call itself " +
      "stays, with the answer that was chosen. Only of calls that are over; once more is no error.",
    answer: { description: "What is left: no entries.", schema: transcript },
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

/** An entry as clients see it. */
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
