import { AttendantError } from "../../../src/kernel/errors.js";
import type { Occurrence, Schedule } from "../../../src/records/schedule.js";
import type { Page, ScheduleQuery } from "../../../src/records/stores.js";
import { changesOf, type NewSchedule, type ScheduleChange } from "../../../src/scheduling/new-schedule.js";
import type { UpcomingQuery } from "../../../src/scheduling/upcoming-runs.js";
import type { Schedules } from "../../../src/scheduling/schedules.js";
import { NOON } from "./fake-calls.js";

/** A call at 08:30 in Rome on each day, due the next day in 17 h 30 min. */
export function scheduleOf(more: Partial<Schedule> = {}): Schedule {
  return {
    scheduleId: "schedule-1",
    kind: "call",
    setBy: null,
    extension: "1001",
    message: "Please take your medicine.",
    tool: null,
    toolParams: {},
    prefix: "",
    suffix: "",
    callbackUrl: "https://example.org/secret-path",
    ringTimeoutMs: 30_000,
    timeZone: "Europe/Rome",
    rule: { recurring: "daily", time: "08:30", weekday: null },
    nextAt: Date.UTC(2026, 2, 3, 7, 30),
    paused: false,
    lastRun: null,
    createdAt: NOON,
    revision: 1,
    ...more,
  };
}

/** Remembers what it was asked and answers as it was told. */
export class FakeSchedules implements Omit<Schedules, "add"> {
  readonly created: NewSchedule[] = [];
  /** Ids of schedules and of calls of runs. */
  readonly withdrawn: string[] = [];
  readonly listed: ScheduleQuery[] = [];
  /** What was done to schedules, such as `pause schedule-1`. */
  readonly changed: string[] = [];
  readonly schedules = new Map<string, Schedule>();
  /** When `preview` says that it is due. */
  readonly runsToCome: number[] = [];
  /** What `upcoming` was asked. */
  readonly spans: UpcomingQuery[] = [];
  readonly past: Occurrence[] = [];
  nextCursor: string | undefined;
  /** When what is created is due, ms since the epoch. */
  dueAt = NOON + 80_000;
  /** What `create`, and every change, rejects with. */
  refusal: Error | undefined;

  async create(request: NewSchedule): Promise<Schedule> {
    this.created.push(request);
    if (this.refusal) throw this.refusal;
    const { recurring, when: _, ...kept } = request;
    const rule = recurring && { recurring, time: "08:30", weekday: null };
    const schedule = scheduleOf({ ...kept, rule, nextAt: this.dueAt });
    this.schedules.set(schedule.scheduleId, schedule);
    return schedule;
  }

  withdraw(scheduleId: string): void {
    this.withdrawn.push(scheduleId);
  }

  withdrawRun(callId: string): void {
    this.withdrawn.push(callId);
  }

  async find(scheduleId: string): Promise<Schedule | undefined> {
    return this.schedules.get(scheduleId);
  }

  async list(query: ScheduleQuery): Promise<Page<Schedule>> {
    this.listed.push(query);
    if (query.cursor === "nonsense") throw new AttendantError("invalid_request", "no such cursor");
    return { items: [...this.schedules.values()], ...(this.nextCursor && { nextCursor: this.nextCursor }) };
  }

  async update(scheduleId: string, wanted: ScheduleChange): Promise<Schedule | undefined> {
    const known = this.schedules.get(scheduleId);
    return known && this.#change("update", scheduleId, changesOf(wanted, known, NOON));
  }

  async cancel(scheduleId: string): Promise<Schedule | undefined> {
    return this.#change("cancel", scheduleId, {});
  }

  async runNow(scheduleId: string, callId: string) {
    const schedule = this.#change("run", scheduleId, {});
    return schedule && { schedule, callId };
  }

  async skip(scheduleId: string): Promise<Schedule | undefined> {
    return this.#change("skip", scheduleId, { nextAt: Date.UTC(2026, 2, 4, 7, 30) });
  }

  async pause(scheduleId: string): Promise<Schedule | undefined> {
    return this.#change("pause", scheduleId, { paused: true });
  }

  async resume(scheduleId: string): Promise<Schedule | undefined> {
    return this.#change("resume", scheduleId, { paused: false });
  }

  async runs(scheduleId: string, limit: number): Promise<readonly Occurrence[] | undefined> {
    return this.schedules.has(scheduleId) ? this.past.slice(0, limit) : undefined;
  }

  async preview(scheduleId: string, count: number): Promise<readonly number[] | undefined> {
    return this.schedules.has(scheduleId) ? this.runsToCome.slice(0, count) : undefined;
  }

  async upcoming(query: UpcomingQuery) {
    this.spans.push(query);
    const runs = [...this.schedules.values()].map((schedule) => {
      return { schedule, at: schedule.nextAt ?? NOON, before: null, isSkipped: false };
    });
    return { runs: runs.slice(0, query.limit), isWhole: runs.length <= query.limit };
  }

  #change(what: string, scheduleId: string, change: Partial<Schedule>): Schedule | undefined {
    const schedule = this.schedules.get(scheduleId);
    if (!schedule) return undefined;
    if (this.refusal) throw this.refusal;
    this.changed.push(`${what} ${scheduleId}`);
    this.schedules.set(scheduleId, { ...schedule, ...change });
    return this.schedules.get(scheduleId);
  }
}
