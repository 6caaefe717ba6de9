import assert from "node:assert/strict";
import { after, before, describe, type TestContext, test } from "node:test";
import {
  ASSISTANT_EXTENSION,
  ChannelLog,
  fakeClock,
  type FakeClock,
  type Made,
  nothingLeftIn,
  SCHEDULE_CRASH_STEPS,
  type ScheduleStep,
  SHORT_PERIODS,
  type ShownSchedule,
  startWorld,
  stepNamed,
  TEST_LINES,
  type World,
} from "../support/index.js";
import { Lives, storeKinds, type StorePlace } from "../support/index.js";

/** `CRASH_MATRIX=full`: every step, once and recurring, on both stores, with the periods that come with the service, and kills all around the moment it is due. */
const FULL = process.env.CRASH_MATRIX === "full";
const SWEEP_NEEDS = "40 kills take minutes: run it with CRASH_MATRIX=full";
/** From the HTTP interface's listening on, ms. */
const DECIDED_MS = 40_000;
const EMPTY_MS = 10_000;
const MINUTE_MS = 60_000;
/** Around the moment at which it is due, ms. */
const SWEEP_MS = [
  ...Array.from({ length: 20 }, (_, i) => -20 + i * 5),
  ...Array.from({ length: 12 }, (_, i) => 90 + i * 30),
  ...Array.from({ length: 8 }, (_, i) => 500 + i * 200),
];

type Recurrence = "once" | "daily";

let world: World;
let channels: ChannelLog;
let clock: FakeClock;

before(async () => {
  [world, clock] = await Promise.all([startWorld(), fakeClock()]);
  channels = await ChannelLog.watch(world.bed.pbx.ari);
});
after(async () => {
  await channels?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
  await clock?.[Symbol.asyncDispose]();
});

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Lives with schedules that are due in them, and what became of each. */
class ScheduleLives extends Lives {
  readonly rows: string[] = [];

  constructor(settings: Readonly<Record<string, string>>) {
    super({ ...world.settings, ...clock.environment, ...(FULL ? {} : SHORT_PERIODS), ...settings });
  }

  /** A daily schedule goes by the minute, so the clock is put forward to have a whole one come as soon as wanted. */
  async schedule(how: Recurrence, inMs: number, call: Readonly<Record<string, unknown>>): Promise<Made> {
    let when: Readonly<Record<string, unknown>> = { delay_seconds: Math.ceil(inMs / 1000) };
    if (how !== "once") {
      await clock.step((2 * MINUTE_MS - inMs - (clock.now() % MINUTE_MS)) % MINUTE_MS);
      const at_time = new Date(clock.now() + inMs + 100).toISOString().slice(11, 16);
      when = { at_time, timezone: "UTC", recurring: how };
    }
    const { status, body } = await this.rest.ask("POST", "/schedule", { ...when, ...call });
    assert.equal(status, 200, JSON.stringify(body));
    const dueAt = Date.parse(String(body.scheduled_for));
    assert.ok(dueAt - clock.now() < inMs + 2_000, `${body.scheduled_for} is not what was asked for`);
    return { scheduleId: String(body.schedule_id), isDue: () => wait(dueAt - clock.now()) };
  }

