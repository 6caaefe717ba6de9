import type { Occurrence, OccurrenceOutcome, Schedule } from "../records/schedule.js";

/**
 * Says, when everything is ready, whether a channel may be dialled. Only if it resolves to true may it be; whatever else it
 * does, nobody may be rung.
 *
 * @param signal ends the wait
 */
export type DialCommit = (channelId: string, signal: AbortSignal) => Promise<boolean>;

/** A run of a schedule that is due. */
export interface DueOccurrence {
  readonly schedule: Schedule;
  readonly occurrence: Occurrence;
  /** Nobody may be rung after this, ms since the epoch. */
  readonly until: number;
  readonly commit: DialCommit;
  /** The process is leaving: what cannot be rung any more is left to whoever comes. */
  readonly signal: AbortSignal;
}

/** How a run ended. */
export interface OccurrenceEnd {
  readonly kind: "over";
  readonly outcome: OccurrenceOutcome;
  /** Null where there is no record of a call. */
  readonly callId: string | null;
  /** Why it did not go as it should, in one sentence. */
  readonly error: string | null;
}

export type ExecutionResult =
  | OccurrenceEnd
  /** Nobody was rung, and it may be tried again: why it was not possible, in one sentence. */
  | { readonly kind: "not_now"; readonly reason: string }
  /** Another controller goes on with the call, and tells what comes of it. */
  | { readonly kind: "elsewhere" };

/** What a run comes to without being carried out. */
export interface WriteOff {
  readonly outcome: "missed" | "cancelled" | "failed";
  readonly error: string;
}

/** Carries out what is due: what that takes, the scheduler does not know. Everything may reject with `store_unavailable`. */
export interface OccurrenceExecutor {
  /** Whether another controller has the call that this is to be spoken into, and should see to it: it alone can. */
  isElsewhere(schedule: Schedule): Promise<boolean>;
  /** Rings, or whatever there is to do, and resolves when it is over. */
  execute(run: DueOccurrence): Promise<ExecutionResult>;
  /**
   * Records and reports, as it would a call's end, that a run is not carried out. Where its call is over already, that is
   * what it comes to.
   *
   * @param schedule undefined when it is not known any more
   */
  writeOff(schedule: Schedule | undefined, occurrence: Occurrence, writeOff: WriteOff): Promise<OccurrenceEnd>;
  /**
   * What is on record of a run of before: how it ended, that its call goes on, or is about to, or that somebody's telephone
   * rang; undefined where it is none of these.
   */
  findEnd(occurrence: Occurrence): Promise<OccurrenceEnd | "going_on" | "rang" | undefined>;
  /** Records and reports that a run was broken off when the service died: it was dialled, or may have been. */
  breakOff(occurrence: Occurrence): Promise<OccurrenceEnd>;
}
