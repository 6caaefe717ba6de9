import type { CallDirection, CallRecord, CallStatus, TranscriptEntry } from "./call-record.js";
import type { ControllerInstance, SeenInstance } from "./controller-instance.js";
import type { Delivery } from "./delivery.js";
import type { Occurrence, Schedule, ScheduleKind } from "./schedule.js";

/** One page of a list: its items, and where the next page begins; no cursor on the last. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** Which calls: those that fit all that is given. */
export interface CallQuery {
  readonly status?: CallStatus;
  /** The number that was called. */
  readonly extension?: string;
  readonly direction?: CallDirection;
  readonly scheduleId?: string;
  /** Not begun before this, ms since the epoch. */
  readonly since?: number;
  /** Begun before this, ms since the epoch. */
  readonly until?: number;
  /** In the number that was called, or in the caller's, as it is written there. */
  readonly number?: string;
  /**
   * Words that were all said in it, or by a tool; of the last its beginning is enough. Only calls that are over have words to
   * be found by. Accents and case do not matter.
   */
  readonly words?: readonly string[];
  /** 1 to 500. */
  readonly limit: number;
  /** From the page before. */
  readonly cursor?: string;
}

/**
 * What is kept of calls. Every write is durable when its promise resolves: it outlives the process being killed.
 *
 * All methods reject with `store_unavailable` when the store is away and cannot bridge it. A write that rejects with
 * `WaitsInMemory` is made all the same when the store is back, if the process lives.
 */
export interface CallStore {
  /**
   * Writes the record of a call that somebody asks for, who is told that there is none when this rejects: then none is there,
   * and none comes.
   *
   * @returns as `saveCall` does
   */
  addCall(record: CallRecord): Promise<boolean>;
  /** Removes the record of a call that has come no further than its queue. */
  withdrawCall(callId: string): Promise<void>;
  /**
   * Writes a record; the latest write of a call wins. A call that another owner has taken is left as it is, and so is one
   * that is over by one that is not.
   *
   * @returns whether the record is the store's now, as far as can be known while it is away
   */
  saveCall(record: CallRecord): Promise<boolean>;
  /**
   * Makes a call that is not over another owner's, in one step: what `from` writes of it from then on is not kept.
   *
   * @returns whether it did; not when it is over, or not `from`'s
   */
  takeCall(callId: string, from: string, to: string): Promise<boolean>;
  findCall(callId: string): Promise<CallRecord | undefined>;
  /**
   * Latest first, by creation. A page of calls that words are looked for in may hold fewer than its length, or none, and have a
   * cursor: the rest is looked for with that.
   *
   * @throws {AttendantError} `invalid_request` when the cursor is none of ours
   */
  listCalls(query: CallQuery): Promise<Page<CallRecord>>;
  /** Calls of `owner` that are not over: of a life that has ended, those that it left behind. Oldest first. */
  unfinishedCalls(owner: string): Promise<readonly CallRecord[]>;
  /**
   * Writes what was said in a call; the latest writing wins. Of a call that another owner than `owner` has by then it is not
   * kept, where one is given: whoever has lost a call writes over nothing that the next one writes.
   */
  saveTranscript(callId: string, entries: readonly TranscriptEntry[], owner?: string): Promise<void>;
  /** Undefined when nothing was kept. */
  findTranscript(callId: string): Promise<readonly TranscriptEntry[] | undefined>;
  /**
   * Removes calls that ended before `endedBefore` (ms since the epoch), with their transcripts and deliveries,
   * and idempotency keys whose time is over.
   *
   * @returns how many calls
   */
  purgeCalls(endedBefore: number): Promise<number>;
  /**
   * Erases what was said in calls that ended before `endedBefore` (ms since the epoch), and nothing else of them: their
   * transcripts, and the answer as it was understood, in the record and in the webhook. What cannot be read any more goes as
   * a whole.
   *
   * @returns of how many calls; each counts once
   */
  purgeWords(endedBefore: number): Promise<number>;
  /** Erases what was said in one call, likewise. Without effect when there is none. */
  eraseWords(callId: string): Promise<void>;
  /** Removes a call that is over, with its transcript and deliveries. @returns whether there was one */
  removeCall(callId: string): Promise<boolean>;
}

