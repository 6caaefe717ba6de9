import type { CallScript } from "./call-script.js";

/** Whether the call came in or was placed. */
export type CallDirection = "inbound" | "outbound";

/**
 * The states of a call. `completed` was answered and ended normally, whichever side hung up; the four after it were not answered or were
 * cut short.
 */
export type CallStatus =
  | "queued"
  | "ringing"
  | "in_progress"
  | "completed"
  | "no_answer"
  | "busy"
  | "failed"
  | "cancelled";

/** How a call ended. */
export type CallOutcome = Exclude<CallStatus, "queued" | "ringing" | "in_progress">;

/** The result of the question of a call; `not_asked` because a machine had answered. */
export type ChoiceStatus = "matched" | "no_match" | "no_input" | "hung_up" | "not_asked";

/**
 * Who answered a placed call: a person, an answering machine, or a menu of keys or words. `unknown` when what was heard did not
 * tell.
 */
export type AnsweredBy = "human" | "machine" | "menu" | "unknown";

/**
 * What told who answered: the words, as a rule or the language model reads them; the length of the first words; a beep; a
 * callee who answered the question; one who talked on over us, or who did not reply to it.
 */
export type AnswerEvidence = "words" | "model" | "length" | "overlap" | "no_reply" | "beep" | "choice";

/** How an answer was understood: by a key, by its words alone, or by its words and the language model. */
export type ChoiceMatchedBy = "key" | "words" | "model";

/**
 * How a call in progress continues without a controller: `handed_over` waits in Asterisk, released between two sentences for the
 * next controller; `put_through` is connected to a colleague and needs none.
 */
export type CallStage = "handed_over" | "put_through";

/**
 * How the latest attempt to put a caller through ended: they were connected, or go on in the dialplan (`transferred`); the colleague
 * declined, did not answer, or was busy; it failed; or the caller came back or hung up before (`cancelled`).
 */
export type TransferOutcome = "transferred" | "declined" | "no_answer" | "busy" | "failed" | "cancelled";

/**
 * Who ended a call: the `caller` or the `callee` hung up, the `assistant` had done what the call was for, a `client` requested
 * it, or the `service` had to, for example because the call took too long.
 */
export type EndedBy = "caller" | "callee" | "assistant" | "client" | "service";

/** The record of a call, live or finished. Times are in ms since the epoch. */
export interface CallRecord {
  readonly callId: string;
  /** The process instance that owns the call (`controller-instance.ts`); in records of earlier versions, its folder's id. */
  readonly owner: string;
  readonly direction: CallDirection;
  readonly status: CallStatus;
  /** The called number; our own for an inbound call. */
  readonly extension: string;
  /** The caller's number, for an inbound call; empty when it is withheld. */
  readonly caller: string;
  /**
   * The caller's name as the PBX shows it; undefined when there is none or the number is withheld, and in records of earlier
   * versions.
   */
  readonly callerName?: string | undefined;
  /** The assistant's id; undefined when the settings alone applied. */
  readonly assistant?: string | undefined;
  /** The language that the assistant speaks in it; undefined in records of earlier versions. */
  readonly language?: string | undefined;
  /** When the other side had heard that a machine speaks; undefined or null when they have not. */
  readonly disclosedAt?: number | null | undefined;
  /** Why they are not told; undefined when they are. */
  readonly disclosureWaived?: string | undefined;
  readonly createdAt: number;
  readonly ringingAt: number | null;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  /** Who answered; undefined when no one did, or this was not looked for, and in records of earlier versions. */
  readonly answeredBy?: AnsweredBy | undefined;
  /** What told; undefined when nothing did. */
  readonly answerEvidence?: AnswerEvidence | undefined;
  /** Whether the whole message was played while the callee was still connected. */
  readonly messagePlayed: boolean;
  /** The value of the chosen option. */
  readonly choiceResponse: string | null;
  /** The last recognised answer, whether it matched or not. */
  readonly choiceRawText: string | null;
  /**
   * Null when there was no question, when the call was not answered, and when another party ended it before the question was
   * settled.
   */
  readonly choiceStatus: ChoiceStatus | null;
  /** Null unless an option was chosen; undefined in records of earlier versions. */
  readonly choiceMatchedBy?: ChoiceMatchedBy | null | undefined;
  /**
   * Whether the question was played to its end at least once before it was answered or given up. Null when it was never asked,
   * undefined in records of earlier versions.
   */
  readonly questionHeard?: boolean | null | undefined;
  /** The tool whose result was spoken. */
  readonly tool: string | null;
  /** The client that requested the call or its schedule, by the name of its key; undefined when the key has no name. */
  readonly client?: string | undefined;
  readonly scheduleId: string | null;
  /** The chain that the call is a step of. */
  readonly chainId?: string | undefined;
  /**
   * Null while the call lasts, and when no party ended it: it was not answered, or was transferred. Undefined in records of
   * earlier versions.
   */
  readonly endedBy?: EndedBy | null | undefined;
  /**
   * Name of the destination that the other side was last put through to, or its number if it has none; undefined if there was no
   * attempt.
   */
  readonly transferredTo?: string | undefined;
  /** Undefined while they are being put through, and when the process died before the end of that was stored. */
  readonly transferOutcome?: TransferOutcome | undefined;
  /** Name of the destination for which the caller last left a message; undefined if they left none. */
  readonly messageFor?: string | undefined;
  /** Why the call failed, in one sentence. */
  readonly error: string | null;
  /** The address to which the result is posted when the call ends. */
  readonly callbackUrl: string | null;
  /** The channel that is or was dialled, recorded before dialling; while it is null, no telephone has rung. */
  readonly channelId: string | null;
  /** Undefined while a controller runs the call. */
  readonly stage?: CallStage | undefined;
  /** How often another controller has resumed the call after its controller died; undefined means never. */
  readonly resumptions?: number | undefined;
  /** For a placed call: what is to be said. Undefined when the call has ended, and when transcripts are not kept. */
  readonly script?: CallScript | undefined;
}

