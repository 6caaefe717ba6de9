import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, describe, type TestContext, test } from "node:test";
import { setTimeout as pass } from "node:timers/promises";
import type { JobPlace } from "./job-store.contract.js";
import { programArgs } from "../support/program.js";
import { COMES_MS, heldClock, openAlarm, Rings } from "./rings.js";

/** A place that another process can open as well. */
export interface AlarmPlace extends JobPlace {
  /** What `alarm-ringer.ts` opens it by. */
  readonly ringer: readonly string[];
}

const ON_TIME_MS = 200;
/** How long a lock of a controller that died lives. */
const LOCK_MS = 8_000;

/** Another controller. With a clock that is held it locks and never rings. */
async function startRinger(t: TestContext, place: AlarmPlace, clock: "going" | "held", ...sets: (string | number)[]) {
  const child = spawn(
    process.execPath,
    programArgs("test/contract/alarm-ringer.ts", clock, ...place.ringer, ...sets.map(String)),
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  t.after(() => child.kill("SIGKILL"));
  const rings = new Rings();
  const ready = new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the ringer ended")));
    createInterface(child.stdout).on("line", (line) => {
      const [scheduleId = "", dueAt] = line.split(" ");
      if (dueAt === undefined) resolve();
      else rings.add(scheduleId, Number(dueAt));
    });
  });
  await ready;
  return { child, rings };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** Fails the file if a promise is rejected and nothing handles it. */
export function noRejectionUnhandled(): void {
  const unhandled: unknown[] = [];
  process.on("unhandledRejection", (error) => unhandled.push(error));
  after(() => assert.deepEqual(unhandled, []));
}

/** Puts the clock of this process forward or back, or holds it; timers go on as they were. */
function stepClock(t: TestContext) {
  const Real = Date;
  let offset = 0;
  let heldAt: number | undefined;
  const shown = () => (heldAt ?? Real.now()) + offset;
  class Stepped extends Real {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(shown());
      else super(given[0]);
    }
    static override now = shown;
  }
  globalThis.Date = Stepped as DateConstructor;
  t.after(() => {
    globalThis.Date = Real;
  });
  return {
    step: (ms: number) => void (offset += ms),
    hold: () => void (heldAt = Real.now()),
    goOn: () => void (heldAt = undefined),
  };
}

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

/** That an alarm rings within a fifth of a second, wherever its jobs are kept. */
export function alarmOnTimeContract(name: string, makePlace: () => Promise<AlarmPlace>): void {
  describe(`an alarm on ${name}`, () => {
    test("rings at the moment that it was set for, with what was set, and not before", async () => {
      await using place = await makePlace();
      await using clock = await openAlarm(place);
      const base = Date.now();
      const offsets = [40, 90, 300, 600, 999, 1000, 1001, 1500, 2300, 3100, 3900];
      const setAt = new Map<string, number>();
      const set = async (id: string, at: number) => {
        await clock.alarm.set(id, at);
        setAt.set(id, Date.now());
      };
      await Promise.all(offsets.map((offset) => set(`s${offset}`, base + offset)));
      await clock.rings.until(offsets.length, 6_000);
      // Those that a busy server kept only after they were due ring then, in whatever order.
      const isKeptInTime = (offset: number) => (setAt.get(`s${offset}`) ?? 0) < base + offset;
      const inTime = offsets.filter(isKeptInTime).map((offset) => `s${offset}`);
      assert.deepEqual(
        clock.rings.ids.filter((id) => inTime.includes(id)),
        inTime,
      );
      assert.ok(inTime.length >= 5, `${inTime.length} were kept in time`);
      assert.deepEqual(new Set(clock.rings.ids), new Set(setAt.keys()));
      for (const { scheduleId, dueAt, at } of clock.rings.all) {
        assert.equal(scheduleId, `s${dueAt - base}`);
        // None rings before it is kept, and a busy server may take longer for that than until the first is due.
        const lateMs = at - Math.max(dueAt, setAt.get(scheduleId) ?? 0);
        assert.ok(at >= dueAt && lateMs < ON_TIME_MS, `${scheduleId} rang ${lateMs} ms late`);
      }
      assert.deepEqual(clock.troubles, []);
    });

    test("rings at once after a restart for what fell due meanwhile, and on time for the rest", async () => {
      await using place = await makePlace();
      const base = Date.now();
      {
        await using before = await openAlarm(place);
        await before.alarm.set("missed", base + 2_000);
        await before.alarm.set("later", base + 6_000);
        assert.deepEqual(before.rings.ids, []);
      }
      await pass(Math.max(0, base + 2_500 - Date.now()));
      const opened = Date.now();
      await using clock = await openAlarm(place);
      await clock.rings.until(1, 2_000);
      assert.ok((clock.rings.all[0]?.at ?? Infinity) - opened < 1_000);
      await clock.rings.until(2, 6_000);
      assert.deepEqual(clock.rings.ids, ["missed", "later"]);
      assert.ok((clock.rings.all[1]?.at ?? Infinity) - base - 6_000 < ON_TIME_MS);
    });

    test("gives back what it had locked when its scope ends, so that the next one rings it on time", async () => {
      await using place = await makePlace();
      const due = Date.now() + 2_500;
      {
        await using before = await openAlarm(place);
        await before.alarm.set("a", due);
        const late = AbortSignal.timeout(2_400);
        while ((await before.counts()).locked === 0) late.throwIfAborted();
      }
      await using clock = await openAlarm(place);
      await clock.rings.until(1, 3_000);
      assert.ok(clock.rings.latest < ON_TIME_MS + 300, `${clock.rings.latest} ms late`);
    });
  });
}

