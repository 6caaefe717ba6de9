import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, it } from "node:test";
import { ALLOWED, BUDGET_SECONDS } from "../../../../scripts/lib/tests/budget.js";
import { reached } from "../../../../scripts/lib/tests/changed.js";
import type { Outcome } from "../../../../scripts/lib/tests/outcome.js";
import { overBudget, type Run, summaryOf } from "../../../../scripts/lib/tests/summary.js";

const GOOD: Outcome = { passed: 3, failed: [], skipped: [], assertions: 5, processorMs: 100, delayedMs: 0 };
const file = (name: string, seconds: number, outcome: Partial<Outcome> = {}) => ({
  name,
  seconds,
  unhurriedSeconds: seconds,
  judgedSeconds: seconds,
  outcome: { ...GOOD, ...outcome },
});
const run = (over: Partial<Run>): Run => ({
  finished: [],
  seconds: 83,
  coresOfOthers: 0,
  judgesBudget: true,
  countsAssertions: false,
  ...over,
});

describe("the end of a test run", () => {
  it("closes with the count of all tests, after what failed and what was skipped, with the reasons", () => {
    const failed = [{ name: "a › b", error: "1 !== 2" }];
    const skipped = [{ name: "c", reason: "there is no MongoDB" }];
    const text = summaryOf(run({ finished: [file("x.test.ts", 2, { failed }), file("y.test.ts", 1, { skipped })] }));
    assert.match(text, /✖ x\.test\.ts: a › b\n {2}1 !== 2/);
    assert.match(text, /y\.test\.ts: c: there is no MongoDB/);
    assert.equal(text.split("\n").slice(-2).join(), "2 files and checks in 1 min 23 s,6 passed, 1 failed, 1 skipped");
  });

  it("counts a file over its budget as failed", () => {
    const slow = run({ finished: [file("slow.test.ts", BUDGET_SECONDS + 1), file("quick.test.ts", 1)] });
    assert.deepEqual(
      overBudget(slow).map(({ name }) => name),
      ["slow.test.ts"],
    );
    assert.match(summaryOf(slow), /6 passed, 1 failed, 0 skipped$/);
    assert.deepEqual(overBudget({ ...slow, judgesBudget: false }), []);
  });

  it("judges no budget while other programs keep the machine busy, and says so", () => {
    const busy = run({ finished: [file("slow.test.ts", BUDGET_SECONDS + 1)], coresOfOthers: 1.6 });
    assert.deepEqual(overBudget(busy), []);
    assert.match(summaryOf(busy), /Other programs used 1\.6 cores/);
  });

  it("does not count the time for which other programs had the cores", () => {
    const drawnOut = { ...file("slow.test.ts", 2 * BUDGET_SECONDS), judgedSeconds: BUDGET_SECONDS - 1 };
    assert.deepEqual(overBudget(run({ finished: [drawnOut] })), []);
  });

  it("leaves a check its time: only test files have a budget", () => {
    assert.deepEqual(overBudget(run({ finished: [file("lint:code", 90)] })), []);
  });
});

describe("the tests that a change reaches", () => {
  const inputs: Readonly<Record<string, readonly string[]>> = {
    "test/flows/a.test.ts": ["test/flows/a.test.ts", "src/x.ts"],
    "test/unit/b.test.ts": ["test/unit/b.test.ts"],
    "test/unit/c/d.test.ts": ["test/unit/c/d.test.ts", "src/y.ts"],
  };
  const reachedBy = (...changed: string[]) => reached(Object.keys(inputs), changed, (name) => inputs[name] ?? []);

  it("are those that import what changed", () => {
    assert.deepEqual(reachedBy("src/x.ts"), ["test/flows/a.test.ts"]);
    assert.deepEqual(reachedBy("test/unit/c/d.test.ts"), ["test/unit/c/d.test.ts"]);
    assert.deepEqual(reachedBy("src/z.ts"), []);
  });

  it("are those that read the tree, if what changed is no code", () => {
    assert.deepEqual(reachedBy("README.md"), ["test/unit/b.test.ts"]);
  });
});

it("every file that may take longer is there", () => {
  assert.deepEqual(
    Object.keys(ALLOWED).filter((file) => !existsSync(file)),
    [],
  );
});
