import assert from "node:assert/strict";
import { test } from "node:test";
import { fit, growing, type Sample } from "../../../support/soak/leaks.js";

/** Samples of a process that is watched for so many minutes; what it holds by its age. */
function watched(
  minutes: number,
  held: (minute: number) => Partial<Sample> = () => ({}),
  pid = 4711,
): readonly Sample[] {
  return Array.from({ length: minutes * 6 }, (_, at) => ({
    at: pid * 1_000_000 + at * 10_000,
    pid,
    ageMs: at * 10_000,
    descriptors: 80 + ((at * 7) % 20),
    sockets: 40 + ((at * 7) % 20),
    timers: 10 + ((at * 5) % 9),
    resources: 60 + ((at * 5) % 9),
    heapMb: 40 + ((at * 3) % 5),
    externalMb: 5,
    rssMb: 210 + ((at * 11) % 30),
    channels: 0,
    bridges: 0,
    asteriskDescriptors: 100,
    asteriskRssMb: 80,
    ...held(at / 6),
  }));
}

test("what only varies with the calls does not grow", () => {
  assert.deepEqual(growing(watched(30)), []);
  const [line] = fit(watched(30));
  assert.deepEqual([line?.minutes, line?.samples], [20, 120]);
});

test("a heap that grows by a third of a megabyte a minute is found", () => {
  const found = growing(watched(30, (minute) => ({ heapMb: 40 + minute / 3 })));
  assert.deepEqual(found, ["heapMb of process 4711: +20 an hour, over 20 minutes"]);
});

test("a descriptor that is left open every other minute is found", () => {
  const found = growing(watched(30, (minute) => ({ descriptors: 80 + Math.floor(minute / 2), sockets: 40 })));
  assert.equal(found.length, 1);
  assert.match(found[0] ?? "", /^descriptors of process 4711: \+(29|30|31)/);
});

test("what fills up in the first ten minutes, and a peak in the middle of a fault, are not growth", () => {
  const held = (minute: number) => ({
    heapMb: Math.min(40, 10 + 3 * minute),
    rssMb: minute > 19 && minute < 21 ? 900 : 210,
  });
  assert.deepEqual(growing(watched(30, held)), []);
});

test("each process has a line of its own, and none that was not watched for long enough", () => {
  const samples = [...watched(20), ...watched(12, undefined, 4712), ...watched(25, undefined, 4713)];
  assert.deepEqual(
    fit(samples).map(({ pid }) => pid),
    [4711, 4713],
  );
});
