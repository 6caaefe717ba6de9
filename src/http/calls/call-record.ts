import { durationSeconds } from "../../calls/call.js";
import type { CallDirection, CallRecord, CallStatus, ChoiceMatchedBy, EndedBy } from "../../records/call-record.js";
import type { JsonSchema } from "../../validation/validator.js";
import { answer, flag, instant, instantOrNull, nullable, text, time } from "../kit/schema.js";
import type { Withheld } from "../kit/withheld.js";
import { callId } from "./call-target.js";

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

export const callStatus: JsonSchema = text("Where the call is in its life; the last five are final.", {
  enum: CALL_STATUSES,
});

export const callDirection: JsonSchema = text("Who began it.", {
  enum: ["inbound", "outbound"] satisfies readonly CallDirection[],
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
  choice_raw_text: nullable(
    text("What was recognised last, whether it matched or not; null for a key without the scope `transcripts`."),
  ),
  choice_status: nullable(
    text(
      "What became of the question; `hung_up` when the callee left it open. Null without one, and in a call that was not " +
        "answered, or was broken off by somebody else before it came to that.",
      { enum: ["matched", "no_match", "no_input", "hung_up"] },
    ),
  ),
  choice_matched_by: nullable(
    text("What the answer was understood by: a key, its words alone, or its words and the language model.", {
      enum: ["key", "words", "model"] satisfies readonly ChoiceMatchedBy[],
    }),
  ),
  question_heard: nullable(
    flag(
      "Whether the question was played to its end at least once before it was answered or given up. Null without a question, and in " +
        "calls of earlier versions.",
    ),
  ),
};
/** Who may read about calls may not, for that alone, read what was said in them. */
export const WORDS_OF_CALL = { choice_raw_text: { scope: "transcripts", instead: null } } as const satisfies Withheld;

const clientName = text("The name of the key that it, or its schedule, was asked for with; null where it has none.");
const scheduleId: JsonSchema = nullable(text("The schedule that the call was due by."));
const error: JsonSchema = nullable(text("Why it did not go as it should, in one sentence."));

export const callRecord: JsonSchema = answer(
  {
    call_id: callId,
    direction: callDirection,
    status: callStatus,
    extension: text("The number that was called."),
    caller: nullable(text("The caller's number, of an inbound call; null when it is withheld.")),
    caller_name: nullable(
      text("The caller's name as the PBX shows it; null without one, and when the number is withheld."),
    ),
    created_at: time("When it came in, or was asked for."),
    ringing_at: nullable(time("When the telephone began to ring.")),
    answered_at: nullable(time("When it was answered.")),
    ended_at: nullable(time("When it was over.")),
    ...outcome,
    tool: nullable(text("The tool whose result was spoken.")),
    client: nullable(clientName),
    schedule_id: scheduleId,
    ended_by: nullable(
      text(
        "Who ended it: the caller or the callee hung up, the assistant did when it was done, a client asked for it, or the " +
          "service had to. Null while it lasts, when it was not answered or went on elsewhere, and in calls of earlier versions.",
        { enum: ["caller", "callee", "assistant", "client", "service"] satisfies readonly EndedBy[] },
      ),
    ),
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
        caller_name: null,
        created_at: "2026-03-02T14:00:00.000Z",
        ringing_at: "2026-03-02T14:00:01.120Z",
        answered_at: "2026-03-02T14:00:06.480Z",
        ended_at: "2026-03-02T14:00:18.730Z",
        duration_seconds: 12.25,
        message_played: true,
        choice_response: "yes",
        choice_raw_text: "yes please",
        choice_status: "matched",
        choice_matched_by: "words",
        question_heard: true,
        tool: null,
        client: "crm",
        schedule_id: null,
        ended_by: "assistant",
        error: null,
      },
    ],
  },
);

/**
 * A call as clients see it.
 *
 * @param now ms since the epoch: until when a live call has lasted
 */
export function callRecordBody(record: CallRecord, now: number) {
  return {
    call_id: record.callId,
    direction: record.direction,
    status: record.status,
    extension: record.extension,
    caller: record.caller || null,
    caller_name: record.callerName ?? null,
    created_at: instant(record.createdAt),
    ringing_at: instantOrNull(record.ringingAt),
    answered_at: instantOrNull(record.answeredAt),
    ended_at: instantOrNull(record.endedAt),
    duration_seconds: durationSeconds(record, now),
    message_played: record.messagePlayed,
    choice_response: record.choiceResponse,
    choice_raw_text: record.choiceRawText,
    choice_status: record.choiceStatus,
    choice_matched_by: record.choiceMatchedBy ?? null,
    question_heard: record.questionHeard ?? null,
    tool: record.tool,
    client: record.client ?? null,
    schedule_id: record.scheduleId,
    ended_by: record.endedBy ?? null,
    error: record.error,
  };
}

/** The body of the webhook. */
export const callResult: JsonSchema = answer(
  {
    call_id: callId,
    status: text(
      "How the call ended. `missed`: a scheduled one could not be placed in time; nobody was called, and there is no call of that id.",
      { enum: [...CALL_STATUSES.slice(3), "missed"] },
    ),
    extension: text("The number that was called."),
    ...outcome,
    schedule_id: scheduleId,
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
        choice_matched_by: "words",
        question_heard: true,
        schedule_id: null,
        error: null,
      },
    ],
  },
);
