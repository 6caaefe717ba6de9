import { Agenda, BaseNotificationChannel, toJobId } from "agenda";
import { pause, unlessAborted, withDeadline } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import { retryForever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { JobBackend } from "../records/job-backend.js";
import { type DueJob, JobPrefetch } from "./job-prefetch.js";

/** An alarm clock that outlives the process. Whether what it was set for is still to be done, it does not know. */
export interface Alarm {
  /**
   * Has `onDue` told at that moment (ms since the epoch), or at once when it has passed. Durable when it resolves. Several
   * may be set for one schedule.
   *
   * @throws {AttendantError} `store_unavailable`
   */
  set(scheduleId: string, dueAt: number): Promise<void>;
  /** Forgets everything set for the schedule. @throws {AttendantError} `store_unavailable` */
  clear(scheduleId: string): Promise<void>;
}

export interface AlarmNeeds {
  /** Several alarms may share what is behind it. Its operations connect by themselves, or reject. */
  readonly backend: JobBackend;
  /**
   * Told with what was set, by one of those who share the backend. Quick; must not throw. It may be told late (after an
   * outage), twice (after a crash, or when the store could not be told that it was), and of a schedule that has gone.
   */
  readonly onDue: (scheduleId: string, dueAt: number) => void;
  /** Told what keeps it from working, again and again while it does. */
  readonly onTrouble: (error: unknown) => void;
  readonly scope: Scope;
  /** Who locks the jobs, for whoever looks into the store. */
  readonly owner: string;
  readonly log: Log;
}

const JOB = "occurrence";
/** How often Agenda asks for jobs. What it costs the store is for the prefetch to say. */
const TICK_MS = 500;
const BACKOFF = { firstMs: 250, maxMs: 2_000 };
/** How long Agenda may let lie what it was given. It watches each run with a timer of half of that, which it never clears. */
const RUN_MS = 1_000;
const CLOSE_MS = 3_000;
/** A timer goes off some milliseconds after another that was set a moment before it. */
const MARGIN_MS = 10;

/**
 * Sets alarms with Agenda, in jobs named `occurrence` that leave the store when they have rung.
 *
 * It starts by itself, as soon as the store can be had. While the store is away nothing can be set, and what falls due
 * rings when it is back. Ended with its scope, it gives back what it had locked, so that others ring it.
 */
export function createAlarm({ backend, onDue, onTrouble, scope, owner, log }: AlarmNeeds): Alarm {
  const { signal } = scope;
  const channel = new LocalNotificationChannel();
  let isAway = false;
  /** Until when timers of Agenda's may be left, by `performance.now()`. */
  let busyUntil = 0;

  const trouble = (error: unknown) => {
    if (!isAway) log.warn("alarm_waits", "Alarms cannot ring: the store does not answer", { error: describe(error) });
    isAway = true;
    try {
      onTrouble(error);
    } catch {
      // Whoever is told cannot take it: nothing is left to do, and throwing here would end the process.
    }
  };
  const prefetch = new JobPrefetch({
    backend,
    name: JOB,
    owner,
    wake: () => channel.notify(),
    onAnswer: () => {
      if (isAway) log.info("alarm_back", "Alarms ring again");
      isAway = false;
    },
    onTrouble: trouble,
  });

  const agenda = new Agenda({
    name: owner,
    // Agenda connects as soon as it is made, and a failure of that could be caught by nobody: it is done below.
    backend: {
      name: backend.name,
      repository: prefetch.repository,
      ownsConnection: false,
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(),
    },
    notificationChannel: channel,
    processEvery: TICK_MS,
    defaultLockLifetime: RUN_MS,
    maxConcurrency: Infinity,
    removeOnComplete: true,
  });
  agenda.on("error", trouble);
  agenda.define<DueJob>(
    JOB,
    async ({ attrs }) => {
      busyUntil = performance.now() + Math.max(TICK_MS, RUN_MS) / 2;
      const due = prefetch.take(String(attrs._id));
      if (!due) return;
      try {
        onDue(due.scheduleId, due.dueAt);
      } catch (error) {
        trouble(error);
      }
    },
    { concurrency: Infinity },
  );

  let started: Promise<void> | undefined;
  const run = async (settled: () => void) => {
    await unlessAborted(signal, backend.connect());
    signal.throwIfAborted(); // It may have ended in the moment between.
    settled();
    await (started = agenda.start());
    await unlessAborted(signal, new Promise<never>(() => {}));
  };
  const end = async () => {
    const givenBack = prefetch.end();
    await started; // What is half started cannot be stopped.
    await withDeadline(CLOSE_MS, undefined, "giving alarms back", () =>
      Promise.all([givenBack, agenda.stop(false)]),
    ).catch(trouble);
    agenda.removeAllListeners();
    await pause(busyUntil - performance.now() + MARGIN_MS, new AbortController().signal);
  };
  void scope.run(retryForever(signal, BACKOFF, run, trouble)).catch(() => {});
  scope.onEnd(end);

  return {
    async set(scheduleId, dueAt) {
      await agenda.schedule<DueJob>(new Date(dueAt), JOB, { scheduleId, dueAt });
    },
    async clear(scheduleId) {
      prefetch.forget(scheduleId);
      await agenda.cancel({ name: JOB, data: { scheduleId } });
      prefetch.forget(scheduleId);
    },
  };
}

/** What tells Agenda, in this process, to come for jobs between two of its looks. */
class LocalNotificationChannel extends BaseNotificationChannel {
  notify(): void {
    const notification = { jobId: toJobId(""), jobName: JOB, nextRunAt: null, priority: 0, timestamp: new Date() };
    void this.notifyHandlers(notification);
  }

  override connect(): Promise<void> {
    this.setState("connected");
    return Promise.resolve();
  }

  override disconnect(): Promise<void> {
    this.handlers.clear();
    this.setState("disconnected");
    return Promise.resolve();
  }

  /** Of a job that was saved: the alarm sees to that by itself. */
  override publish(): Promise<void> {
    return Promise.resolve();
  }
}
