import { setImmediate } from "node:timers/promises";
import { AttendantError } from "../kernel/errors.js";
import type { Occurrence, Schedule } from "../records/schedule.js";
import type { Page, ScheduleQuery, ScheduleStore } from "../records/stores.js";
import { changesOf, type NewSchedule, type ScheduleChange, scheduleOf } from "./new-schedule.js";
import type { Scheduler } from "./scheduler.js";
import { type ClosedDays, followingRun, runAfter, upcomingRun } from "./recurrence.js";
import { RUNS_AT_ONCE, type UpcomingQuery, type UpcomingRun, upcomingRuns } from "./upcoming-runs.js";

/**
 * Creates, reads and changes scheduled calls; chains are not among them (`chains.ts`). All methods reject with
 * `store_unavailable` while the store is unavailable, and resolve with undefined when the id does not exist.
 */
export interface Schedules {
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
  find(scheduleId: string): Promise<Schedule | undefined>;
  /** In the order of the store. @throws {AttendantError} `invalid_request` when the cursor is invalid */
  list(query: ScheduleQuery): Promise<Page<Schedule>>;
  /**
   * Changes a client's schedule. A call in progress is not affected; a paused schedule stays paused.
   *
   * @param client the client, by the name of its key; both it and the schedule's owner must be permitted to dial the number
   * @throws {AttendantError} `schedule_over`, `destination_not_allowed`, or `invalid_request` when it would never run, or is a
   *   caller's
   */
  update(scheduleId: string, wanted: ScheduleChange, client?: string): Promise<Schedule | undefined>;
  /** Removes a schedule. A call in progress continues; one that was not dialled yet is not placed. */
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
  /** Skips the next run. @throws {AttendantError} `schedule_over` */
  skip(scheduleId: string): Promise<Schedule | undefined>;
  /** Skips runs from now on. @throws {AttendantError} `schedule_over` */
  pause(scheduleId: string): Promise<Schedule | undefined>;
  /**
   * Continues with the next run to come; a single run that fell into the pause is missed.
   *
   * @param client the client, as for `runNow`
   * @throws {AttendantError} `schedule_over`, or `destination_not_allowed`, also when the lists have changed since it was set
   */
  resume(scheduleId: string, client?: string): Promise<Schedule | undefined>;
  /** Its runs so far, latest first, including the one in progress but not those that were skipped. */
  runs(scheduleId: string, limit: number): Promise<readonly Occurrence[] | undefined>;
  /** The next runs, in ms since the epoch; fewer when there are no more. */
  preview(scheduleId: string, count: number): Promise<readonly number[] | undefined>;
  /** The runs of all schedules in a span of time, soonest first; `isWhole` is false when there are more than requested. */
  upcoming(query: UpcomingQuery): Promise<{ readonly runs: readonly UpcomingRun[]; readonly isWhole: boolean }>;
}

/** Unfinished schedules, timers and callbacks that are kept. */
const MAX_SCHEDULES = 10_000;

export interface SchedulesNeeds {
  readonly store: ScheduleStore;
  readonly scheduler: Pick<Scheduler, "arm" | "disarm" | "trigger">;
  /** @throws {AttendantError} why the schedule's call cannot be placed now */
  readonly checkPlaceable: (schedule: Schedule) => void;
  /**
   * Checks that the called permit a call of the schedule now or, if given, at the time of a run (ms since the epoch).
   *
   * @throws {AttendantError} why not
   */
  readonly checkCallable: (schedule: Schedule, at?: number) => Promise<void>;
  /** @throws {AttendantError} `destination_not_allowed` when that owner or client may not dial one of the numbers */
  readonly checkDialable: (
    schedule: Pick<Schedule, "chain" | "extension">,
    by: Pick<Schedule, "setBy" | "client">,
  ) => void;
  readonly closedDays: ClosedDays;
  /** Maximum number of unfinished schedules. */
  readonly maxSchedules?: number;
  /** ms since the epoch. */
  readonly now?: () => number;
}

const PAUSED = { outcome: "missed", error: "The schedule was paused when the call was due." } as const;
const OF_CALLER = "A timer or callback that a caller set cannot be changed. Cancel it, and schedule a call instead.";
/** How many past runs are searched for an earlier identical request. */
const RUNS_REMEMBERED = 100;

