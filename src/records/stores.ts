import type { AlertBoard } from "./alert-board.js";
import type { CallDirection, CallRecord, CallStatus, TranscriptEntry } from "./call-record.js";
import type { ControllerInstance, SeenInstance } from "./controller-instance.js";
import type { Delivery } from "./delivery.js";
import type { DoNotCallEntry } from "./do-not-call.js";
import type { Occurrence, Schedule, ScheduleKind } from "./schedule.js";

/** One page of a list: its items, and the cursor of the next page, which is absent on the last. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** Selects calls that match all given filters. */
export interface CallQuery {
  readonly status?: CallStatus;
  /** The called number. */
  readonly extension?: string;
  readonly direction?: CallDirection;
  readonly scheduleId?: string;
  /** The name of the key that requested it. */
  readonly client?: string;
  /** Created at or after this time, in ms since the epoch. */
  readonly since?: number;
  /** Created before this time, in ms since the epoch. */
  readonly until?: number;
  /** Part of the called number or the caller's number, as written there. */
  readonly number?: string;
  /**
   * Words that all occur in the transcript; the last may be the beginning of a word. Only finished calls can be found by words.
   * Accents and case are ignored.
   */
  readonly words?: readonly string[];
  /** 1 to 500. */
  readonly limit: number;
  /** From the previous page. */
  readonly cursor?: string;
}

/**
 * Stores calls. Every write is durable when its promise resolves: it survives the process being killed.
 *
 * All methods reject with `store_unavailable` when the store is unavailable and cannot buffer them. A write that rejects with
 * `WaitsInMemory` is still made when the store is back, if the process lives.
 */
export interface CallStore {
  /**
   * Writes the record of a newly requested call. If this rejects, no record exists, and none will appear later.
   *
   * @returns as `saveCall` does
   */
  addCall(record: CallRecord): Promise<boolean>;
  /** Removes the record of a call that has not left its queue. */
  withdrawCall(callId: string): Promise<void>;
  /**
   * Writes a record; the latest write of a call wins. A call that another owner has taken is left as it is, and an unfinished
   * record does not replace a finished one.
   *
   * @returns whether the record was stored, as far as is known while the store is unavailable
   */
  saveCall(record: CallRecord): Promise<boolean>;
  /**
   * Transfers an unfinished call to another owner, atomically: later writes by `from` are ignored.
   *
   * @returns whether it was transferred; false when the call has ended or is not owned by `from`
   */
  takeCall(callId: string, from: string, to: string): Promise<boolean>;
  findCall(callId: string): Promise<CallRecord | undefined>;
  /**
   * Latest first, by creation. A page of a text search may contain fewer calls than the limit, or none, and still have a cursor:
   * the search continues with it.
   *
   * @throws {AttendantError} `invalid_request` when the cursor is invalid
   */
  listCalls(query: CallQuery): Promise<Page<CallRecord>>;
  /** Unfinished calls of `owner`, which are orphaned if that instance has ended. Oldest first. */
  unfinishedCalls(owner: string): Promise<readonly CallRecord[]>;
  /**
   * Writes a transcript; the latest write wins. If `owner` is given and another owner has the call by then, nothing is written: a
   * controller that has lost a call overwrites nothing of the next one.
   */
  saveTranscript(callId: string, entries: readonly TranscriptEntry[], owner?: string): Promise<void>;
  /** Undefined when none was kept. */
  findTranscript(callId: string): Promise<readonly TranscriptEntry[] | undefined>;
  /**
   * Removes calls that ended before `endedBefore` (ms since the epoch), with their transcripts and deliveries, and expired
   * idempotency keys.
   *
   * @returns the number of calls
   */
  purgeCalls(endedBefore: number): Promise<number>;
  /**
   * Erases only what was said in calls that ended before `endedBefore` (ms since the epoch): their transcripts, and the
   * recognised answer in the record and in the webhook. Unreadable entries are removed as a whole.
   *
   * @returns the number of calls; each counts once
   */
  purgeWords(endedBefore: number): Promise<number>;
  /** Erases what was said in one call, in the same way. No effect when the call does not exist. */
  eraseWords(callId: string): Promise<void>;
  /** Removes a finished call with its transcript and deliveries. @returns whether it existed */
  removeCall(callId: string): Promise<boolean>;
}

