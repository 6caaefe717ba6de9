import assert from "node:assert/strict";
import { test } from "node:test";
import { Admission } from "../../../../src/calls/live/admission.js";

/** A thread on which each call costs the same once it is settled, 5 s after it came. */
function machine(each = 0.005) {
  let now = 0;
  const admission = new Admission(() => now);
  const begun: number[] = [];
  const busy = () => Math.min(1, each * begun.reduce((sum, at) => sum + Math.min(1, (now - at) / 5_000), 0));
  return {
    admission,
    get calls() {
      return begun.length;
    },
    get busy() {
      return busy();
    },
    hasRoom: () => admission.hasRoom(begun.length),
    /** @returns whether it was taken */
    comes(): boolean {
      if (!admission.hasRoom(begun.length)) return false;
      admission.took();
      begun.push(now);
      return true;
    },
    ends: (count: number) => begun.splice(0, count),
    /** So long passes, for which the thread was so busy. */
    passes(ms: number, measured: number): void {
      now += ms;
      admission.measured(measured, begun.length);
    },
    /** Seconds pass, each measured, with so many calls coming in each. */
    pass(seconds: number, arrivals = 0): void {
      for (let second = 0; second < seconds; second++) {
        for (let n = 0; n < arrivals; n++) {
          now += 1_000 / arrivals;
          this.comes();
        }
        if (arrivals === 0) now += 1_000;
        admission.measured(busy(), begun.length);
      }
    },
  };
}

test("calls are taken as long as all of them would be heard, and no further", () => {
  const thread = machine();
  thread.pass(120, 2);
  assert.ok(thread.calls >= 140 && thread.calls <= 160, `${thread.calls} calls`);
  thread.pass(10);
  assert.ok(thread.busy <= 0.8, `busy for ${thread.busy}`);
  assert.ok(!thread.hasRoom());
});

test("a burst brings no more calls than are heard once all of them talk", () => {
  for (const arrivals of [25, 100, 400]) {
    const thread = machine();
    thread.pass(30, arrivals);
    thread.pass(10);
    assert.ok(
      thread.busy > 0.6 && thread.busy <= 0.85,
      `${arrivals} a second: ${thread.calls}, busy for ${thread.busy}`,
    );
  }
});

test("the cost of beginning calls is not taken for that of settled ones", () => {
  const thread = machine();
  for (let second = 0; second < 4; second++) {
    for (let n = 0; n < 25; n++) thread.comes();
    thread.passes(1_000, thread.busy + 25 * 0.01);
  }
  assert.ok(thread.calls >= 90, `${thread.calls} calls`);
});

test("there is room again within seconds after calls have ended", () => {
  const thread = machine();
  thread.pass(120, 2);
  thread.pass(6);
  assert.ok(!thread.hasRoom());
  thread.ends(20);
  thread.pass(3);
  assert.ok(thread.hasRoom());
});

test("while calls end and others come, admission does not alternate between yes and no", () => {
  const thread = machine();
  thread.pass(120, 2);
  let changes = 0;
  let before = thread.hasRoom();
  for (let second = 0; second < 120; second++) {
    thread.ends(1);
    thread.pass(1, 5);
    const now = thread.hasRoom();
    if (now !== before) changes++;
    before = now;
  }
  assert.ok(changes <= 20, `${changes} changes in two minutes`);
  assert.ok(thread.calls > 120, `${thread.calls} calls`);
});

test("a few calls are taken whatever else keeps the thread", () => {
  const thread = machine();
  for (let n = 0; n < 20; n++) {
    thread.admission.measured(1, thread.calls);
    assert.ok(thread.comes(), `${n} calls`);
  }
  thread.admission.measured(1, thread.calls);
  thread.admission.measured(1, thread.calls);
  thread.admission.measured(1, thread.calls);
  assert.ok(!thread.comes());
});

test("one busy second does not turn callers away", () => {
  const thread = machine();
  thread.pass(5, 6);
  thread.pass(10);
  thread.admission.measured(1, thread.calls);
  assert.ok(thread.hasRoom());
});

/** A thread on which each call costs `each`, as a talking caller does, and `beginning` more in its first second. */
function talking(arrivals: number, offered: number, each = 0.0041, beginning = 0.0125, other = 0) {
  let now = 0;
  let calls = 0;
  let most = 0;
  const admission = new Admission(() => now);
  const second = (coming: number) => {
    let begun = 0;
    for (let n = 0; n < coming; n++) {
      now += 1_000 / coming;
      if (!admission.hasRoom(calls)) continue;
      admission.took();
      begun++;
      calls++;
    }
    if (coming === 0) now += 1_000;
    const busy = Math.min(1, other + calls * each + begun * beginning);
    most = Math.max(most, busy);
    admission.measured(busy, calls);
    return busy;
  };
  for (let quiet = 0; quiet < 10; quiet++) second(0);
  for (let left = offered; left > 0; left -= arrivals) second(Math.min(arrivals, left));
  for (let quiet = 0; quiet < 10; quiet++) second(0);
  return { calls, settled: other + calls * each, most };
}

test("of 200 calls that come at 25 a second, as many are taken as the thread bears once they talk", () => {
  const { calls, settled } = talking(25, 200);
  assert.ok(calls >= 160 && settled <= 0.8, `${calls} calls, busy for ${settled}`);
});

test("of 200 calls that come at 5 a second, all that fit are taken", () => {
  const { calls, settled } = talking(5, 200);
  assert.ok(calls >= 175 && settled <= 0.82, `${calls} calls, busy for ${settled}`);
});

test("what the thread does besides calls leaves room for fewer", () => {
  for (const arrivals of [5, 25]) {
    const { calls, settled } = talking(arrivals, 200, 0.0041, 0.0125, 0.3);
    assert.ok(calls >= 80 && settled <= 0.85, `${arrivals} a second: ${calls} calls, busy for ${settled}`);
  }
});

test("a slower processor takes no more calls once it is overrun by beginning them", () => {
  const { calls, settled } = talking(25, 200, 0.006, 0.02);
  assert.ok(settled <= 0.92, `${calls} calls, busy for ${settled}`);
});
