import { setImmediate } from "node:timers/promises";
import { AttendantError } from "../kernel/errors.js";
import type { Occurrence, Schedule } from "../records/schedule.js";
import type { Page, ScheduleQuery, ScheduleStore } from "../records/stores.js";
import type { Scheduler } from "./scheduler.js";
import { createScheduleChanges, type ScheduleChanges, type ScheduleChangesNeeds } from "./schedule-changes.js";
import { type NewSchedule, scheduleOf } from "./new-schedule.js";
import { type ClosedDays, followingRun, upcomingRun } from "./recurrence.js";
import { RUNS_AT_ONCE, type UpcomingQuery, type UpcomingRun, upcomingRuns } from "./upcoming-runs.js";

/**
 * Creates, reads and changes scheduled calls; chains are not among them (`chains.ts`). All methods reject with
 * `store_unavailable` while the store is unavailable, and resolve with undefined when the id does not exist.
 */
export interface Schedules extends ScheduleChanges {
  /**
   * Stores a scheduled call. A call whose id already exists is left as it is.
   *
   * @throws {AttendantError} `destination_not_allowed`, `schedules_full`, or `invalid_request` when it would never run
   */
  create(request: NewSchedule): Promise<Schedule>;
  /**
   * Stores a schedule that is not a client's: its permission to dial was checked before. An existing id is left as it is.
   *
   * @throws {AttendantError} `schedules_full`
   */
  add(schedule: Schedule): Promise<Schedule>;
  /**
   * Takes back a schedule whose addition was rejected with `store_unavailable` and is not repeated with its id: the store may have
   * it, or get it, nevertheless. It counts as removed from now on.
   */
  withdraw(scheduleId: string): void;
  find(scheduleId: string): Promise<Schedule | undefined>;
  /** In the order of the store. @throws {AttendantError} `invalid_request` when the cursor is invalid */
  list(query: ScheduleQuery): Promise<Page<Schedule>>;
  /**
   * Removes a schedule. A call in progress continues; one that was not dialled yet is not placed. Chains that its runs began end
   * with who is spoken to now.
   */
  cancel(scheduleId: string): Promise<Schedule | undefined>;
  /**
   * Runs a schedule now, outside its plan.
   *
   * @param callId the id of the call; a repeated request with the same id runs it only once
   * @param client the client, by the name of its key; both it and the schedule's owner must be permitted to dial the number
   * @throws {AttendantError} why its call cannot be placed now
   */
  runNow(
    scheduleId: string,
    callId: string,
    client?: string,
  ): Promise<{ readonly schedule: Schedule; readonly callId: string } | undefined>;
  /**
   * Takes back a run that `runNow` rejected with `store_unavailable` and is not repeated with its id: it is cancelled, unless the
   * process ends before the run is found.
   */
  withdrawRun(callId: string): void;
  /** Its runs so far, latest first, including the one in progress but not those that were skipped. */
  runs(scheduleId: string, limit: number): Promise<readonly Occurrence[] | undefined>;
  /** The next runs, in ms since the epoch; fewer when there are no more. */
  preview(scheduleId: string, count: number): Promise<readonly number[] | undefined>;
  /** The runs of all schedules in a span of time, soonest first; `isWhole` is false when there are more than requested. */
  upcoming(query: UpcomingQuery): Promise<{ readonly runs: readonly UpcomingRun[]; readonly isWhole: boolean }>;
}

/** Why a chain that a run had begun ends. */
export const SCHEDULE_CANCELLED = "The schedule was cancelled.";
/** Unfinished schedules, timers and callbacks that are kept. */
const MAX_SCHEDULES = 10_000;
/** Chains that are kept beyond the maximum of schedules: people must be called about an alert however many schedules there are. */
const FURTHER_CHAINS = 1_000;

