import { createCallerDials } from "../calls/rights/caller-dials.js";
import { type CallerTasks, createCallerTasks } from "../calls/tasks/caller-tasks.js";
import type { DialPolicy } from "../calls/rights/dial-policy.js";
import { scheduleChecks, createScheduledCalls, type ScheduledCallNeeds } from "../calls/scheduled-call.js";
import { followChains } from "../calls/tasks/follow-chains.js";
import { stopOthersOnAnswer } from "../calls/tasks/stop-others.js";
import type { Wording } from "../toolbox/wording.js";
import type { Settings } from "../config/settings.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { JobStore } from "../records/job-store.js";
import type { DialIntents } from "../records/dial-intent.js";
import type { CallStore, ScheduleStore } from "../records/stores.js";
import { createAlarm } from "../scheduling/alarm.js";
import { createScheduler, type SchedulePeriods } from "../scheduling/scheduler.js";
import type { ClosedDays } from "../scheduling/recurrence.js";
import { type Chains, createChains } from "../scheduling/chains.js";
import { createSchedules, type Schedules } from "../scheduling/schedules.js";

export interface SchedulingNeeds extends Omit<
  ScheduledCallNeeds,
  "records" | "runTool" | "callerDials" | "startChain" | "chainEnded"
> {
  readonly intents: DialIntents;
  readonly settings: Pick<Settings, "calls" | "general" | "schedules">;
  readonly store: CallStore & ScheduleStore;
  /** Storage of the alarm's jobs. */
  readonly jobs: JobStore;
  readonly policy: DialPolicy;
  readonly closedDays: ClosedDays;
  readonly wording: Wording;
  /** The language of calls that have none of their own. */
  readonly language: string;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly scope: Scope;
  readonly periods: SchedulePeriods;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Schedules, and the tasks that set them. */
export interface Scheduling {
  readonly schedules: Schedules;
  readonly chains: Chains;
  readonly tasks: CallerTasks;
  /** Starts carrying out due schedules. The tool runner comes last, because tools may set tasks. */
  start(runTool: ScheduledCallNeeds["runTool"]): void;
  /** Starts no more scheduled calls. */
  leave(): void;
}

/** Connects the alarm, the scheduler and the scheduled calls. */
export function createScheduling(needs: SchedulingNeeds): Scheduling {
  const { settings, store, jobs, policy, trustCallerId, callControl, wording, owner, log, scope, now } = needs;
  const latenessMs = settings.schedules.maxLatenessSeconds * 1000;
  const scheduler = createScheduler({
    ...needs,
    latenessMs,
    // The store reports its own health.
    createAlarm: (onDue) => createAlarm({ store: jobs, onDue, onTrouble: () => {}, scope, owner: owner(), log, now }),
  });
  const checks = scheduleChecks(callControl, policy, latenessMs);
  const windDown = (chainId: string, reason: string) => chains.windDown(chainId, reason);
  const schedules = createSchedules({
    ...{ store, scheduler, closedDays: needs.closedDays, windDown, now },
    ...checks,
  });
  const chains = createChains({ store, schedules, scheduler, now, ...checks });
  const { callerDialsPerHour: inAll, callerDialsPerNumber: perNumber } = settings.calls.dialRules;
  const callerDials = createCallerDials({ ...needs, limits: { inAll, perNumber }, signal: scope.signal });
  return {
    schedules,
    chains,
    tasks: createCallerTasks({
      store,
      schedules,
      policy,
      trustCallerId,
      callerDials,
      timeZone: settings.general.timezone,
      language: needs.language,
      wording,
      now,
    }),
    start(runTool) {
      const { liveCalls } = needs;
      const { start: startChain, report: chainEnded, noteCall, find: findChain } = chains;
      stopOthersOnAnswer({ liveCalls, noteCall, log, scope });
      followChains({ liveCalls, findChain, scope });
      scheduler.start(createScheduledCalls({ ...needs, records: store, callerDials, runTool, startChain, chainEnded }));
    },
    leave: () => scheduler.leave(),
  };
}
