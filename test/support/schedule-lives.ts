import assert from "node:assert/strict";
import { TEST_LINES } from "./bed/pbx.js";
import { type FakeClock, fakeClock } from "./fake-clock.js";
import { Lives } from "./lives.js";
import type { ShownSchedule } from "./rest-client.js";
import type { Made, ScheduleStep } from "./schedule-crash-steps.js";

/** From the HTTP interface's listening on, ms. */
const DECIDED_MS = 40_000;
const EMPTY_MS = 10_000;
const MINUTE_MS = 60_000;
/** A longer step of the clock is followed only once it has lasted. */
const LEAP_MS = 1_900;

/** Once, or each day at that time. */
export type Recurrence = "once" | "daily";

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Lives with schedules that are due in them, by a clock of their own. */
export class ScheduleLives extends Lives {
  #clock!: FakeClock;

  /** Has a schedule get to the step, kills, starts again, and looks what became of it. @returns the same as a row of a table */
  async survive({ name, outcomes, crash }: ScheduleStep, how: Recurrence): Promise<string> {
    await this.controller.healthy();
    const before = this.rings();
    const scheduleId = await crash({
      world: this.world,
      controller: this.controller,
      rest: this.rest,
      schedule: (inMs, call) => this.#schedule(how, inMs, call),
      kill: () => this.kill(),
    });
    await this.start();
    const began = performance.now();
    const shown = await this.#decided(scheduleId);
    const decidedMs = performance.now() - began;
    await this.nothingLeft(EMPTY_MS, EMPTY_MS);
    const rings = this.rings() - before;
    assert.equal(rings, 1, `${name}: rang ${rings} times`);
    assert.ok(
      outcomes.includes(String(shown.last_outcome)),
      `${name}: ${JSON.stringify(shown)}\n${this.controller.tail(40)}`,
    );
    if (how === "once") assert.notEqual(shown.status, "pending");
    else assert.deepEqual([shown.status, shown.remaining_seconds > 80_000], ["pending", true]);
    await this.rest.ask("DELETE", `/schedule/${scheduleId}`);
    const error = shown.last_error ?? "—";
    return [name, how, rings, shown.last_outcome, error, shown.status, decidedMs.toFixed(0)].join(" | ");
  }

  /**
   * Whatever the millisecond at which it dies, one telephone rings once.
   *
   * @param killedMs after a schedule is due, each in turn
   */
  async sweep(killedMs: readonly number[], tell: (row: string) => void): Promise<void> {
    for (const [at, ms] of killedMs.entries()) {
      const how = at % 2 ? "daily" : "once";
      await this.controller.healthy();
      const before = this.rings();
      const call = { extension: TEST_LINES.silent, message: "Good morning." };
      const { scheduleId, isDue } = await this.#schedule(how, 2_000, call);
      const due = isDue();
      if (ms < 0) await Promise.race([due, wait(2_000 + ms)]);
      else await due.then(() => wait(ms));
      await this.kill();
      await this.start();
      const { last_outcome, last_error } = await this.#decided(scheduleId);
      await this.nothingLeft(EMPTY_MS, EMPTY_MS);
      const rings = this.rings() - before;
      tell(`${ms} ms, ${how}: rang ${rings}×, ${last_outcome}, ${last_error ?? "—"}`);
      assert.equal(rings, 1, `killed ${ms} ms after it was due: rang ${rings} times`);
      await this.rest.ask("DELETE", `/schedule/${scheduleId}`);
    }
  }

  protected override async fill(): Promise<void> {
    this.#clock = this.keep(await fakeClock());
    this.settings = { ...this.settings, ...this.#clock.environment };
    await super.fill();
  }

  /** A daily schedule goes by the minute, so the clock is put forward to have a whole one come as soon as wanted. */
  async #schedule(how: Recurrence, inMs: number, call: Readonly<Record<string, unknown>>): Promise<Made> {
    const clock = this.#clock;
    let when: Readonly<Record<string, unknown>> = { delay_seconds: Math.ceil(inMs / 1000) };
    if (how !== "once") {
      await this.#minuteComesIn(inMs);
      const at_time = new Date(clock.now() + inMs + 100).toISOString().slice(11, 16);
      when = { at_time, timezone: "UTC", recurring: how };
    }
    const { status, body } = await this.rest.ask("POST", "/schedule", { ...when, ...call });
    assert.equal(status, 200, JSON.stringify(body));
    const dueAt = Date.parse(String(body.scheduled_for));
    assert.ok(dueAt - clock.now() < inMs + 2_000, `${body.scheduled_for} is not what was asked for`);
    return { scheduleId: String(body.schedule_id), isDue: () => wait(dueAt - clock.now()) };
  }

  /** Puts the clock forward until a whole minute comes in so many ms, and back by what it takes the controller to follow. */
  async #minuteComesIn(ms: number): Promise<void> {
    for (;;) {
      const lateMs = (this.#clock.now() + ms) % MINUTE_MS;
      const isLeap = lateMs > LEAP_MS;
      const from = this.controller.lines.length;
      // A step forward of less would be no leap, and would not be logged.
      const aheadMs = MINUTE_MS - lateMs + (MINUTE_MS - lateMs < 2 * LEAP_MS ? MINUTE_MS : 0);
      await this.#clock.step(isLeap ? aheadMs : -lateMs);
      if (!isLeap) return;
      await this.controller.logged("clock_followed", undefined, { from });
    }
  }

  /** Waits until the schedule tells of its run: it is a state over HTTP, there is nothing to wait on. */
  async #decided(scheduleId: string): Promise<ShownSchedule> {
    return this.rest.scheduleUntil(scheduleId, ({ last_outcome }) => last_outcome !== null, DECIDED_MS);
  }
}
