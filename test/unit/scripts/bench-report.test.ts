import assert from "node:assert/strict";
import { test } from "node:test";
import { watchProcessors } from "../../../scripts/lib/bench/processor-use.js";
import { usageLines } from "../../../scripts/lib/bench/report.js";

test("a benchmark says that its figures are void when other programs took the processor", () => {
  const idle = { controller: 40, "everything on the machine": 52, "other programs": 12 };
  assert.doesNotMatch(usageLines(idle), /VOID/);
  assert.match(
    usageLines({ ...idle, "other programs": 175 }),
    /^percent of a core: .*\nVOID: other programs used 175 %/,
  );
});

test("what the benchmark's own processes take is not other programs'", () => {
  const [own, others] = [watchProcessors({ test: process.pid }), watchProcessors({})];
  const until = performance.now() + 300;
  while (performance.now() < until);
  const [test, alone] = [own(), others()];
  assert.ok((test.test ?? 0) > 10);
  const both = (test.test ?? 0) + (test["other programs"] ?? 0);
  assert.ok(Math.abs(both - (test["everything on the machine"] ?? 0)) < 1);
  assert.ok((alone["other programs"] ?? 0) > (test["other programs"] ?? 0));
});
