import type { Scope } from "../kernel/scope.js";
import type { DialIntents } from "../records/dial-intent.js";
import type { Line, Party } from "./line.js";

/**
 * How a call ended that was not answered:
 *
 * - `no_answer`  it was not answered in time, or the telephone could not be reached just now
 * - `busy`       the called side is occupied, or declined
 * - `failed`     the call did not get there: no such number, not allowed, a fault of the network or of ours
 * - `cancelled`  the caller's own scope ended first
 */
export type UnansweredOutcome = "no_answer" | "busy" | "failed" | "cancelled";

export interface Unanswered {
  readonly kind: "not_answered";
  readonly outcome: UnansweredOutcome;
  /** One sentence for a person. */
  readonly detail: string;
  /** Q.850 cause, where Asterisk gave one. */
  readonly cause?: number | undefined;
  /** The final SIP status, where there was one. */
  readonly sipCode?: number | undefined;
}

export interface Answered {
  readonly kind: "answered";
  /** May be gone already: of a callee who hung up at once, its signal has aborted. */
  readonly line: Line;
}

export type Dialled = Answered | Unanswered;

export interface DialRequest {
  /** Dialled in its {@link DialableNumber} form; a text that has none is refused with a RangeError. */
  readonly number: string;
  /** From `newChannelId`, so that it can be stored before anything rings. */
  readonly channelId: string;
  /** How long it may ring, ms, counted from now. */
  readonly ringTimeoutMs: number;
  /** Who the called side sees calling, where the telephone network leaves it to us. */
  readonly callerId?: Party;
  /** The call's life: its end hangs up at any moment. Once answered, the line's end ends it. */
  readonly scope: Scope;
  /**
   * Called once, when the far side says that it rings, or sends a progress tone in place of that. A far side that says
   * neither counts as ringing when it answers. Must not throw.
   */
  readonly onRinging: () => void;
}

/** Calls numbers. */
export interface Dialler {
  /** An id for a call to come. No two are alike, and a later run can ask Asterisk for it. */
  newChannelId(): string;

  /**
   * Dials once, and resolves with the answered line or with why there is none. All of these are values; unless answered,
   * nothing is left of the call in Asterisk when it resolves, and `scope` lives on.
   *
   * @throws {RangeError} for a number that is none, or a channel id of another make: nothing was dialled
   */
  dial(request: DialRequest): Promise<Dialled>;

  readonly intents: DialIntents;
}