export function createSchedules(needs: SchedulesNeeds): Schedules {
  const {
    store: kept,
    scheduler,
    checkPlaceable: checkRoom,
    checkCallable,
    checkDialable,
    closedDays,
    maxSchedules = MAX_SCHEDULES,
    now = Date.now,
  } = needs;
  const store = withoutChains(kept);
  /** Schedules being added, which the store may not count yet. */
  let adding = 0;

  /**
   * Refuses a schedule that has no run, or whose next run those who are called do not permit; later runs are checked when they
   * are due.
   */
  async function checkRuns(schedule: Schedule): Promise<void> {
    const { rule, assistant } = schedule;
    const leavesDaysOut = rule?.exceptClosedDays === true;
    if (leavesDaysOut && (assistant === undefined || !closedDays(assistant))) {
      throw new AttendantError(
        "invalid_request",
        "To leave out closed days, the assistant that calls must have hours.",
      );
    }
    const at = upcomingRun(schedule, now(), closedDays);
    if (at !== null) await checkCallable(schedule, at);
    else if (leavesDaysOut) {
      throw new AttendantError("invalid_request", `${assistant} is closed on all days on which the call recurs.`);
    }
  }

  async function add(schedule: Schedule): Promise<Schedule> {
    const place = ++adding;
    try {
      if ((await store.countSchedules()) + place > maxSchedules) throw full(maxSchedules);
      await store.addSchedule(schedule);
    } finally {
      adding--;
    }
    const stored = (await kept.findSchedule(schedule.scheduleId)) ?? schedule;
    await scheduler.arm(stored);
    return stored;
  }

  /**
   * Changes a schedule, retrying when another process changes it at the same time.
   *
   * @param change receives the current schedule; returns undefined to leave it as it is
   */
  async function change(
    scheduleId: string,
    change: (schedule: Schedule) => Partial<Schedule> | undefined | Promise<Partial<Schedule> | undefined>,
  ): Promise<{ readonly before: Schedule; readonly after: Schedule } | undefined> {
    for (;;) {
      const before = await store.findSchedule(scheduleId);
      if (!before) return undefined;
      const changed = await change(before);
      if (!changed) return { before, after: before };
      const after = withReplacedRun({ ...before, ...changed, revision: before.revision + 1 }, before, now());
      if (await store.replaceSchedule(after)) return { before, after };
    }
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
    find: (scheduleId) => store.findSchedule(scheduleId),
    list: (query) => store.listSchedules(query),

    async update(scheduleId, wanted, client) {
      const changed = await change(scheduleId, async (schedule) => {
        unlessOver(schedule);
        if (schedule.kind !== "call") throw new AttendantError("invalid_request", OF_CALLER);
        const changes = changesOf(wanted, schedule, now());
        const next = { ...schedule, ...changes };
        for (const each of new Set([client, schedule.client])) {
          checkDialable(next, { setBy: null, client: each });
        }
        await checkRuns(next);
        return changes;
      });
      if (changed) await rearm(changed.after);
      return changed?.after;
    },

    async cancel(scheduleId) {
      if (!(await store.findSchedule(scheduleId))) return undefined;
      const removed = await store.removeSchedule(scheduleId);
      if (removed) await scheduler.disarm(scheduleId);
      return removed;
    },

    async runNow(scheduleId, callId, client) {
      const schedule = await store.findSchedule(scheduleId);
      if (!schedule) return undefined;
      const asked = await store.occurrencesOf(scheduleId, RUNS_REMEMBERED);
      if (!asked.some((occurrence) => occurrence.callId === callId)) {
        if (client !== undefined) checkDialable(schedule, { setBy: null, client });
        checkRoom(schedule);
        await checkCallable(schedule);
        await scheduler.trigger(schedule, now(), { callId });
      }
      return { schedule, callId };
    },

    async skip(scheduleId) {
      let skipped: number | undefined;
      const changed = await change(scheduleId, (schedule) => {
        const due = unlessOver(schedule);
        skipped ??= due;
        // The run that was to be skipped has begun meanwhile.
        if (due !== skipped) return undefined;
        const dueAt = upcomingRun(schedule, now(), closedDays) ?? due;
        const lastRun = { dueAt, outcome: "skipped", callId: null, error: null } as const;
        return { nextAt: runAfter(schedule, dueAt), lastRun };
      });
      if (changed) await rearm(changed.after);
      return changed?.after;
    },

    async pause(scheduleId) {
      const changed = await change(scheduleId, (schedule) => {
        unlessOver(schedule);
        return schedule.paused ? undefined : { paused: true };
      });
      if (changed) await scheduler.disarm(scheduleId);
      return changed?.after;
    },

    async resume(scheduleId, client) {
      const at = now();
      const changed = await change(scheduleId, (schedule) => {
        const dueAt = unlessOver(schedule);
        if (!schedule.paused) return undefined;
        checkDialable(schedule, schedule);
        if (client !== undefined) checkDialable(schedule, { setBy: null, client });
        const nextAt = dueAt > at ? dueAt : runAfter(schedule, at);
        if (nextAt !== null) return { paused: false, nextAt };
        return { paused: false, nextAt, lastRun: { ...PAUSED, dueAt, callId: null } };
      });
      if (!changed) return undefined;
      const { before, after } = changed;
      if (before.nextAt !== null && after.nextAt === null) {
        await scheduler.trigger(after, before.nextAt, { writeOff: PAUSED });
      }
      if (after !== before) await scheduler.arm(after); // Every alarm stays in the store until it rings.
      return after;
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

  async function rearm(schedule: Schedule): Promise<void> {
    await scheduler.disarm(schedule.scheduleId);
    await scheduler.arm(schedule);
  }
}

/** A run that is due by then may be claimed at the same time, by a process whose clock is ahead of this one's. */
const AT_THE_SAME_TIME_MS = 60_000;

/** A changed schedule, with the run that the change has replaced. */
function withReplacedRun(schedule: Schedule, { nextAt: former }: Schedule, now: number): Schedule {
  const { replacedRun, ...rest } = schedule;
  if (former !== null && former !== rest.nextAt && former < now + AT_THE_SAME_TIME_MS) {
    return { ...rest, replacedRun: former };
  }
  return replacedRun === rest.nextAt ? rest : schedule;
}

/** When it is next due. @throws {AttendantError} `schedule_over` */
function unlessOver({ scheduleId, nextAt }: Schedule): number {
  if (nextAt === null) throw new AttendantError("schedule_over", `The schedule ${scheduleId} has ended.`);
  return nextAt;
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
