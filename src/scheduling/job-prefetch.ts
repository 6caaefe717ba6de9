import type { JobParameters, JobRepository } from "agenda";
import type { JobStore } from "../records/job-store.js";

/** The purpose of an alarm. */
export interface DueJob {
  readonly scheduleId: string;
  /** ms since the epoch. */
  readonly dueAt: number;
}

export interface JobPrefetchNeeds {
  readonly store: JobStore;
  /** The name of the jobs. */
  readonly name: string;
  /** The owner of their locks. */
  readonly owner: string;
  /** ms since the epoch. Agenda itself goes by the machine's clock. */
  readonly now: () => number;
  /** Called when jobs are available from the next query. */
  readonly wake: () => void;
  /** Called whenever the store has answered. */
  readonly onAnswer: () => void;
  /** Called with each error. */
  readonly onTrouble: (error: unknown) => void;
}

/** A job that this process has locked in the store. */
interface Locked {
  readonly job: JobParameters;
  readonly due: DueJob;
}

const nothing = () => {};
const notAsked = () => Promise.reject(new Error("Agenda does not need this for alarms."));
/** What Agenda asks of a backend for features that alarms do not use. */
const NOT_ASKED = {
  queryJobs: notAsked,
  getJobsOverview: notAsked,
  getDistinctJobNames: notAsked,
  getJobById: notAsked,
  getQueueSize: notAsked,
  lockJob: notAsked,
  disableJobs: notAsked,
  enableJobs: notAsked,
  purgeAllJobs: notAsked,
};

/** How far ahead jobs are locked, in ms. */
const AHEAD_MS = 4_000;
/** Jobs locked in one operation, so that other controllers lock some of the many that are due on the same minute. */
const MAX_LOCKED = { early: 6, overdue: 20 };
/** If the last locked job is due within this time, in ms, the next look comes soon. */
const URGENT_MS = 2_000;
/** Duration of a lock, in ms: the delay of an alarm whose controller died. */
const LOCK_MS = 8_000;
/** Time between two looks, in ms. Random: jobs are due on whole seconds, and a controller in step with them would get them all. */
const NEXT_LOOK_MS = { least: 400, most: 1_400 };
const SOON_MS = { least: 30, most: 150 };
/** Jobs locked ahead at a time; the others stay in the store, where other controllers can take them. */
const MAX_AHEAD = 400;
/** Jobs removed in one operation. */
const MAX_REMOVED = 100;

/**
 * Supplies Agenda with jobs that are locked in the store ahead of time.
 *
 * On its own, Agenda asks the store four times for each job, and rings nothing before it has locked all that is due; sets
 * timers that may fire a millisecond early and then waits for the next poll; polls again while a query is still running; and
 * allows a lock to be released after another process has taken it over. Therefore jobs are locked here, up to four seconds
 * ahead, and Agenda receives each when it is due, to run at once. A job is removed from the store after its alarm was raised,
 * in one operation; if that fails, the lock expires and the alarm is raised again.
 *
 * The clock may be set: jobs that are no longer due are released, and no lock outlasts its time on the clock.
 */
export class JobPrefetch {
  readonly repository: JobRepository;
  readonly #needs: JobPrefetchNeeds;
  /** Locked, but not yet due or not yet requested. */
  readonly #ahead = new Map<string, Locked>();
  /** Given to Agenda; the alarm is not yet raised. */
  readonly #given = new Map<string, Locked>();
  /** The alarm was raised; being removed from the store, or about to be. */
  readonly #leaving = new Set<string>();
  #toRemove: string[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #removing = false;
  #timer: NodeJS.Timeout | undefined;
  #lookTimer: NodeJS.Timeout | undefined;
  #looking = false;
  #lookAgain = false;
  #ended = false;

