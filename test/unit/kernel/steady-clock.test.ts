import assert from "node:assert/strict";
import { test } from "node:test";
import { createSteadyClock } from "../../../src/kernel/steady-clock.js";

const START = Date.parse("2026-06-01T08:00:00Z");
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const HOLD_MS = 60_000;

/** A machine whose clock a test sets. */
function machine() {
  let elapsed = 500;
  let aheadMs = 0;
  let asleepMs = HOUR;
  const said: string[] = [];
  const now = createSteadyClock({
    wall: () => START + elapsed + aheadMs,
    elapsed: () => elapsed,
    uptime: () => elapsed + asleepMs,
    holdMs: HOLD_MS,
    onLeap: (ms) => said.push(`leapt ${ms}`),
    onFollow: (ms) => said.push(`followed ${ms}`),
  });
  return {
    said,
    /** What it shows beyond the time that has passed, in ms. */
    lead: () => now() - START - elapsed,
    passes: (ms: number) => (elapsed += ms),
    step: (ms: number) => (aheadMs += ms),
    sleeps(ms: number) {
      aheadMs += ms;
      asleepMs += ms;
    },
  };
}

for (const leapMs of [YEAR, HOUR, 3_000, -3_000, -HOUR, -YEAR]) {
  test(`a leap of ${leapMs} ms that is taken back within the hold is not followed`, () => {
    const clock = machine();
    assert.equal(clock.lead(), 0);
    clock.step(leapMs);
    for (let i = 0; i < 59; i++) {
      assert.equal(clock.lead(), 0);
      clock.passes(1_000);
    }
    clock.step(-leapMs);
    clock.passes(1_000);
    assert.equal(clock.lead(), 0);
    clock.passes(HOLD_MS);
    assert.equal(clock.lead(), 0);
    assert.deepEqual(clock.said, [`leapt ${leapMs}`]);
  });

  test(`a leap of ${leapMs} ms that lasts is followed`, () => {
    const clock = machine();
    clock.step(leapMs);
    assert.equal(clock.lead(), 0);
    clock.passes(HOLD_MS - 1);
    assert.equal(clock.lead(), 0);
    clock.passes(1);
    clock.lead();
    assert.equal(clock.lead(), leapMs);
    assert.deepEqual(clock.said, [`leapt ${leapMs}`, `followed ${leapMs}`]);
  });
}

test("a clock that is adjusted is followed at once", () => {
  const clock = machine();
  for (const step of [1_500, 1_500, -1_900, 200]) {
    const before = clock.lead();
    clock.step(step);
    assert.equal(clock.lead(), before + step);
  }
  assert.deepEqual(clock.said, []);
});

test("a second leap is held from its own beginning", () => {
  const clock = machine();
  clock.step(HOUR);
  clock.lead();
  clock.passes(HOLD_MS - 1);
  clock.step(HOUR);
  assert.equal(clock.lead(), 0);
  clock.passes(HOLD_MS - 1);
  assert.equal(clock.lead(), 0);
  clock.passes(1);
  clock.lead();
  assert.equal(clock.lead(), 2 * HOUR);
  assert.deepEqual(clock.said, [`leapt ${HOUR}`, `leapt ${2 * HOUR}`, `followed ${2 * HOUR}`]);
});

test("after sleep the time is the machine's at once, and no leap is told", () => {
  const clock = machine();
  for (const slept of [HOUR, 3_000, 8 * HOUR]) {
    const before = clock.lead();
    clock.sleeps(slept);
    assert.equal(clock.lead(), before + slept);
    clock.passes(HOLD_MS);
  }
  assert.deepEqual(clock.said, []);
});

test("a clock that was also set during sleep is held for what is beyond the sleep", () => {
  const clock = machine();
  clock.sleeps(HOUR);
  clock.step(YEAR);
  assert.equal(clock.lead(), HOUR);
  clock.passes(HOLD_MS);
  clock.lead();
  assert.equal(clock.lead(), HOUR + YEAR);
  assert.deepEqual(clock.said, [`leapt ${YEAR}`, `followed ${YEAR}`]);
});

test("sleep while a leap is held moves the time by the sleep alone", () => {
  const clock = machine();
  clock.step(-HOUR);
  assert.equal(clock.lead(), 0);
  clock.sleeps(8 * HOUR);
  assert.equal(clock.lead(), 8 * HOUR);
  clock.step(HOUR);
  assert.equal(clock.lead(), 8 * HOUR);
});

test("short sleeps are not added twice", () => {
  const clock = machine();
  for (const slept of [1_500, 1_500]) {
    clock.sleeps(slept);
    clock.passes(1_000);
    clock.lead();
  }
  clock.step(HOUR);
  assert.equal(clock.lead(), 3_000);
  assert.deepEqual(clock.said, [`leapt ${HOUR}`]);
});

test("without settings it shows the machine's time", () => {
  const now = createSteadyClock({ holdMs: HOLD_MS });
  const before = Date.now();
  const at = now();
  const after = Date.now();
  assert.ok(before - 1 <= at && at <= after + 1, `${at} is not between ${before} and ${after}`);
});