export interface SchedulesNeeds extends Pick<ScheduleChangesNeeds, "checkDialable"> {
  readonly scheduler: ScheduleChangesNeeds["scheduler"] & Pick<Scheduler, "withdraw">;
  readonly store: ScheduleStore;
  /** @throws {AttendantError} why the schedule's call cannot be placed now */
  readonly checkPlaceable: (schedule: Schedule) => void;
  /**
   * Checks that the called permit a call of the schedule now or, if given, at the time of a run (ms since the epoch).
   *
   * @throws {AttendantError} why not
   */
  readonly checkCallable: (schedule: Schedule, at?: number) => Promise<void>;
  /** Lets a chain end with who is spoken to now; nothing happens when there is none with that id. */
  readonly windDown: (chainId: string, reason: string) => Promise<void>;
  readonly closedDays: ClosedDays;
  /** Maximum number of unfinished schedules. */
  readonly maxSchedules?: number;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** How many past runs are searched: for an earlier identical request, and for chains that go on. */
const RUNS_REMEMBERED = 100;

export function createSchedules(needs: SchedulesNeeds): Schedules {
  const {
    store: kept,
    scheduler,
    checkPlaceable,
    checkCallable,
    checkDialable,
    windDown,
    closedDays,
    maxSchedules = MAX_SCHEDULES,
    now,
  } = needs;
  const store = withoutChains(kept);
  const checkRuns = (schedule: Schedule) => checkNextRun(schedule, { closedDays, checkCallable }, now());
  /** Schedules being added, which the store may not count yet. */
  let adding = 0;

  async function add(schedule: Schedule): Promise<Schedule> {
    const place = ++adding;
    const most = schedule.kind === "chain" ? maxSchedules + FURTHER_CHAINS : maxSchedules;
    try {
      if ((await store.countSchedules()) + place > most) throw full(most);
      await store.addSchedule(schedule);
    } finally {
      adding--;
    }
    // It is stored: a failure of the store now must not report it as refused.
    const stored = (await kept.findSchedule(schedule.scheduleId).catch(() => undefined)) ?? schedule;
    await scheduler.arm(stored);
    return stored;
  }

  return {
    async create(request) {
      const known = await store.findSchedule(request.scheduleId);
      if (known) return known;
      checkDialable(request, { setBy: null, client: request.client });
      const schedule = scheduleOf(request, now());
      await checkRuns(schedule);
      return add(schedule);
    },

    add,
    // What is not made now waits for the store, or is logged.
    withdraw: (scheduleId) => void kept.withdrawSchedule(scheduleId).catch(() => {}),
    withdrawRun: (callId) => scheduler.withdraw(callId),
    ...createScheduleChanges({ ...needs, store, checkRuns, now }),
    find: (scheduleId) => store.findSchedule(scheduleId),
    list: (query) => store.listSchedules(query),

    async cancel(scheduleId) {
      if (!(await store.findSchedule(scheduleId))) return undefined;
      const removed = await store.removeSchedule(scheduleId);
      if (!removed) return undefined;
      await scheduler.disarm(scheduleId);
      for (const { callId, outcome } of await store.occurrencesOf(scheduleId, RUNS_REMEMBERED)) {
        // A run that is not over may just have begun a chain.
        if (outcome === "chained" || outcome === null) await windDown(callId, SCHEDULE_CANCELLED);
      }
      return removed;
    },

    async runNow(scheduleId, callId, client) {
      const schedule = await store.findSchedule(scheduleId);
      if (!schedule) return undefined;
      const asked = await store.occurrencesOf(scheduleId, RUNS_REMEMBERED);
      if (!asked.some((occurrence) => occurrence.callId === callId)) {
        if (client !== undefined) checkDialable(schedule, { setBy: null, client });
        checkPlaceable(schedule);
        await checkCallable(schedule);
        await scheduler.trigger(schedule, now(), { callId });
      }
      return { schedule, callId };
    },

    async runs(scheduleId, limit) {
      const schedule = await store.findSchedule(scheduleId);
      return schedule && store.occurrencesOf(scheduleId, limit);
    },

    upcoming: (query) => upcomingRuns({ listSchedules: (page) => store.listSchedules(page), closedDays }, query, now()),

    async preview(scheduleId, count) {
      const schedule = await store.findSchedule(scheduleId);
      if (!schedule) return undefined;
      const found: number[] = [];
      let next = upcomingRun(schedule, now(), closedDays);
      for (; next !== null && found.length < count; next = followingRun(schedule, next, closedDays)) {
        found.push(next);
        if (found.length % RUNS_AT_ONCE === 0) await setImmediate();
      }
      return found;
    },
  };
}

/**
 * Refuses a schedule that has no run, or whose next run those who are called do not permit; later runs are checked when they
 * are due.
 */
async function checkNextRun(
  schedule: Schedule,
  { closedDays, checkCallable }: Pick<SchedulesNeeds, "closedDays" | "checkCallable">,
  now: number,
): Promise<void> {
  const { rule, assistant } = schedule;
  const leavesDaysOut = rule?.exceptClosedDays === true;
  if (leavesDaysOut && (assistant === undefined || !closedDays(assistant))) {
    throw new AttendantError("invalid_request", "To leave out closed days, the assistant that calls must have hours.");
  }
  const at = upcomingRun(schedule, now, closedDays);
  if (at !== null) await checkCallable(schedule, at);
  else if (leavesDaysOut) {
    throw new AttendantError("invalid_request", `${assistant} is closed on all days on which the call recurs.`);
  }
}

/** The same store, in which clients see no chains. A page may have fewer entries than asked for. */
function withoutChains(store: ScheduleStore): ScheduleStore {
  const isShown = ({ kind }: Schedule) => kind !== "chain";
  return {
    ...store,
    async findSchedule(scheduleId) {
      const found = await store.findSchedule(scheduleId);
      return found && isShown(found) ? found : undefined;
    },
    async listSchedules(query) {
      const page = await store.listSchedules(query);
      return { ...page, items: page.items.filter(isShown) };
    },
  };
}

function full(max: number): AttendantError {
  const detail = `There are already ${max} schedules, timers and callbacks, the most that are kept. Cancel some first.`;
  return new AttendantError("schedules_full", detail);
}