  constructor(needs: JobPrefetchNeeds) {
    this.#needs = needs;
    this.repository = {
      connect: () => Promise.resolve(),
      getNextJobToRun: () => Promise.resolve(this.#next()),
      saveJob: (job) => this.#save(job),
      // The lock shows that a job is running and its removal that it has run; states in between need not be stored.
      saveJobState: () => Promise.resolve(),
      removeJobs: () => Promise.resolve(0), // Called by Agenda after a run; `take` has already handled it.
      unlockJob: (job) => this.unlock([String(job._id)]),
      unlockJobs: (ids) => this.unlock(ids.map(String)),
      ...NOT_ASKED,
    };
  }

  /**
   * Returns what is to be reported for a job that Agenda runs; the job is removed from the store. Undefined when it was cleared
   * meanwhile.
   */
  take(jobId: string): DueJob | undefined {
    const taken = this.#given.get(jobId);
    if (!taken || this.#ended) return undefined;
    this.#given.delete(jobId);
    this.#leaving.add(jobId);
    this.#toRemove.push(jobId);
    this.#remove();
    return taken.due;
  }

  /** Removes the jobs of a schedule, locked or not. */
  async clear(scheduleId: string): Promise<void> {
    this.#forget(scheduleId);
    await this.#answered(this.#needs.store.remove({ name: this.#needs.name, scheduleId }), nothing);
    this.#forget(scheduleId); // One may have been locked meanwhile.
  }

  #forget(scheduleId: string): void {
    for (const locked of [this.#ahead, this.#given]) {
      for (const [id, { due }] of locked) if (due.scheduleId === scheduleId) locked.delete(id);
    }
  }

  /** Releases all locks. Resolves when the store has answered every operation. */
  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#lookTimer);
    await this.unlock([...this.#ahead.keys(), ...this.#given.keys()]);
    while (this.#underWay.size > 0 || this.#removing) await Promise.all(this.#underWay);
  }

  /** Releases jobs whose lock this process still holds. Never rejects. */
  async unlock(ids: readonly string[]): Promise<void> {
    const ours = ids.filter((id) => {
      const locked = this.#ahead.get(id) ?? this.#given.get(id);
      this.#ahead.delete(id);
      this.#given.delete(id);
      return locked && this.#isFresh(locked);
    });
    if (ours.length > 0) await this.#track(this.#needs.store.unlock(ours));
  }

  /** A job due before the next poll can finish is locked when it is saved. */
  async #save<T>(job: JobParameters<T>): Promise<JobParameters<T>> {
    const { store, owner } = this.#needs;
    const now = this.#needs.now();
    const isSoon = job.nextRunAt !== null && job.nextRunAt.getTime() <= now + AHEAD_MS;
    const isLocked = isSoon && !this.#ended && this.#ahead.size < MAX_AHEAD;
    const wanted = (isLocked ? { ...job, lockedAt: new Date(now) } : job) as JobParameters;
    return this.#answered(store.add(wanted, owner), (saved) => {
      if (isLocked) this.#hold([{ ...saved, lockedAt: new Date(now) }]);
      return saved as JobParameters<T>;
    });
  }

  /** Answered at once from the locked jobs, because Agenda runs nothing while it waits for an answer. */
  #next(): JobParameters | undefined {
    if (!this.#lookTimer && !this.#looking) void this.#look(); // Agenda has just started.
    return this.#give();
  }

  /** Returns the longest overdue job, to be run at once. */
  #give(): JobParameters | undefined {
    if (this.#ended) return undefined;
    const now = this.#needs.now();
    const before = this.#ahead.size;
    let first: Locked | undefined;
    for (const [id, locked] of this.#ahead) {
      if (!this.#isFresh(locked)) this.#ahead.delete(id);
      else if (timeOf(locked) <= now && (!first || timeOf(locked) < timeOf(first))) first = locked;
    }
    const id = String(first?.job._id);
    if (first) this.#ahead.delete(id);
    if (before > MAX_AHEAD / 2 && this.#ahead.size <= MAX_AHEAD / 2) void this.#look(); // There may be more.
    this.#setTimer();
    if (!first) return undefined;
    this.#given.set(id, first);
    // Agenda would wait if the time of the job were still to come on the machine's clock, and would not run a job that was locked
    // long ago by its own count; ours is the one that matters.
    const time = Math.min(timeOf(first), Date.now());
    return { ...first.job, nextRunAt: new Date(time), lockedAt: new Date() };
  }

  /** Locks jobs that are due soon, now and from time to time. Never rejects. */
  async #look(): Promise<void> {
    this.#lookAgain = true;
    if (this.#looking) return;
    this.#looking = true;
    let lockedUntil: number | undefined;
    try {
      while (this.#lookAgain && !this.#ended) {
        this.#lookAgain = false;
        lockedUntil = await this.#lockSome();
      }
    } catch (error) {
      this.#needs.onTrouble(error);
    } finally {
      this.#lookAgain = false;
      this.#looking = false;
      const isUrgent = lockedUntil !== undefined && lockedUntil <= this.#needs.now() + URGENT_MS;
      const { least, most } = isUrgent ? SOON_MS : NEXT_LOOK_MS;
      clearTimeout(this.#lookTimer);
      if (!this.#ended) this.#lookTimer = setTimeout(() => void this.#look(), least + Math.random() * (most - least));
    }
  }

  /**
   * Locks a few jobs, and everything that is overdue.
   *
   * @returns when the last of them is due, in ms since the epoch, if the store may have more
   */
  async #lockSome(): Promise<number | undefined> {
    for (let most = MAX_LOCKED.early; ; most = MAX_LOCKED.overdue) {
      const room = MAX_AHEAD - this.#ahead.size;
      if (room <= 0 || this.#ended) return undefined;
      const lockedUntil = await this.#lock(Math.min(most, room));
      if (lockedUntil === undefined || lockedUntil > this.#needs.now()) return lockedUntil;
    }
  }

  /** @returns as {@link #lockSome} does */
  async #lock(most: number): Promise<number | undefined> {
    const { store, name, owner } = this.#needs;
    const now = this.#needs.now();
    const [dueBy, lockDeadline] = [new Date(now + AHEAD_MS), new Date(now - LOCK_MS)];
    return this.#answered(store.lockDue({ name, dueBy, lockDeadline, most, owner }), (locked) => {
      this.#needs.onAnswer();
      this.#hold(locked);
      const last = locked.at(-1);
      return last && locked.length === most ? timeOf({ job: last }) : undefined;
    });
  }

  /** Runs `then` with the answer of the store, as a part of what `end` waits for. Rejects as the store does. */
  async #answered<T, R>(asked: Promise<T>, then: (answer: T) => R): Promise<R> {
    const dealtWith = asked.then(then);
    const over = dealtWith.then(nothing, nothing);
    this.#underWay.add(over);
    try {
      return await dealtWith;
    } finally {
      this.#underWay.delete(over);
    }
  }

  #hold(locked: readonly JobParameters[]): void {
    for (const job of locked) {
      const id = String(job._id);
      this.#given.delete(id); // Agenda has not run it before its lock expired. A job whose alarm was raised and whose removal outlasts the lock is not raised again.
      if (!this.#leaving.has(id)) this.#ahead.set(id, { job, due: job.data as DueJob });
    }
    if (this.#ended) void this.unlock(locked.map(({ _id }) => String(_id)));
    else this.#setTimer();
  }

  /** Wakes up when the next job is due. */
  #setTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#ahead.size === 0 || this.#ended) return;
    const now = this.#needs.now();
    const next = Math.min(...[...this.#ahead.values()].map(timeOf)) - now;
    if (next > 2 * AHEAD_MS) {
      // The clock was set back.
      void this.unlock([...this.#ahead.keys()]);
      return;
    }
    this.#timer = setTimeout(() => this.#needs.wake(), Math.max(next, 0));
  }

  /** One removal at a time, each of everything that is to be removed by then. */
  #remove(): void {
    if (this.#removing || this.#toRemove.length === 0) return;
    this.#removing = true;
    const ids = this.#toRemove.slice(0, MAX_REMOVED);
    this.#toRemove = this.#toRemove.slice(MAX_REMOVED);
    void this.#track(this.#needs.store.remove({ ids })).then(() => {
      for (const each of ids) this.#leaving.delete(each);
      this.#removing = false;
      this.#remove();
    });
  }

  /** Whether this process surely still holds the lock. */
  #isFresh({ job }: Locked): boolean {
    return this.#needs.now() - (job.lockedAt?.getTime() ?? 0) < LOCK_MS;
  }

  /** Reports whether the store has answered, as a part of what `end` waits for. Never rejects. */
  #track(task: Promise<unknown>): Promise<void> {
    return this.#answered(task, this.#needs.onAnswer).catch(this.#needs.onTrouble);
  }
}

const timeOf = ({ job }: Pick<Locked, "job">) => job.nextRunAt?.getTime() ?? 0;
