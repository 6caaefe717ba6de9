import type { CallRecord } from "../records/call-record.js";
import type { Chain, Occurrence, OccurrenceOutcome, Schedule } from "../records/schedule.js";

/**
 * Decides, when everything is ready, whether a channel may be dialled. Only when it resolves to true may the call be dialled.
 *
 * @param signal ends the wait
 */
export type DialCommit = (channelId: string, signal: AbortSignal) => Promise<boolean>;

/** A due run of a schedule. */
export interface DueOccurrence {
  readonly schedule: Schedule;
  readonly occurrence: Occurrence;
  /** The latest time to dial, in ms since the epoch. */
  readonly until: number;
  readonly commit: DialCommit;
  /** Aborts when the process shuts down: what has not been dialled is left to the next process. */
  readonly signal: AbortSignal;
}

/** How a run ended. */
export interface OccurrenceEnd {
  readonly kind: "over";
  readonly outcome: OccurrenceOutcome;
  /** Null when there is no call record. */
  readonly callId: string | null;
  /** Why the run failed, in one sentence. */
  readonly error: string | null;
  /** The final record of its call, if one was placed. */
  readonly record?: CallRecord | undefined;
  /** When it ended, in ms since the epoch; undefined for now. */
  readonly at?: number;
}

export type ExecutionResult =
  | OccurrenceEnd
  /** No call was placed, and another attempt may be made; the reason in one sentence. */
  | { readonly kind: "not_now"; readonly reason: string }
  /** Another controller has the call and reports its result. */
  | { readonly kind: "elsewhere" };

/** The result of a run that is not carried out. */
export interface WriteOff {
  readonly outcome: "missed" | "cancelled" | "failed";
  readonly error: string;
}

/** Carries out due runs; the scheduler does not know how. Every method may reject with `store_unavailable`. */
export interface OccurrenceExecutor {
  /** Whether another controller has the call into which this is to be spoken; only that controller can do it. */
  isElsewhere(schedule: Schedule): Promise<boolean>;
  /** Places the call, or does whatever else is due, and resolves when it has ended. */
  execute(run: DueOccurrence): Promise<ExecutionResult>;
  /**
   * Records and reports that a run is not carried out, in the same way as a call's end. If its call has already ended, that
   * result counts.
   *
   * @param schedule undefined when it no longer exists
   */
  writeOff(schedule: Schedule | undefined, occurrence: Occurrence, writeOff: WriteOff): Promise<OccurrenceEnd>;
  /**
   * Returns what is on record of an earlier run: how it ended, that its call is in progress or about to be, or that a telephone
   * rang; undefined otherwise.
   */
  findEnd(occurrence: Occurrence): Promise<OccurrenceEnd | "going_on" | "rang" | undefined>;
  /**
   * Ends what is still in progress of a chain that is over, and reports how it ended. May be called more than once for the same
   * chain. When it rejects, the chain counts as not reported.
   */
  reportChain(chain: Chain): Promise<void>;
  /** Records and reports that a run was cut off when the service died: it was dialled, or may have been. */
  breakOff(occurrence: Occurrence): Promise<OccurrenceEnd>;
}
