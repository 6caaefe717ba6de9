import { createMetrics } from "../../src/observability/metrics.js";
import { pause, withDeadline } from "../../src/kernel/deadline.js";
import { Scope } from "../../src/kernel/scope.js";
import type { ScheduleStore } from "../../src/records/stores.js";
import { createScheduler } from "../../src/scheduling/scheduler.js";
import { quietLog } from "../support/fakes/quiet-log.js";

/** A service as far as schedules go, on a store: the real scheduler, with a telephone that notes for whom it rang. */
export interface SchedulingService {
  /** Schedules for which somebody was rung. */
  readonly rung: readonly string[];
  /** Those whose run was not carried out, and why. */
  readonly writtenOff: ReadonlyMap<string, string>;
  /** Rings the alarm of a schedule. Resolves when all that came of it is in the store. */
  due(scheduleId: string, dueAt: number): Promise<void>;
}

const SETTLED_MS = 30_000;
/** It is a state of the store: there is nothing to wait on. */
const POLL_MS = 50;

/** Starts a service beside others on the same store; the scope ends it. */
export function startSchedulingService(
  store: ScheduleStore,
  { owner, scope, now, latenessMs }: { owner: string; scope: Scope; now: () => number; latenessMs: number },
) {
  const rung: string[] = [];
  const writtenOff = new Map<string, string>();
  let ring: (scheduleId: string, dueAt: number) => void = () => {};
  const scheduler = createScheduler({
    store,
    createAlarm: (onDue) => {
      ring = onDue;
      return { set: async () => {}, clear: async () => {} };
    },
    intents: { record: async () => {}, lookUp: async () => "not_dialled", clear: async () => {} },
    owner: () => owner,
    closedDays: () => undefined,
    latenessMs,
    log: quietLog,
    metrics: createMetrics({ prefix: "test", node: false }),
    scope,
    now,
  });
  scheduler.start({
    isElsewhere: async () => false,
    async execute({ schedule, commit, signal }) {
      if (await commit(`channel-${schedule.scheduleId}`, signal)) rung.push(schedule.scheduleId);
      return { kind: "over", outcome: "completed", callId: null, error: null };
    },
    async writeOff(_schedule, { scheduleId }, { outcome, error }) {
      writtenOff.set(scheduleId, error);
      return { kind: "over", outcome, callId: null, error };
    },
    reportChain: async () => {},
    findEnd: async () => undefined,
    breakOff: async () => ({ kind: "over", outcome: "failed", callId: null, error: "broken off" }),
  });
  return { scheduler, rung, writtenOff, ring: (scheduleId: string, dueAt: number) => ring(scheduleId, dueAt) };
}

/** Runs a service, at a moment of its own, until `use` has come to its end. */
export async function withSchedulingService(
  store: ScheduleStore,
  now: number,
  use: (service: SchedulingService) => Promise<void>,
): Promise<void> {
  await using scope = new Scope("service");
  const given = { owner: "this one", scope, now: () => now, latenessMs: 3_600_000 };
  const { scheduler, rung, writtenOff, ring } = startSchedulingService(store, given);
  await use({
    rung,
    writtenOff,
    async due(scheduleId, dueAt) {
      ring(scheduleId, dueAt);
      await withDeadline(SETTLED_MS, scope.signal, `what comes of ${scheduleId}`, async (signal) => {
        while ((await store.findSchedule(scheduleId))?.lastRun?.dueAt !== dueAt) await pause(POLL_MS, signal);
      });
    },
  });
  scheduler.leave();
}
