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
  const burnt = process.cpuUsage().user + 300_000;
  while (process.cpuUsage().user < burnt);
  const [test, alone] = [own(), others()];
  // The kernel counts the machine and a process on their own, in ticks of 10 ms.
  const rest = (test["everything on the machine"] ?? 0) - (test.test ?? 0);
  assert.ok(Math.abs(Math.max(0, rest) - (test["other programs"] ?? 0)) < 1);
  assert.ok((alone["other programs"] ?? 0) > (test["other programs"] ?? 0));
});
