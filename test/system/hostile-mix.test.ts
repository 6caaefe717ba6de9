import assert from "node:assert/strict";
import { test } from "node:test";
import { ATTACKS, hostileMix } from "../support/index.js";

test("a service among hostile clients, servers and callers answers without a 5xx and holds no more than before", async (t) => {
  const report = await hostileMix({
    forMs: 10_000,
    warmMs: 3_000,
    everyMs: 1_500,
    seed: 1,
    built: false,
    signal: t.signal,
    tell: (sample) => t.diagnostic(sample),
  });
  assert.deepEqual(report.broken, []);
  assert.deepEqual(report.error_lines, {});
  // Each of them was answered, or it was no attack.
  const attacked = Object.keys(report.answers);
  const unanswered = ATTACKS.map(({ name }) => name).filter((name) => !attacked.includes(name));
  assert.deepEqual(unanswered, []);
});