/** What else an alarm promises. */
export function alarmContract(name: string, makePlace: () => Promise<AlarmPlace>): void {
  describe(`an alarm on ${name}`, () => {
    test("rings for a moment that has passed, and several times for a schedule that has several", async () => {
      await using place = await makePlace();
      await using clock = await openAlarm(place);
      const now = Date.now();
      await clock.alarm.set("a", now - 3_600_000);
      await clock.alarm.set("a", now - 60_000);
      await clock.rings.until(2, COMES_MS);
      assert.deepEqual(
        clock.rings.all.map(({ dueAt }) => dueAt),
        [now - 3_600_000, now - 60_000],
      );
    });

    test("removes what it has rung", async () => {
      await using place = await makePlace();
      await using clock = await openAlarm(place);
      for (let i = 0; i < 20; i++) await clock.alarm.set(`s${i}`, Date.now() + 10 * i);
      await clock.rings.until(20, COMES_MS);
      await clock.scope[Symbol.asyncDispose]();
      assert.equal((await clock.counts()).total, 0);
    });

    test("does not ring for a schedule that was cleared, not even when it had its job already", async () => {
      await using place = await makePlace();
      const { now, passes } = heldClock();
      await using clock = await openAlarm(place, now);
      // Soon enough to be locked by then.
      for (const offset of [2_800, 2_900, 60_000]) await clock.alarm.set("gone", now() + offset);
      await clock.alarm.set("stays", now() + 3_000);
      assert.equal((await clock.counts()).locked, 3);
      await clock.alarm.clear("gone");
      passes(3_000);
      await clock.rings.until(1, COMES_MS);
      const late = AbortSignal.timeout(COMES_MS);
      while ((await clock.counts()).total > 0) await pass(20, undefined, { signal: late });
      assert.deepEqual(clock.rings.ids, ["stays"]);
    });

    test("lets its process end by itself", async (t) => {
      await using place = await makePlace();
      const { child, rings } = await startRinger(t, place, "going", "a", 0, "b", 2 * COMES_MS);
      await rings.until(1, COMES_MS);
      const exited = once(child, "exit", { signal: AbortSignal.timeout(COMES_MS) });
      child.stdin?.end();
      assert.deepEqual(await exited, [0, null]);
    });

    test("200 that fall due within 3 s ring once each", async (t) => {
      await using place = await makePlace();
      await using clock = await openAlarm(place);
      const base = Date.now() + 2_500;
      await Promise.all(Array.from({ length: 200 }, (_, i) => clock.alarm.set(`s${i}`, base + i * 15)));
      await clock.rings.until(200, COMES_MS);
      await pass(1_500);
      assert.equal(clock.rings.all.length, 200);
      assert.equal(new Set(clock.rings.ids).size, 200);
      t.diagnostic(`at most ${clock.rings.latest} ms late`);
    });

    test("a controller that is killed while it holds locks delays their rings until the locks expire", async (t) => {
      await using place = await makePlace();
      const ids = Array.from({ length: 10 }, (_, i) => `s${i}`);
      const began = Date.now();
      const { child } = await startRinger(t, place, "held", ...ids.flatMap((id) => [id, 3_000]));
      await using other = place.shared ? await openAlarm(place) : undefined;
      await kill(child);
      await using clock = other ?? (await openAlarm(place));
      await clock.rings.until(10, COMES_MS);
      assert.ok(clock.rings.all.every(({ at }) => at >= began + LOCK_MS));
      await pass(300);
      assert.deepEqual(clock.rings.ids.sort(), ids);
    });

    test("two alarms share what falls due at the same moment, and each rings once", async (t) => {
      await using place = await makePlace();
      if (!place.shared) return t.skip("one process at a time has it open");
      await using one = await openAlarm(place);
      await using two = await openAlarm(place);
      const COUNT = 80;
      const base = Date.now() + 8_000;
      await Promise.all(Array.from({ length: COUNT }, (_, i) => one.alarm.set(`s${i}`, base)));
      const late = AbortSignal.timeout(8_000 + COMES_MS);
      while (one.rings.all.length + two.rings.all.length < COUNT) await pass(50, undefined, { signal: late });
      await pass(9_500);
      const ids = [...one.rings.ids, ...two.rings.ids];
      assert.equal(ids.length, COUNT);
      assert.equal(new Set(ids).size, COUNT);
      const shares = [one, two].map(({ rings }) => rings.all.length);
      assert.ok(Math.min(...shares) > COUNT / 8, `shared ${shares.join(" to ")}`);
      t.diagnostic(
        `${one.rings.all.length} and ${two.rings.all.length}, at most ${Math.max(one.rings.latest, two.rings.latest)} ms late`,
      );
    });

    test("two processes share what falls due, and each rings once", async (t) => {
      await using place = await makePlace();
      if (!place.shared) return t.skip("one process at a time has it open");
      const other = await startRinger(t, place, "going");
      await using own = await openAlarm(place);
      const base = Date.now() + 8_000;
      await Promise.all(Array.from({ length: 200 }, (_, i) => own.alarm.set(`s${i}`, base + i * 15)));
      const late = AbortSignal.timeout(8_000 + COMES_MS);
      while (own.rings.all.length + other.rings.all.length < 200) await pass(50, undefined, { signal: late });
      await pass(9_500);
      const ids = [...own.rings.ids, ...other.rings.ids];
      assert.equal(ids.length, 200);
      assert.equal(new Set(ids).size, 200);
      assert.ok(own.rings.all.length > 0 && other.rings.all.length > 0);
      t.diagnostic(
        `${own.rings.all.length} and ${other.rings.all.length}, at most ${Math.max(own.rings.latest, other.rings.latest)} ms late`,
      );
    });
  });

  // These move the clock of the process, or count its timers.
  describe(`an alarm on ${name}, by itself`, () => {
    test("leaves no timer behind when its scope has ended, whatever was going on", async () => {
      await using place = await makePlace();
      await using opened = await place.open();
      await opened.jobs.connect();
      const kept = { open: () => Promise.resolve({ ...opened, [Symbol.asyncDispose]: () => Promise.resolve() }) };
      const before = timers();
      {
        await using clock = await openAlarm(kept);
        await clock.alarm.set("soon", Date.now() + 1_500);
        for (let i = 0; i < 10; i++) await clock.alarm.set("now", Date.now());
        await clock.rings.until(10, COMES_MS);
      }
      assert.equal(timers(), before);
      for (let i = 0; i < 3; i++) await (await openAlarm(kept))[Symbol.asyncDispose]();
      assert.equal(timers(), before);
    });

    test("the clock put back by an hour delays what is due until it says so, and rings nothing twice", async (t) => {
      const { step, hold, goOn } = stepClock(t);
      await using place = await makePlace();
      await using clock = await openAlarm(place);
      await clock.alarm.set("rung", Date.now());
      await clock.rings.until(1, COMES_MS);
      hold();
      await clock.alarm.set("locked", Date.now() + 1_200);
      step(-3_600_000);
      goOn();
      await pass(2_500);
      assert.deepEqual(clock.rings.ids, ["rung"]);
      step(3_600_000);
      await clock.rings.until(2, COMES_MS);
      await pass(1_500);
      assert.deepEqual(clock.rings.ids, ["rung", "locked"]);
    });

    test("the clock put forward by an hour rings what has come due by it, once, and nothing again when it is put back", async (t) => {
      const { step } = stepClock(t);
      await using place = await makePlace();
      await using clock = await openAlarm(place);
      await clock.alarm.set("soon", Date.now() + 1_500);
      await clock.alarm.set("half an hour", Date.now() + 1_800_000);
      await pass(300);
      step(3_600_000);
      await clock.rings.until(2, COMES_MS);
      await pass(1_500);
      step(-3_600_000);
      await pass(1_500);
      assert.deepEqual(clock.rings.ids.sort(), ["half an hour", "soon"]);
    });

    test("a clock of its own decides when it rings, whatever the machine's clock shows", async (t) => {
      const startedAt = Date.now() - performance.now();
      const now = () => Math.round(startedAt + performance.now());
      const { step } = stepClock(t);
      await using place = await makePlace();
      await using clock = await openAlarm(place, now);
      for (const [first, second, stepMs] of [
        ["locked", "after", 3_600_000],
        ["locked again", "after that", -7_200_000],
      ] as const) {
        const before = clock.rings.all.length;
        const from = now();
        await clock.alarm.set(first, from + 900);
        await clock.alarm.set(`half an hour after ${first}`, from + 1_800_000);
        step(stepMs);
        await clock.alarm.set(second, from + 1_400);
        await clock.rings.until(before + 1, COMES_MS);
        assert.ok(now() >= from + 900);
        await clock.rings.until(before + 2, COMES_MS);
        assert.ok(now() >= from + 1_400);
      }
      await pass(1_000);
      assert.deepEqual(clock.rings.ids, ["locked", "after", "locked again", "after that"]);
    });
  });
}
