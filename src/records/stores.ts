import type { CallRecord, CallStatus, TranscriptEntry } from "./call-record.js";
import type { Delivery } from "./delivery.js";
import type { Occurrence, Schedule, ScheduleKind } from "./schedule.js";

/** One page of a list: its items, and where the next page begins; no cursor on the last. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

export interface CallQuery {
  readonly status?: CallStatus;
  /** 1 to 500. */
  readonly limit: number;
  /** From the page before. */
  readonly cursor?: string;
}

/**
 * What is kept of calls. Every write is durable when its promise resolves: it outlives the process being killed.
 *
 * All methods reject with `store_unavailable` when the store is away and cannot bridge it.
 */
export interface CallStore {
  /** Writes a record; the latest write of a call wins. */
  saveCall(record: CallRecord): Promise<void>;
  findCall(callId: string): Promise<CallRecord | undefined>;
  /** Latest first, by creation. @throws {AttendantError} `invalid_request` when the cursor is none of ours */
  listCalls(query: CallQuery): Promise<Page<CallRecord>>;
  /** Calls of `owner` that are not over: after a crash, those that a former run left behind. Oldest first. */
  unfinishedCalls(owner: string): Promise<readonly CallRecord[]>;
  saveTranscript(callId: string, entries: readonly TranscriptEntry[]): Promise<void>;
  /** Undefined when nothing was kept. */
  findTranscript(callId: string): Promise<readonly TranscriptEntry[] | undefined>;
  /**
   * Removes calls that ended before `endedBefore` (ms since the epoch), with their transcripts and deliveries,
   * and idempotency keys whose time is over.
   *
   * @returns how many calls
   */
  purgeCalls(endedBefore: number): Promise<number>;
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
}

/** `pending`: due again some day, paused ones not among them. `over`: not due any more. */
export type ScheduleStatus = "pending" | "paused" | "over";

export interface ScheduleQuery {
  readonly kind?: ScheduleKind;
  readonly setBy?: string;
  /** Unless given, those that are pending or paused. */
  readonly status?: ScheduleStatus;
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
  /** Stores a new schedule. One whose id is there already is left as it is. */
  addSchedule(schedule: Schedule): Promise<void>;
  /**
   * Puts `schedule` in the place of its `revision - 1`, in one step.
   *
   * @returns whether it did; not when it was removed or replaced by another since
   */
  replaceSchedule(schedule: Schedule): Promise<boolean>;
  findSchedule(scheduleId: string): Promise<Schedule | undefined>;
  /**
   * Soonest first, then by id; those that are over, latest run first. @throws {AttendantError} `invalid_request` when the
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
   * Removes occurrences that are over and schedules that are, where they were due before `before` (ms since the epoch);
   * not a schedule of which an occurrence is not over. @returns how many of both
   */
  purgeSchedules(before: number): Promise<number>;
}

/** Everything that is kept. */
export interface Store extends CallStore, DeliveryStore, IdempotencyStore, ScheduleStore, AsyncDisposable {
  /** Finds out whether the store answers. @throws {AttendantError} `store_unavailable` */
  check(signal: AbortSignal): Promise<void>;
}
