import { Agenda, BaseNotificationChannel, toJobId } from "agenda";
import { pause, unlessAborted, withDeadline } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import { retryForever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { JobStore } from "../records/job-store.js";
import { type DueJob, JobPrefetch } from "./job-prefetch.js";

/** An alarm that outlives the process. It does not know whether the work it was set for is still to be done. */
export interface Alarm {
  /**
   * Calls `onDue` at that moment (ms since the epoch), or at once when it has passed. Durable when it resolves. A schedule may
   * have several alarms.
   *
   * @throws {AttendantError} `store_unavailable`
   */
  set(scheduleId: string, dueAt: number): Promise<void>;
  /** Removes all alarms of the schedule. @throws {AttendantError} `store_unavailable` */
  clear(scheduleId: string): Promise<void>;
}

export interface AlarmNeeds {
  /** Several alarms may share it. */
  readonly store: JobStore;
  /**
   * Called with what was set, by one of the processes that share the store. Must be quick and must not throw. The call may come
   * late (after an outage), twice (after a crash, or when it could not be recorded), and for a schedule that no longer exists.
   */
  readonly onDue: (scheduleId: string, dueAt: number) => void;
  /** Called repeatedly with the fault while the alarm cannot work. */
  readonly onTrouble: (error: unknown) => void;
  readonly scope: Scope;
  /** The name of the process that locks the jobs, stored for diagnosis. */
  readonly owner: string;
  readonly log: Log;
  /** ms since the epoch. */
  readonly now: () => number;
}

const JOB = "occurrence";
/** How often Agenda asks for jobs, besides whenever one is due. The prefetch answers without the store. */
const TICK_MS = 500;
const BACKOFF = { firstMs: 250, maxMs: 2_000 };
/** How long Agenda may hold a job. It watches each run with a timer of half that time, which it never clears. */
const RUN_MS = 1_000;
const CLOSE_MS = 3_000;
/** A timer may fire some milliseconds after another one that was set a moment earlier. */
const MARGIN_MS = 10;

/**
 * Sets alarms with Agenda, in jobs named `occurrence` that are removed from the store when they have rung.
 *
 * It starts by itself as soon as the store is available. While the store is unavailable, no alarm can be set, and due alarms ring
 * later. When its scope ends, it releases its locks, so that other processes ring the alarms.
 */
export function createAlarm({ store, onDue, onTrouble, scope, owner, log, now }: AlarmNeeds): Alarm {
  const { signal } = scope;
  const channel = new LocalNotificationChannel();
  let isAway = false;
  /** When Agenda's last timers will have fired, on the clock of `performance.now()`. */
  let busyUntil = 0;

  const trouble = (error: unknown) => {
    if (!isAway) log.warn("alarm_waits", "Alarms are suspended: the store does not answer", { error: describe(error) });
    isAway = true;
    try {
      onTrouble(error);
    } catch {
      // A failing report has no receiver, and throwing here would end the process.
    }
  };
  const prefetch = new JobPrefetch({
    store,
    name: JOB,
    owner,
    now,
    wake: () => channel.notify(),
    onAnswer: () => {
      if (isAway) log.info("alarm_back", "Alarms work again");
      isAway = false;
    },
    onTrouble: trouble,
  });

  const agenda = new Agenda({
    name: owner,
    // Agenda connects as soon as it is constructed, and a failure there could not be caught. The connection is made below.
    backend: {
      name: "alarms",
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
    await unlessAborted(signal, store.connect());
    signal.throwIfAborted(); // It may have ended in the meantime.
    settled();
    await (started = agenda.start());
    await unlessAborted(signal, new Promise<never>(() => {}));
  };
  const end = async () => {
    const givenBack = prefetch.end();
    await started; // Agenda cannot be stopped while it is starting.
    await withDeadline(CLOSE_MS, undefined, "releasing alarms", () =>
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
    clear: (scheduleId) => prefetch.clear(scheduleId),
  };
}

/** Notifies Agenda in this process that there are jobs, between two of its polls. */
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

  /** Called for a saved job: the alarm handles this itself. */
  override publish(): Promise<void> {
    return Promise.resolve();
  }
}
