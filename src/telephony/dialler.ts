import type { Scope } from "../kernel/scope.js";
import type { DialIntents } from "../records/dial-intent.js";
import type { Line, Party } from "./line.js";

/**
 * How an unanswered call ended:
 *
 * - `no_answer`  it was not answered in time, or the telephone could not be reached just now
 * - `busy`       the called side is busy, or declined
 * - `failed`     the call did not get there: no such number, not allowed, a fault of the network or of ours
 * - `cancelled`  the caller's own scope ended first
 */
export type UnansweredOutcome = "no_answer" | "busy" | "failed" | "cancelled";

export interface Unanswered {
  readonly kind: "not_answered";
  readonly outcome: UnansweredOutcome;
  /** One sentence for a person. */
  readonly detail: string;
  /** Q.850 cause, if Asterisk reported one. */
  readonly cause?: number | undefined;
  /** The final SIP status, if there was one. */
  readonly sipCode?: number | undefined;
}

export interface Answered {
  readonly kind: "answered";
  /** The line. If the callee hung up at once, its signal has already aborted. */
  readonly line: Line;
}

export type Dialled = Answered | Unanswered;

export interface DialRequest {
  /** Number to dial, in its {@link DialableNumber} form; text without one throws a RangeError. */
  readonly number: string;
  /** Id from `newChannelId`, so that it can be stored before the telephone rings. */
  readonly channelId: string;
  /** Maximum ringing time from now, in ms. */
  readonly ringTimeoutMs: number;
  /** Caller id for the called side, if the telephone network lets us choose it. */
  readonly callerId?: Party;
  /** Scope of the call: its end hangs up at any moment. Once answered, the end of the line ends it. */
  readonly scope: Scope;
  /**
   * Called once, when the far side reports ringing or sends a progress tone instead. A far side that does neither counts as
   * ringing when it answers. Must not throw.
   */
  readonly onRinging: () => void;
}

/** State of the telephones of a number, as far as the telephone system knows. */
export type DeviceState = "free" | "busy" | "unreachable" | "unknown";

/** Calls numbers. */
export interface Dialler {
  /** Returns a unique id for a future call. A later process instance can look it up in Asterisk. */
  newChannelId(): string;

  /**
   * Dials once, and resolves with the answered line or with the reason why there is none; neither is an error. Unless the
   * call is answered, nothing of it is left in Asterisk when this resolves, and `scope` lives on.
   *
   * @throws {RangeError} for an invalid number, or a channel id of another origin: nothing was dialled
   */
  dial(request: DialRequest): Promise<Dialled>;

  /** Returns whether a number is free, without calling it. Never rejects. */
  deviceState(number: string, signal: AbortSignal): Promise<DeviceState>;

  readonly intents: DialIntents;
}
