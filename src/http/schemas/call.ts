import type { JsonSchema } from "../../validation/validator.js";
import type { CallStatus } from "../../records/call-record.js";
import { choice, type ChoiceBody } from "./choice.js";
import { cursor, limit } from "./page.js";
import { answer, flag, listOf, nullable, request, text, time, whole } from "./shapes.js";
import { callbackUrl, callId, extension, ringTimeout, spokenText } from "./texts.js";

/** The body of `POST /call`, defaults filled in. */
export interface CallBody {
  readonly extension: string;
  readonly message: string;
  readonly callback_url?: string;
  readonly ring_timeout: number;
  readonly choice?: ChoiceBody;
}

export const callRequest: JsonSchema = request(
  {
    extension,
    message: spokenText("What is said to whoever answers.", 4000),
    callback_url: callbackUrl,
    ring_timeout: ringTimeout,
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

export const queuePosition: JsonSchema = nullable(
  whole("Where in the queue the call stands, from 1; null when it is dialled at once.", { minimum: 1 }),
);

export const callPlaced: JsonSchema = answer(
  {
    call_id: callId,
    status: text("", { enum: ["queued"], description: "The call is admitted." }),
    message: text("A sentence for people."),
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

export const CALL_STATUSES = [
  "queued",
  "ringing",
  "in_progress",
  "completed",
  "no_answer",
  "busy",
  "failed",
  "cancelled",
] as const satisfies readonly CallStatus[];

const callStatus: JsonSchema = text("Where the call is in its life; the last five are final.", {
  enum: CALL_STATUSES,
});

/** What a call came to. */
const outcome = {
  duration_seconds: {
    type: "number",
    minimum: 0,
    description: "From the answer to the end, or until now; 0 when it was not answered.",
  },
  message_played: flag("Whether the last of the message was played to a callee who was still there."),
  choice_response: nullable(text("The value of the option that was chosen.")),
  choice_raw_text: nullable(text("What was recognised last, whether it matched or not.")),
  choice_status: nullable(
    text(
      "What became of the question; `hung_up` when the callee left it open. Null without one, and in a call that was not " +
        "answered, or was broken off by somebody else before it came to that.",
      { enum: ["matched", "no_match", "no_input", "hung_up"] },
    ),
  ),
};
const error: JsonSchema = nullable(text("Why it did not go as it should, in one sentence."));

export const callRecord: JsonSchema = answer(
  {
    call_id: callId,
    direction: text("Who began it.", { enum: ["inbound", "outbound"] }),
    status: callStatus,
    extension: text("The number that was called."),
    caller: nullable(text("The caller's number, of an inbound call; null when it is withheld.")),
    created_at: time("When it came in, or was asked for."),
    ringing_at: nullable(time("When the telephone began to ring.")),
    answered_at: nullable(time("When it was answered.")),
    ended_at: nullable(time("When it was over.")),
    ...outcome,
    tool: nullable(text("The tool whose result was spoken.")),
    schedule_id: nullable(text("The schedule that the call was due by.")),
    error,
  },
  {
    examples: [
      {
        call_id: "0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11",
        direction: "outbound",
        status: "completed",
        extension: "1001",
        caller: null,
        created_at: "2026-03-02T14:00:00.000Z",
        ringing_at: "2026-03-02T14:00:01.120Z",
        answered_at: "2026-03-02T14:00:06.480Z",
        ended_at: "2026-03-02T14:00:18.730Z",
        duration_seconds: 12.25,
        message_played: true,
        choice_response: "yes",
        choice_raw_text: "yes please",
        choice_status: "matched",
        tool: null,
        schedule_id: null,
        error: null,
      },
    ],
  },
);

/** The body of the webhook. */
export const callResult: JsonSchema = answer(
  {
    call_id: callId,
    status: text("How the call ended.", { enum: CALL_STATUSES.slice(3) }),
    extension: text("The number that was called."),
    ...outcome,
    error,
  },
  {
    examples: [
      {
        call_id: "0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11",
        status: "completed",
        extension: "1001",
        duration_seconds: 12.25,
        message_played: true,
        choice_response: "yes",
        choice_raw_text: "yes please",
        choice_status: "matched",
        error: null,
      },
    ],
  },
);

/** What `GET /call` may be asked for, defaults filled in. */
export interface CallListQuery {
  readonly status?: CallStatus;
  readonly limit: number;
  readonly cursor?: string;
}

export const callListQuery: JsonSchema = request(
  {
    status: { ...callStatus, description: "Only calls that stand so." },
    limit: limit(50),
    cursor: cursor("next_cursor"),
  },
  [],
);

export const callList: JsonSchema = answer({
  calls: listOf(callRecord, { description: "Latest first." }),
  next_cursor: nullable(text("Where the next page begins; null on the last.")),
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