export interface DeliveryStore {
  /** Stores it unless its id already exists. */
  addDelivery(delivery: Delivery): Promise<void>;
  /** Also ends its lease: from then on its own due time applies. */
  saveDelivery(delivery: Delivery): Promise<void>;
  findDelivery(deliveryId: string): Promise<Delivery | undefined>;
  /** The deliveries of one call, oldest first. */
  deliveriesOf(callId: string): Promise<readonly Delivery[]>;
  /**
   * Claims at most `limit` pending deliveries that are due at `now`, and leases each for `leaseMs`: no other process gets them
   * meanwhile, and those not saved by then are due again. One that is due more than 25 h ahead is due, too: a clock was wrong.
   */
  claimDeliveries(now: number, leaseMs: number, limit: number): Promise<readonly Delivery[]>;
  /** When the next pending delivery is due or its lease expires, in ms since the epoch; undefined when none is pending. */
  nextDeliveryAt(): Promise<number | undefined>;
}

/** The answer given to a request with an idempotency key. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The state of an idempotency key. */
export type KeyState =
  /** New; it is now reserved. */
  | { readonly kind: "new" }
  /** Known with the same request; `answer` is absent if that request is in progress, or its process died. */
  | { readonly kind: "same"; readonly answer: KeptAnswer | undefined }
  /** Known with a different request. */
  | { readonly kind: "other" };

export interface IdempotencyStore {
  /**
   * Reserves a key, atomically.
   *
   * @param fingerprint identifies the request: method, path and body
   * @param keepUntil when the key expires, in ms since the epoch
   */
  reserveKey(key: string, fingerprint: string, keepUntil: number): Promise<KeyState>;
  /** Keeps the answer of a reserved key; no effect when the key is no longer reserved. */
  keepAnswer(key: string, answer: KeptAnswer): Promise<void>;
  /** Removes a reservation without an answer; a key with an answer stays. */
  releaseKey(key: string): Promise<void>;
  /** Removes a key and everything kept for it. */
  dropKey(key: string): Promise<void>;
  /** Removes the oldest keys until the others are within both limits, approximately. */
  dropOldestKeys(max: { readonly keys: number; readonly bytes: number }): Promise<void>;
}

/** `pending`: has a next run and is not paused. `over`: has no further runs. */
export type ScheduleStatus = "pending" | "paused" | "over";

export interface ScheduleQuery {
  readonly kind?: ScheduleKind;
  readonly setBy?: string;
  readonly extension?: string;
  /** Default: pending and paused ones. */
  readonly status?: ScheduleStatus | "all";
  /** Only those due after this time; for finished ones, those whose latest run was (ms since the epoch). */
  readonly dueAfter?: number;
  /** 1 to 500. */
  readonly limit: number;
  /** From the previous page. */
  readonly cursor?: string;
}

/** The fields of an occurrence that can change. */
export type OccurrenceChange = Partial<Omit<Occurrence, "occurrenceId" | "scheduleId" | "dueAt">>;

/**
 * Stores schedules and occurrences. Nothing is buffered during an outage: only the store decides whether a telephone may ring.
 * All methods then reject with `store_unavailable`; a change may have been made nevertheless if the store failed before it
 * answered, so a retry must check first.
 */
