import { type CallerTasks, createCallerTasks } from "../calls/caller-tasks.js";
import type { DialPolicy } from "../calls/dial-policy.js";
import { createScheduledCalls, type ScheduledCallNeeds } from "../calls/scheduled-call.js";
import type { Settings } from "../config/settings.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { JobBackend } from "../records/job-backend.js";
import type { DialIntents } from "../records/dial-intent.js";
import type { CallStore, ScheduleStore } from "../records/stores.js";
import { createAlarm } from "../scheduling/alarm.js";
import { createScheduler } from "../scheduling/scheduler.js";
import { createSchedules, type Schedules } from "../scheduling/schedules.js";

export interface SchedulingNeeds extends Omit<ScheduledCallNeeds, "records"> {
  readonly intents: DialIntents;
  readonly settings: Pick<Settings, "general" | "schedules">;
  readonly store: CallStore & ScheduleStore;
  /** Behind the alarm. */
  readonly jobs: JobBackend;
  readonly policy: DialPolicy;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly scope: Scope;
}

/** What is to happen some day, and those who may say so. */
export interface Scheduling {
  readonly schedules: Schedules;
  readonly tasks: CallerTasks;
  /** Begins no more scheduled calls. */
  leave(): void;
}

/** Joins the alarm, the scheduler and the calls that it has made. */
export function createScheduling(needs: SchedulingNeeds): Scheduling {
  const { settings, store, jobs, policy, owner, log, scope } = needs;
  const timeZone = settings.general.timezone;
  const executor = createScheduledCalls({ ...needs, records: store });
  const alarm = createAlarm({
    backend: jobs,
    onDue: (scheduleId, dueAt) => scheduler.onDue(scheduleId, dueAt),
    onTrouble: () => {}, // The store itself is asked how it is, and reported on.
    scope,
    owner,
    log,
  });
  const latenessMs = settings.schedules.maxLatenessSeconds * 1000;
  const scheduler = createScheduler({ ...needs, alarm, executor, latenessMs });
  const schedules = createSchedules({ store, scheduler, executor, mayDial: (number) => policy.clientMayDial(number) });
  return {
    schedules,
    tasks: createCallerTasks({ store, schedules, policy, timeZone }),
    leave: () => scheduler.leave(),
  };
}