/** Sound heard during a reply: the caller wants to speak, a listener's response, our own echo, or no words. */
export type OverlapKind = "words" | "listening" | "echo" | "nobody";

/** A tool that ran for a reply: when it started, in ms from the caller's last word, and how long it ran, in ms. */
export interface ToolFigures {
  readonly name: string;
  readonly atMs: number;
  readonly ms: number;
  readonly status: "SUCCESS" | "FAILED" | "PENDING";
}

/**
 * The timings of a reply. Times are in ms from the caller's last word unless stated otherwise; what did not happen is omitted.
 */
export interface TurnFigures {
  /** Until the caller's turn was judged to be over. */
  readonly endpointMs?: number;
  /** Until the words were recognised; and the duration of that request. */
  readonly recognisedMs?: number;
  readonly sttMs?: number;
  /** Until the model's first output, a word or a tool call; and the duration of that request. */
  readonly firstTokenMs?: number;
  readonly llmMs?: number;
  /** Until the model's first word. */
  readonly firstWordMs?: number;
  /** Until the first samples of speech arrived; and the duration of that request. */
  readonly firstSampleMs?: number;
  readonly ttsMs?: number;
  /** Until the first sound was sent to the caller; and how long it then waited in the line's queue. */
  readonly firstSoundMs?: number;
  readonly queueMs?: number;
  /** Number of completions requested, and their tokens if the server reports them. */
  readonly rounds?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** In the order in which they finished. */
  readonly tools?: readonly ToolFigures[];
  /** Whether the reply was speculative, and the number of speculative replies discarded before it. */
  readonly ahead?: boolean;
  readonly withdrawn?: number;
  /** How long the reply was paused for sound that might have been the caller. */
  readonly pausedMs?: number;
  /** Sounds heard during the reply, counted by kind. */
  readonly overlaps?: Readonly<Partial<Record<OverlapKind, number>>>;
  /** Whether the caller interrupted the reply. */
  readonly interrupted?: boolean;
}

/** One entry of a call's conversation. `at` is in ms since the epoch. */
export type TranscriptEntry =
  | { readonly at: number; readonly who: "caller"; readonly text: string }
  /** `text` was played to its end; `unheard` is the rest that was cut off; `turn` is present for a reply. */
  | {
      readonly at: number;
      readonly who: "assistant";
      readonly text: string;
      readonly unheard?: string;
      readonly turn?: TurnFigures;
    }
  | {
      readonly at: number;
      readonly who: "tool";
      readonly tool: string;
      readonly status: string;
      readonly message: string;
    };
