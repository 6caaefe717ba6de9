import assert from "node:assert/strict";
import { test } from "node:test";
import { watchCost } from "../../support/process-cost.js";

test("a loop that waits stands still, and one that computes is held as well", () => {
  const waited = watchCost();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const { longestMs, stillMs } = waited();
  assert.ok(stillMs >= 195, `${stillMs} ms`);
  assert.ok(longestMs < 100, `${longestMs} ms`);

  const computed = watchCost();
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < 200_000);
  assert.ok(computed().longestMs >= 150);
});
