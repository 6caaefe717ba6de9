/** Who began the call. */
export type CallDirection = "inbound" | "outbound";

/**
 * The states of a call. `completed` was answered and came to its end, whoever hung up; the four after it did not get that
 * far or were broken off.
 */
export type CallStatus =
  "queued" | "ringing" | "in_progress" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";

/** How a call ended. */
export type CallOutcome = Exclude<CallStatus, "queued" | "ringing" | "in_progress">;

/** What became of the question asked in a call. */
export type ChoiceStatus = "matched" | "no_match" | "no_input" | "hung_up";

/** What is known of a call, at any moment of its life and after it. Times are in ms since the epoch. */
export interface CallRecord {
  readonly callId: string;
  /** The controller whose call it is, the same after a restart: several may share a store. */
  readonly owner: string;
  readonly direction: CallDirection;
  readonly status: CallStatus;
  /** The number that was called: ours when the call is inbound. */
  readonly extension: string;
  /** The caller's number, of an inbound call; empty when it is withheld. */
  readonly caller: string;
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
  /** The tool whose result was spoken. */
  readonly tool: string | null;
  readonly scheduleId: string | null;
  /** Why it did not go as it should, in one sentence. */
  readonly error: string | null;
  /** Where the result goes when the call is over. */
  readonly callbackUrl: string | null;
  /**
   * The channel that is or was dialled, written down before it is; null until then, so a record without one tells a later
   * run that nobody's telephone rang.
   */
  readonly channelId: string | null;
}

/** One thing that happened in a call's conversation. `at` is in ms since the epoch. */
export type TranscriptEntry =
  | { readonly at: number; readonly who: "caller"; readonly text: string }
  /** `text` was heard to its end; `unheard` was meant to follow when it was broken off. */
  | { readonly at: number; readonly who: "assistant"; readonly text: string; readonly unheard?: string }
  | {
      readonly at: number;
      readonly who: "tool";
      readonly tool: string;
      readonly status: string;
      readonly message: string;
    };
