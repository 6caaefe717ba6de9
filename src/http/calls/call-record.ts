import { durationSeconds } from "../../calls/record/call.js";
import type {
  AnsweredBy,
  AnswerEvidence,
  CallDirection,
  CallRecord,
  CallStatus,
  ChoiceMatchedBy,
  EndedBy,
  TransferOutcome,
} from "../../records/call-record.js";
import type { JsonSchema } from "../../validation/validator.js";
import { answer, flag, instant, instantOrNull, nullable, text, time } from "../kit/schema.js";
import type { Withheld } from "../kit/withheld.js";
import { callId } from "./call-target.js";
import { chainId, resultOfChain } from "./chain.js";

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

export const callStatus: JsonSchema = text("The status of the call; the last five are final.", {
  enum: CALL_STATUSES,
});

export const callDirection: JsonSchema = text("Whether the call came in or was placed.", {
  enum: ["inbound", "outbound"] satisfies readonly CallDirection[],
});

/** The result of a call. */
const outcome = {
  disclosed_at: nullable(
    time(
      "When the other side had heard that a machine speaks; null when they have not, and in calls of earlier versions.",
    ),
  ),
  disclosure_waived: nullable(text("Why the call did not begin with that sentence; null when it did.")),
  answered_by: nullable(
    text(
      "Who answered the placed call: a person, an answering machine, or a menu of keys or words; `unknown` when what was " +
        "heard did not tell. Null when no one answered, or this was not looked for.",
      { enum: ["human", "machine", "menu", "unknown"] satisfies readonly AnsweredBy[] },
    ),
  ),
  answer_evidence: nullable(
    text(
      "What told: the words as a rule or the language model reads them, the length of the first words, a beep, an answer " +
        "to the question, speech that went on over ours (`overlap`), or no reply. Null when nothing did.",
      {
        enum: ["words", "model", "length", "overlap", "no_reply", "beep", "choice"] satisfies readonly AnswerEvidence[],
      },
    ),
  ),
  duration_seconds: {
    type: "number",
    minimum: 0,
    description: "Seconds from the answer to the end, or until now; 0 when the call was not answered.",
  },
  message_played: flag("Whether the whole message was played while the callee was still connected."),
  choice_response: nullable(text("The value of the chosen option.")),
  choice_raw_text: nullable(
    text("The last recognised answer, whether it matched or not; null for a key without the scope " + "`transcripts`."),
  ),
  choice_status: nullable(
    text(
      "The result of the question; `hung_up` when the callee hung up without answering, `not_asked` when a machine had " +
        "answered. Null when there was " +
        "no question, when the call was not answered, and when the call was ended by another party before the " +
        "question was settled.",
      { enum: ["matched", "no_match", "no_input", "hung_up", "not_asked"] },
    ),
  ),
  choice_matched_by: nullable(
    text("How the answer was understood: by a key, by its words alone, or by its words and the language model.", {
      enum: ["key", "words", "model"] satisfies readonly ChoiceMatchedBy[],
    }),
  ),
  question_heard: nullable(
    flag(
      "Whether the question was played to its end at least once before it was answered or given up. Null " +
        "when there was no question, and in calls of earlier versions.",
    ),
  ),
  transferred_to: nullable(
    text(
      "Whom the caller or callee was last put through to: the name in the directory, or the number of one without a name. " +
        "Null when there was no attempt.",
    ),
  ),
  transfer_outcome: nullable(
    text(
      "How that ended: they were connected, or the call went on in the dialplan (`transferred`); the colleague " +
        "declined, did not answer or was busy; it failed; or they came back or hung up before (`cancelled`). Null while " +
        "they are being put through, and if the process died while a caller was being put through.",
      {
        enum: [
          "transferred",
          "declined",
          "no_answer",
          "busy",
          "failed",
          "cancelled",
        ] satisfies readonly TransferOutcome[],
      },
    ),
  ),
};
const messageFor = nullable(
  text("Whom the caller last left a message for: the name in the directory. Null when they left none."),
);
/** Permission to read calls does not include permission to read what was said in them. */
export const WORDS_OF_CALL = { choice_raw_text: { scope: "transcripts", instead: null } } as const satisfies Withheld;

const clientName = text("The name of the key that requested the call or its schedule; null when the key has no name.");
const scheduleId: JsonSchema = nullable(text("The schedule that placed the call."));
const ofChain: JsonSchema = nullable(chainId);
const error: JsonSchema = nullable(text("Why the call failed, in one sentence."));

