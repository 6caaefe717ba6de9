import type { CallScript } from "./call-script.js";

/** Who began the call. */
export type CallDirection = "inbound" | "outbound";

/**
 * The states of a call. `completed` was answered and came to its end, whoever hung up; the four after it did not get that
 * far or were broken off.
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

/** What became of the question asked in a call. */
export type ChoiceStatus = "matched" | "no_match" | "no_input" | "hung_up";

/** What an answer was understood by: a key, its words alone, or its words and the language model. */
export type ChoiceMatchedBy = "key" | "words" | "model";

/**
 * What a call in progress goes on in without a controller: `handed_over` it waits in Asterisk, and was let go of between two
 * sentences for the next one to go on with; `put_through` it is with the operator, and needs none.
 */
export type CallStage = "handed_over" | "put_through";

/**
 * Who ended a call: the `caller` or the `callee` hung up, the `assistant` did because it had done what the call was for, a
 * `client` asked for it, or the `service` had to, as when the call took too long.
 */
export type EndedBy = "caller" | "callee" | "assistant" | "client" | "service";

/** What is known of a call, at any moment of its life and after it. Times are in ms since the epoch. */
export interface CallRecord {
  readonly callId: string;
  /** The controller's life whose call it is (`controller-life.ts`); its folder's id in records of earlier versions. */
  readonly owner: string;
  readonly direction: CallDirection;
  readonly status: CallStatus;
  /** The number that was called: ours when the call is inbound. */
  readonly extension: string;
  /** The caller's number, of an inbound call; empty when it is withheld. */
  readonly caller: string;
  /** The caller's name as the PBX shows it; undefined without one, where the number is withheld, and in records of earlier versions. */
  readonly callerName?: string | undefined;
  readonly createdAt: number;
  readonly ringingAt: number | null;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  /** Whether the last of the message was played to a callee who was still there. */
  readonly messagePlayed: boolean;
  /** The value of the option chosen. */
  readonly choiceResponse: string | null;
  /** What was recognised last, whether it matched or not. */
  readonly choiceRawText: string | null;
  /** Null without a choice, and in a call that was not answered, or was broken off by somebody else before it was made. */
  readonly choiceStatus: ChoiceStatus | null;
  /** Null unless an option was chosen; undefined in records of earlier versions. */
  readonly choiceMatchedBy?: ChoiceMatchedBy | null | undefined;
  /**
   * Whether the question was played to its end at least once before it was answered or given up. Null where it was never asked,
   * undefined in records of earlier versions.
   */
  readonly questionHeard?: boolean | null | undefined;
  /** The tool whose result was spoken. */
  readonly tool: string | null;
  /** The client that asked for it, or for its schedule, by the name of its key; undefined without one. */
  readonly client?: string | undefined;
  readonly scheduleId: string | null;
  /** Null while it lasts, and where nobody ended it: it was not answered, or taken elsewhere. Undefined in records of earlier versions. */
  readonly endedBy?: EndedBy | null | undefined;
  /** Why it did not go as it should, in one sentence. */
  readonly error: string | null;
  /** Where the result goes when the call is over. */
  readonly callbackUrl: string | null;
  /**
   * The channel that is or was dialled, written down before it is; null until then, so a record without one tells a later
   * run that nobody's telephone rang.
   */
  readonly channelId: string | null;
  /** Undefined while its controller serves it. */
  readonly stage?: CallStage | undefined;
  /** How often a controller has gone on with it that another one had died with; undefined for never. */
  readonly resumptions?: number | undefined;
  /** Of a call that is placed: what is to be said in it. Undefined when it is over, and where no words are kept. */
  readonly script?: CallScript | undefined;
}

/** What was heard over a turn: somebody who wants to speak, somebody who listens, our own echo, or no words at all. */
export type OverlapKind = "words" | "listening" | "echo" | "nobody";

/** A tool that ran for a reply: when it began, ms from the caller's last word, and for how long it ran, ms. */
export interface ToolFigures {
  readonly name: string;
  readonly atMs: number;
  readonly ms: number;
  readonly status: "SUCCESS" | "FAILED" | "PENDING";
}

/** How a reply went. Times are in ms from the caller's last word unless told otherwise; what did not happen is left out. */
export interface TurnFigures {
  /** Until they were taken to have finished. */
  readonly endpointMs?: number;
  /** Until their words were known; and how long that took from when they were asked for. */
  readonly recognisedMs?: number;
  readonly sttMs?: number;
  /** Until the model's first output, be it a word or a tool's call; and how long that took from when it was asked. */
  readonly firstTokenMs?: number;
  readonly llmMs?: number;
  /** Until the model's first word. */
  readonly firstWordMs?: number;
  /** Until the first samples of speech were there; and how long that took from when they were asked for. */
  readonly firstSampleMs?: number;
  readonly ttsMs?: number;
  /** Until the first sound was on its way to them; and how long it waited in the line's queue, after that. */
  readonly firstSoundMs?: number;
  readonly queueMs?: number;
  /** How many completions the model was asked for, and what they took of those whose server tells. */
  readonly rounds?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** In the order in which they ended. */
  readonly tools?: readonly ToolFigures[];
  /** Whether it was begun before the endpoint, and how many were before it and taken back. */
  readonly ahead?: boolean;
  readonly withdrawn?: number;
  /** How long it was silenced for what might have been the caller. */
  readonly pausedMs?: number;
  /** How often something was heard over it, by what it was. */
  readonly overlaps?: Readonly<Partial<Record<OverlapKind, number>>>;
  /** Whether the caller took the floor from it. */
  readonly interrupted?: boolean;
}

/** One thing that happened in a call's conversation. `at` is in ms since the epoch. */
export type TranscriptEntry =
  | { readonly at: number; readonly who: "caller"; readonly text: string }
  /** `text` was heard to its end; `unheard` was meant to follow when it was broken off; `turn` is there with a reply. */
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