  /** Has a schedule get to the step, kills, starts again, and looks what became of it. */
  async survive({ name, outcomes, crash }: ScheduleStep, how: Recurrence): Promise<void> {
    await this.controller.healthy();
    const before = channels.calls(ASSISTANT_EXTENSION).length;
    const scheduleId = await crash({
      world,
      controller: this.controller,
      rest: this.rest,
      schedule: (inMs, call) => this.schedule(how, inMs, call),
      kill: () => this.kill(),
    });
    await this.start();
    const began = performance.now();
    const shown = await this.#decided(scheduleId);
    const decidedMs = performance.now() - began;
    await nothingLeftIn(world.bed.assistantAsterisk.ari, EMPTY_MS);
    await nothingLeftIn(world.bed.pbx.ari, EMPTY_MS, (what) => what.startsWith(`channel PJSIP/${ASSISTANT_EXTENSION}`));
    const rings = channels.calls(ASSISTANT_EXTENSION).length - before;
    this.rows.push(
      [name, how, rings, shown.last_outcome, shown.last_error ?? "—", shown.status, decidedMs.toFixed(0)].join(" | "),
    );
    assert.equal(rings, 1, `${name}: rang ${rings} times`);
    assert.ok(outcomes.includes(String(shown.last_outcome)), `${name}: ${JSON.stringify(shown)}`);
    if (how === "once") assert.notEqual(shown.status, "pending");
    else assert.deepEqual([shown.status, shown.remaining_seconds > 80_000], ["pending", true]);
    await this.rest.ask("DELETE", `/schedule/${scheduleId}`);
  }

  /** Waits until the schedule tells of its run: it is a state over HTTP, there is nothing to wait on. */
  async #decided(scheduleId: string): Promise<ShownSchedule> {
    return this.rest.scheduleUntil(scheduleId, ({ last_outcome }) => last_outcome !== null, DECIDED_MS);
  }

  /** Whatever the millisecond at which it dies, one telephone rings once. */
  async sweep(t: TestContext): Promise<void> {
    const seen: string[] = [];
    for (const [at, ms] of SWEEP_MS.entries()) {
      const how = at % 2 ? "daily" : "once";
      await this.controller.healthy();
      const before = channels.calls(ASSISTANT_EXTENSION).length;
      const { scheduleId, isDue } = await this.schedule(how, 2_000, {
        extension: TEST_LINES.silent,
        message: "Good morning.",
      });
      const due = isDue();
      if (ms < 0) await Promise.race([due, wait(2_000 + ms)]);
      else await due.then(() => wait(ms));
      await this.kill();
      await this.start();
      const { last_outcome, last_error } = await this.#decided(scheduleId);
      await nothingLeftIn(world.bed.assistantAsterisk.ari, EMPTY_MS);
      const rings = channels.calls(ASSISTANT_EXTENSION).length - before;
      seen.push(`${ms} ms, ${how}: rang ${rings}×, ${last_outcome}, ${last_error ?? "—"}`);
      t.diagnostic(seen.at(-1) ?? "");
      assert.equal(rings, 1, `killed ${ms} ms after it was due: rang ${rings} times`);
      await this.rest.ask("DELETE", `/schedule/${scheduleId}`);
    }
  }
}

const ALL = SCHEDULE_CRASH_STEPS.map(({ name }) => name);
const { embeddedStore, mongodb } = await storeKinds();
const STORES = [
  { ...embeddedStore, steps: { once: ALL, daily: FULL ? ALL : ["due", "claimed", "ringing"] } },
  { ...mongodb, steps: { once: FULL ? ALL : ["claimed", "dialling"], daily: FULL ? ALL : ["due"] } },
];

for (const store of STORES) {
  describe(`a scheduled call whose controller is killed, with the ${store.name},`, { skip: store.skip }, () => {
    let lives: ScheduleLives;
    let place: StorePlace;

    before(async () => {
      place = await store.open();
      lives = new ScheduleLives(place.settings);
      await lives.start();
    });
    after(async () => {
      await lives?.[Symbol.asyncDispose]();
      await place?.[Symbol.asyncDispose]();
    });

    for (const how of ["once", "daily"] as const) {
      for (const name of store.steps[how]) {
        test(`rings once when it was ${name} (${how})`, () => lives.survive(stepNamed(name), how));
      }
    }

    test("tells what became of each", (t) => {
      t.diagnostic(["killed | how | rang | outcome | error | status | decided after, ms", ...lives.rows].join("\n"));
      assert.equal(lives.rows.length, store.steps.once.length + store.steps.daily.length);
    });

    test("rings once, whatever millisecond it dies at", { skip: !FULL && SWEEP_NEEDS }, (t) => lives.sweep(t));
  });
}