export const callRecord: JsonSchema = answer(
  {
    call_id: callId,
    direction: callDirection,
    status: callStatus,
    extension: text("The number that was called."),
    caller: nullable(text("The caller's number, for inbound calls; null when it is withheld.")),
    caller_name: nullable(
      text("The caller's name as the PBX shows it; null when there is none or the number is withheld."),
    ),
    assistant: nullable(text("The assistant that held the call; null for the settings alone.")),
    language: nullable(text("The language that the assistant speaks in it; null in calls of earlier versions.")),
    created_at: time("When the call came in or was requested."),
    ringing_at: nullable(time("When the telephone began to ring.")),
    answered_at: nullable(time("When the call was answered.")),
    ended_at: nullable(time("When the call ended.")),
    ...outcome,
    message_for: messageFor,
    tool: nullable(text("The tool whose result was spoken.")),
    client: nullable(clientName),
    schedule_id: scheduleId,
    chain_id: ofChain,
    ended_by: nullable(
      text(
        "Who ended the call: the caller or callee hung up, the assistant finished, a client requested it, or " +
          "the service had to. Null while the call lasts, when it was not answered or was transferred, and in " +
          "calls of earlier versions.",
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
        assistant: null,
        language: "en",
        created_at: "2026-03-02T14:00:00.000Z",
        ringing_at: "2026-03-02T14:00:01.120Z",
        answered_at: "2026-03-02T14:00:06.480Z",
        ended_at: "2026-03-02T14:00:18.730Z",
        disclosed_at: "2026-03-02T14:00:08.520Z",
        disclosure_waived: null,
        answered_by: "human",
        answer_evidence: "words",
        duration_seconds: 12.25,
        message_played: true,
        choice_response: "yes",
        choice_raw_text: "yes please",
        choice_status: "matched",
        choice_matched_by: "words",
        question_heard: true,
        transferred_to: null,
        message_for: null,
        transfer_outcome: null,
        tool: null,
        client: "crm",
        schedule_id: null,
        chain_id: null,
        ended_by: "assistant",
        error: null,
      },
    ],
  },
);

/**
 * A call as the API returns it.
 *
 * @param now ms since the epoch; the duration of a live call counts up to it
 */
export function callRecordBody(record: CallRecord, now: number) {
  return {
    call_id: record.callId,
    direction: record.direction,
    status: record.status,
    extension: record.extension,
    caller: record.caller || null,
    caller_name: record.callerName ?? null,
    assistant: record.assistant ?? null,
    language: record.language ?? null,
    created_at: instant(record.createdAt),
    ringing_at: instantOrNull(record.ringingAt),
    answered_at: instantOrNull(record.answeredAt),
    ended_at: instantOrNull(record.endedAt),
    disclosed_at: instantOrNull(record.disclosedAt ?? null),
    disclosure_waived: record.disclosureWaived ?? null,
    answered_by: record.answeredBy ?? null,
    answer_evidence: record.answerEvidence ?? null,
    duration_seconds: durationSeconds(record, now),
    message_played: record.messagePlayed,
    choice_response: record.choiceResponse,
    choice_raw_text: record.choiceRawText,
    choice_status: record.choiceStatus,
    choice_matched_by: record.choiceMatchedBy ?? null,
    question_heard: record.questionHeard ?? null,
    ...transferOf(record),
    tool: record.tool,
    client: record.client ?? null,
    schedule_id: record.scheduleId,
    chain_id: record.chainId ?? null,
    ended_by: record.endedBy ?? null,
    error: record.error,
  };
}

function transferOf({ transferredTo, transferOutcome, messageFor }: CallRecord) {
  return {
    transferred_to: transferredTo ?? null,
    transfer_outcome: transferOutcome ?? null,
    message_for: messageFor ?? null,
  };
}

/** The body of the webhook. */
export const callResult: JsonSchema = answer(
  {
    call_id: callId,
    status: text(
      "How the call ended. `missed`: a scheduled call could not be placed in time; no call was placed and " +
        "the id belongs to none.",
      { enum: [...CALL_STATUSES.slice(3), "missed"] },
    ),
    extension: text("The number that was called."),
    ...outcome,
    schedule_id: scheduleId,
    chain_id: ofChain,
    ...resultOfChain,
    error,
  },
  {
    optional: Object.keys(resultOfChain),
    examples: [
      {
        call_id: "0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11",
        status: "completed",
        extension: "1001",
        disclosed_at: "2026-03-02T14:00:08.520Z",
        disclosure_waived: null,
        answered_by: "human",
        answer_evidence: "words",
        duration_seconds: 12.25,
        message_played: true,
        choice_response: "yes",
        choice_raw_text: "yes please",
        choice_status: "matched",
        choice_matched_by: "words",
        question_heard: true,
        transferred_to: null,
        transfer_outcome: null,
        schedule_id: null,
        chain_id: null,
        error: null,
      },
    ],
  },
);