export interface DeliveryStore {
  /** Stores it unless its id is there already. */
  addDelivery(delivery: Delivery): Promise<void>;
  /** Ends its lease as well: from then on it is due when it says so itself. */
  saveDelivery(delivery: Delivery): Promise<void>;
  findDelivery(deliveryId: string): Promise<Delivery | undefined>;
  /** Of one call, oldest first. */
  deliveriesOf(callId: string): Promise<readonly Delivery[]>;
  /**
   * Takes pending deliveries that are due at `now`, at most `limit`, and leases each for `leaseMs`: nobody else is given
   * it meanwhile, not even another process, and if it is not saved by then it is due again.
   */
  claimDeliveries(now: number, leaseMs: number, limit: number): Promise<readonly Delivery[]>;
  /** When the next pending delivery is due or its lease is over, ms since the epoch; undefined when none is pending. */
  nextDeliveryAt(): Promise<number | undefined>;
}

/** The answer given to a request with an idempotency key. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is known of an idempotency key. */
export type KeyState =
  /** Not seen before; it is reserved now. */
  | { readonly kind: "new" }
  /** Seen with the same request; `answer` is there unless that request is still being worked on, or its run died. */
  | { readonly kind: "same"; readonly answer: KeptAnswer | undefined }
  /** Seen with another request. */
  | { readonly kind: "other" };

export interface IdempotencyStore {
  /**
   * Reserves a key, in one step.
   *
   * @param fingerprint of the request: method, path and body
   * @param keepUntil ms since the epoch; forgotten after that
   */
  reserveKey(key: string, fingerprint: string, keepUntil: number): Promise<KeyState>;
  /** The answer to a key that is reserved; without effect when it is not any more. */
  keepAnswer(key: string, answer: KeptAnswer): Promise<void>;
  /** Forgets a reservation that came to nothing; one that has its answer stays. */
  releaseKey(key: string): Promise<void>;
  /** Forgets a key with all that is kept for it. */
  dropKey(key: string): Promise<void>;
  /** Forgets the oldest keys until those that are left are within both bounds, about. */
  dropOldestKeys(max: { readonly keys: number; readonly bytes: number }): Promise<void>;
}

/** `pending`: due again some day, paused ones not among them. `over`: not due any more. */
export type ScheduleStatus = "pending" | "paused" | "over";

export interface ScheduleQuery {
  readonly kind?: ScheduleKind;
  readonly setBy?: string;
  readonly extension?: string;
  /** Unless given, those that are pending or paused. */
  readonly status?: ScheduleStatus | "all";
  /** Only those due after this; of those that are over, whose latest run was (ms since the epoch). */
  readonly dueAfter?: number;
  /** 1 to 500. */
  readonly limit: number;
  /** From the page before. */
  readonly cursor?: string;
}

/** What may become otherwise of an occurrence. */
export type OccurrenceChange = Partial<Omit<Occurrence, "occurrenceId" | "scheduleId" | "dueAt">>;

/**
 * What is to happen some day. Nothing of this is bridged while the store is away: whether a telephone may ring is for the
 * store alone to say. All methods reject with `store_unavailable` then; what was asked for may have been done all the
 * same, when the store went away before it could say so. Whoever asks again finds out by looking at what is there.
 */
