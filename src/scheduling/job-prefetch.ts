import type { JobParameters, JobRepository, JobRepositoryOptions } from "agenda";
import type { JobBackend } from "../records/job-backend.js";

/** What an alarm is for. */
export interface DueJob {
  readonly scheduleId: string;
  /** ms since the epoch. */
  readonly dueAt: number;
}

export interface JobPrefetchNeeds {
  readonly backend: JobBackend;
  /** Of the jobs. */
  readonly name: string;
  /** Who locks them. */
  readonly owner: string;
  /** Told that jobs can be had by asking for the next one. */
  readonly wake: () => void;
  /** Told whenever the store has answered. */
  readonly onAnswer: () => void;
  /** Told what went wrong. */
  readonly onTrouble: (error: unknown) => void;
}

/** A job that the store has locked for us. */
interface Locked {
  readonly job: JobParameters;
  readonly due: DueJob;
}

/** How far ahead jobs are locked, ms. More than the time between two looks and a slow store's answer together. */
const AHEAD_MS = 4_000;
/** How long a lock counts, ms: so late is rung what was locked by a controller that died. */
const LOCK_MS = 8_000;
/**
 * How long after a look Agenda's next question is one, ms. By chance, so that of several controllers none always comes
 * first and gets everything.
 */
const NEXT_POLL_MS = { least: 400, most: 1_400 };
/** So many are locked ahead at once; more wait in the store, where other controllers can have them. */
const MAX_AHEAD = 400;
/** So many are locked, or removed, with one operation. */
const MAX_AT_ONCE = 100;

/**
 * What Agenda takes its jobs from: the store's jobs, looked at ahead of their time.
 *
 * Agenda by itself rings nothing before it has locked all that is due, one by one, a query each; sets timers that may go off a
 * millisecond early and then wait for the next look; asks again while it is still being answered; and lets a lock be
 * undone that another has meanwhile. So jobs are locked here, up to four seconds ahead, and Agenda is given each when it is
 * due, to run at once. A job leaves the store after it has been told, with one operation, and when that fails it is told
 * again: its lock runs out.
 *
 * The clock may be stepped: what is not due any more is given back, and no lock counts longer than its time by the clock.
 */
export class JobPrefetch {
  readonly repository: JobRepository;
  readonly #needs: JobPrefetchNeeds;
  /** Locked, and not due yet or not asked for yet. */
  readonly #ahead = new Map<string, Locked>();
  /** Given to Agenda, and not told yet. */
  readonly #given = new Map<string, Locked>();
  /** Told, and being removed from the store or to be. */
  readonly #leaving = new Set<string>();
  #toRemove: string[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #removing = false;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #lookAgain = false;
  /** By `performance.now()`. */
  #nextLook = -Infinity;
  #ended = false;