export interface ScheduleStore {
  /**
   * The end of a time span whose events may be missing, in ms since the epoch, because the store was restored from a backup or
   * lost its latest writes; 0 when it never was. A run that was due before it may have been carried out.
   */
  unknownBefore(): Promise<number>;
  /** Stores a new schedule. A schedule whose id already exists is left as it is. */
  addSchedule(schedule: Schedule): Promise<void>;
  /**
   * Replaces revision `schedule.revision - 1` by `schedule`, atomically.
   *
   * @returns whether it did; false when the schedule was removed or replaced meanwhile
   */
  replaceSchedule(schedule: Schedule): Promise<boolean>;
  findSchedule(scheduleId: string): Promise<Schedule | undefined>;
  /** The number of unfinished schedules of all kinds, including paused ones. */
  countSchedules(): Promise<number>;
  /**
   * Soonest first, then by id. Finished ones: latest run first. All together: in descending order of time. @throws
   * {AttendantError} `invalid_request` when the cursor is invalid
   */
  listSchedules(query: ScheduleQuery): Promise<Page<Schedule>>;
  /** @returns the removed schedule, or undefined when there was none */
  removeSchedule(scheduleId: string): Promise<Schedule | undefined>;
  /**
   * Removes a schedule whose addition was not confirmed: it may be in the store nevertheless. Alone of these, this is made when
   * the store is back, as calls are.
   */
  withdrawSchedule(scheduleId: string): Promise<void>;
  /**
   * Pending schedules that are due by `at` (ms since the epoch), the longest overdue first.
   *
   * @param limit 1 to 500
   */
  dueSchedules(at: number, limit: number): Promise<readonly Schedule[]>;
  /** Stores an occurrence, atomically. @returns whether it did; false when its id already exists */
  addOccurrence(occurrence: Occurrence): Promise<boolean>;
  findOccurrence(occurrenceId: string): Promise<Occurrence | undefined>;
  /**
   * Changes an occurrence, atomically, if it is in `from.state` and owned by `from.owner`.
   *
   * @returns whether it did
   */
  moveOccurrence(
    occurrenceId: string,
    from: Pick<Occurrence, "state" | "owner">,
    change: OccurrenceChange,
  ): Promise<boolean>;
  /** Unfinished occurrences of one controller, or those whose lease expired before `leaseBefore`. Oldest first. */
  openOccurrences(of: { readonly owner: string } | { readonly leaseBefore: number }): Promise<readonly Occurrence[]>;
  /** The occurrences of one schedule, which may have been removed, latest first, at most `limit` (1 to 500). */
  occurrencesOf(scheduleId: string, limit: number): Promise<readonly Occurrence[]>;
  /**
   * Removes finished schedules whose latest run was before `before` (ms since the epoch), except those with an unfinished
   * occurrence. Their occurrences stay. @returns the number removed
   */
  purgeSchedules(before: number): Promise<number>;
  /**
   * Removes finished occurrences that were due before `before` (ms since the epoch), and the deliveries of those without a call,
   * which were missed; other deliveries are removed with their call. @returns the number of occurrences
   */
  purgeOccurrences(before: number): Promise<number>;
  /**
   * Removes the finished occurrences of one schedule, which may no longer exist, in the same way. @returns the number of
   * occurrences
   */
  removeOccurrences(scheduleId: string): Promise<number>;
}

/**
 * Stores which process instances are alive. Clocks are never compared: each observer measures how long a heartbeat count has not
 * changed. Nothing is buffered during an outage.
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

/** Stores the alerts of monitoring systems. Nothing is buffered during an outage: only the store decides who is called. */
export interface AlertStore {
  /** Undefined before the first alert. */
  readAlerts(): Promise<AlertBoard | undefined>;
  /**
   * Replaces revision `board.revision - 1` by `board`, atomically; revision 1 is the first.
   *
   * @returns whether it did; false when the board was replaced meanwhile
   */
  replaceAlerts(board: AlertBoard): Promise<boolean>;
}

/** Stores the numbers that are not to be called. Nothing is buffered during an outage. */
export interface DoNotCallStore {
  /** Adds a number. One that is listed already stays as it is. */
  addDoNotCall(entry: DoNotCallEntry): Promise<void>;
  findDoNotCall(number: string): Promise<DoNotCallEntry | undefined>;
  /**
   * Latest first, by when they were added.
   *
   * @param query `limit` is 1 to 500, `cursor` that of the previous page
   * @throws {AttendantError} `invalid_request` when the cursor is invalid
   */
  listDoNotCall(query: { readonly limit: number; readonly cursor?: string }): Promise<Page<DoNotCallEntry>>;
  /** @returns whether it was listed */
  removeDoNotCall(number: string): Promise<boolean>;
}

/** Everything that is kept. */
export interface Store
  extends
    CallStore,
    DeliveryStore,
    IdempotencyStore,
    ScheduleStore,
    InstanceStore,
    AlertStore,
    DoNotCallStore,
    AsyncDisposable {
  /** Finds out whether the store answers. @throws {AttendantError} `store_unavailable` */
  check(signal: AbortSignal): Promise<void>;
}