export interface ScheduleStore {
  /**
   * Until when something may have happened that is not known here, ms since the epoch, because what is kept was put back from
   * a backup or has lost its end; 0 when it never was. A run that was due before it may have rung.
   */
  unknownBefore(): Promise<number>;
  /** Stores a new schedule. One whose id is there already is left as it is. */
  addSchedule(schedule: Schedule): Promise<void>;
  /**
   * Puts `schedule` in the place of its `revision - 1`, in one step.
   *
   * @returns whether it did; not when it was removed or replaced by another since
   */
  replaceSchedule(schedule: Schedule): Promise<boolean>;
  findSchedule(scheduleId: string): Promise<Schedule | undefined>;
  /** How many schedules are not over, of all kinds, those that are paused included. */
  countSchedules(): Promise<number>;
  /**
   * Soonest first, then by id; those that are over, latest run first, and all together the other way round: those furthest
   * ahead, the soonest, the latest run, the runs before it. @throws {AttendantError} `invalid_request` when the
   * cursor is none of ours
   */
  listSchedules(query: ScheduleQuery): Promise<Page<Schedule>>;
  /** @returns what was removed, or undefined when there was nothing */
  removeSchedule(scheduleId: string): Promise<Schedule | undefined>;
  /**
   * Pending schedules, not paused, whose next time is not after `at` (ms since the epoch), the longest overdue first.
   *
   * @param limit 1 to 500
   */
  dueSchedules(at: number, limit: number): Promise<readonly Schedule[]>;
  /** Stores an occurrence, in one step. @returns whether it did; not when one of its id is there already */
  addOccurrence(occurrence: Occurrence): Promise<boolean>;
  findOccurrence(occurrenceId: string): Promise<Occurrence | undefined>;
  /**
   * Changes an occurrence in one step, provided that it is in `from.state` and owned by `from.owner`.
   *
   * @returns whether it did
   */
  moveOccurrence(
    occurrenceId: string,
    from: Pick<Occurrence, "state" | "owner">,
    change: OccurrenceChange,
  ): Promise<boolean>;
  /** Those that are not over: of one controller, or of any whose lease ended before `leaseBefore`. The oldest first. */
  openOccurrences(of: { readonly owner: string } | { readonly leaseBefore: number }): Promise<readonly Occurrence[]>;
  /** Of one schedule, latest first, at most `limit` (1 to 500). It may have been removed since. */
  occurrencesOf(scheduleId: string, limit: number): Promise<readonly Occurrence[]>;
  /**
   * Removes schedules that are over and whose latest run was before `before` (ms since the epoch), not one of which an
   * occurrence is not over. Their occurrences stay. @returns how many
   */
  purgeSchedules(before: number): Promise<number>;
  /**
   * Removes occurrences that are over and were due before `before` (ms since the epoch), and the deliveries of those that
   * have no call, which were missed: all others go with their call. @returns how many occurrences
   */
  purgeOccurrences(before: number): Promise<number>;
  /** Removes those of one schedule that are over, be it there or not, likewise. @returns how many occurrences */
  removeOccurrences(scheduleId: string): Promise<number>;
}

/**
 * Which controllers live. No clock is compared with another: who watches a life counts for itself how long its beat has not
 * changed. Nothing of this is bridged while the store is away.
 */
export interface InstanceStore {
  /** Adds an instance, at beat 0. @returns false when it is known already */
  addInstance(instance: ControllerInstance): Promise<boolean>;
  /** Counts a heartbeat. @returns false when the instance was claimed, or is not known */
  beat(owner: string): Promise<boolean>;
  instances(): Promise<readonly SeenInstance[]>;
  /**
   * Claims an instance that is at this beat, in one step: it has no further beat. An instance may be claimed again if the
   * claimer did not take over what it left.
   *
   * @returns false when the instance has beaten since, or was claimed at this beat by another controller
   */
  claimInstance(owner: string, beat: number): Promise<boolean>;
  /** Removes an instance, claimed or not. */
  removeInstance(owner: string): Promise<void>;
  /** Returns all owners of calls or occurrences that are not over, known as instances or not. */
  openOwners(): Promise<readonly string[]>;
}

/** Everything that is kept. */
export interface Store
  extends CallStore, DeliveryStore, IdempotencyStore, ScheduleStore, InstanceStore, AsyncDisposable {
  /** Finds out whether the store answers. @throws {AttendantError} `store_unavailable` */
  check(signal: AbortSignal): Promise<void>;
}