  constructor(needs: JobPrefetchNeeds) {
    this.#needs = needs;
    const jobs = needs.backend.repository;
    const ours: Partial<JobRepository> = {
      getNextJobToRun: () => Promise.resolve(this.#next()),
      saveJob: (job, options) => this.#save(job, options),
      // The lock says that it runs and its removal that it ran: nothing in between is worth writing down.
      saveJobState: () => Promise.resolve(),
      removeJobs: (options) => {
        if (options.id === undefined) return jobs.removeJobs(options);
        return Promise.resolve(0); // Agenda's, after a run: `take` has seen to it.
      },
      unlockJob: (job) => this.unlock([String(job._id)]),
      unlockJobs: (ids) => this.unlock(ids.map(String)),
    };
    this.repository = Object.assign(Object.create(jobs) as JobRepository, ours);
  }

  /** What is to be told of a job that Agenda runs; it leaves the store. Undefined when it was cleared meanwhile. */
  take(jobId: string): DueJob | undefined {
    const taken = this.#given.get(jobId);
    if (!taken || this.#ended) return undefined;
    this.#given.delete(jobId);
    this.#leaving.add(jobId);
    this.#toRemove.push(jobId);
    this.#remove();
    return taken.due;
  }

  /** Takes no notice any more of what is locked for a schedule. */
  forget(scheduleId: string): void {
    for (const locked of [this.#ahead, this.#given]) {
      for (const [id, { due }] of locked) if (due.scheduleId === scheduleId) locked.delete(id);
    }
  }

  /** Gives back what is locked. Resolves when the store has answered to everything. */
  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.unlock([...this.#ahead.keys(), ...this.#given.keys()]);
    while (this.#underWay.size > 0 || this.#removing) await Promise.all(this.#underWay);
  }

  /** Gives jobs back, those whose lock is still ours. Never rejects. */
  async unlock(ids: readonly string[]): Promise<void> {
    const ours = ids.filter((id) => {
      const locked = this.#ahead.get(id) ?? this.#given.get(id);
      this.#ahead.delete(id);
      this.#given.delete(id);
      return locked && isFresh(locked);
    });
    if (ours.length > 0) await this.#track(this.#needs.backend.repository.unlockJobs(ours));
  }

  /** What is due before the next look might be over is locked with its saving. */
  async #save<T>(job: JobParameters<T>, options: JobRepositoryOptions | undefined): Promise<JobParameters<T>> {
    const jobs = this.#needs.backend.repository;
    const now = Date.now();
    const isSoon = job.nextRunAt !== null && job.nextRunAt.getTime() <= now + AHEAD_MS;
    if (!isSoon || this.#ended || this.#ahead.size >= MAX_AHEAD) return jobs.saveJob(job, options);
    const saved = await jobs.saveJob({ ...job, lockedAt: new Date(now) }, options);
    this.#hold([{ ...saved, lockedAt: new Date(now) }]);
    return saved;
  }

  /** At once from what is locked, for Agenda runs nothing while it waits for an answer. */
  #next(): JobParameters | undefined {
    if (performance.now() >= this.#nextLook) void this.#look();
    return this.#give();
  }

  /** The job that is due the longest, to be run at once. */
  #give(): JobParameters | undefined {
    if (this.#ended) return undefined;
    const now = Date.now();
    let first: Locked | undefined;
    for (const [id, locked] of this.#ahead) {
      if (!isFresh(locked)) this.#ahead.delete(id);
      else if (timeOf(locked) <= now && (!first || timeOf(locked) < timeOf(first))) first = locked;
    }
    this.#setTimer();
    if (!first) return undefined;
    const id = String(first.job._id);
    this.#ahead.delete(id);
    this.#given.set(id, first);
    if (this.#ahead.size === MAX_AHEAD / 2) void this.#look(); // There may be more of them.
    // Agenda does not run what was locked long ago by its own reckoning; ours is the one that counts.
    return { ...first.job, lockedAt: new Date(now) };
  }

  /** Locks what is due soon. Never rejects. */
  async #look(): Promise<void> {
    this.#lookAgain = true;
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#lookAgain && !this.#ended) {
        this.#lookAgain = false;
        const { least, most } = NEXT_POLL_MS;
        this.#nextLook = performance.now() + least + Math.random() * (most - least);
        while (this.#ahead.size < MAX_AHEAD && !this.#ended && (await this.#lockMore()));
      }
    } catch (error) {
      this.#needs.onTrouble(error);
    } finally {
      this.#lookAgain = false;
      this.#looking = false;
    }
  }

  /** @returns whether there may be still more */
  async #lockMore(): Promise<boolean> {
    const { backend, name, owner } = this.#needs;
    const now = Date.now();
    const most = Math.min(MAX_AT_ONCE, MAX_AHEAD - this.#ahead.size);
    const [dueBy, lockDeadline] = [new Date(now + AHEAD_MS), new Date(now - LOCK_MS)];
    const locking = backend.lockDue({ name, dueBy, lockDeadline, most, owner });
    const answered = locking.then(
      () => {},
      () => {},
    );
    this.#underWay.add(answered);
    try {
      const locked = await locking;
      this.#needs.onAnswer();
      this.#hold(locked);
      return locked.length === most;
    } finally {
      this.#underWay.delete(answered);
    }
  }

  #hold(locked: readonly JobParameters[]): void {
    for (const job of locked) {
      const id = String(job._id);
      this.#given.delete(id); // Agenda has let it lie until its lock ran out.
      // One that is told, and whose removal takes longer than its lock, is not told again.
      if (!this.#leaving.has(id)) this.#ahead.set(id, { job, due: job.data as DueJob });
    }
    if (this.#ended) void this.unlock(locked.map(({ _id }) => String(_id)));
    else this.#setTimer();
  }

  /** Wakes when the next one is due. */
  #setTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#ahead.size === 0 || this.#ended) return;
    const now = Date.now();
    const next = Math.min(...[...this.#ahead.values()].map(timeOf)) - now;
    if (next > 2 * AHEAD_MS) {
      // The clock was put back.
      void this.unlock([...this.#ahead.keys()]);
      return;
    }
    this.#timer = setTimeout(() => this.#needs.wake(), Math.max(next, 0));
  }

  /** One removal after the other, each of all that there is to remove by then. */
  #remove(): void {
    if (this.#removing || this.#toRemove.length === 0) return;
    this.#removing = true;
    const ids = this.#toRemove.slice(0, MAX_AT_ONCE);
    this.#toRemove = this.#toRemove.slice(MAX_AT_ONCE);
    const [id] = ids;
    const removal = this.#needs.backend.repository.removeJobs(ids.length === 1 && id !== undefined ? { id } : { ids });
    void this.#track(removal).then(() => {
      for (const each of ids) this.#leaving.delete(each);
      this.#removing = false;
      this.#remove();
    });
  }

  /** Has `end` wait for it. Never rejects. */
  #track(task: Promise<unknown>): Promise<void> {
    const done = task.then(this.#needs.onAnswer, this.#needs.onTrouble);
    this.#underWay.add(done);
    return done.finally(() => this.#underWay.delete(done));
  }
}

const timeOf = ({ job }: Locked) => job.nextRunAt?.getTime() ?? 0;

/** Whether nobody else can have the lock. */
function isFresh({ job }: Locked): boolean {
  return Date.now() - (job.lockedAt?.getTime() ?? 0) < LOCK_MS;
}
