import assert from "node:assert/strict";
import { test } from "node:test";
import { Call } from "../../../src/calls/call.js";
import { concludeCall } from "../../../src/calls/conclude-call.js";
import { Transcript } from "../../../src/conversation/transcript.js";
import { Ending, type EndingKind } from "../../../src/kernel/ending.js";
import { createLog } from "../../../src/observability/log.js";
import { createMetrics } from "../../../src/observability/metrics.js";

function conclude(ending: Ending, answered: boolean) {
  const call = new Call(
    { callId: "c", direction: "inbound", extension: "8000", caller: "100", status: "ringing" },
    new Transcript(""),
  );
  if (answered) call.answered();
  const lines: { level: string; event: string; data: Record<string, unknown> }[] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => lines.push(JSON.parse(line)) });
  concludeCall(call, ending, { log, metrics: createMetrics({ prefix: "test", node: false }) });
  return { record: call.record, lines };
}

const OUTCOMES: Readonly<Record<EndingKind, readonly [answered: string, ringing: string]>> = {
  finished: ["completed", "cancelled"],
  hung_up: ["completed", "cancelled"],
  interrupted: ["completed", "cancelled"],
  shutting_down: ["completed", "cancelled"],
  cancelled: ["cancelled", "cancelled"],
  deadline: ["failed", "failed"],
  failed: ["failed", "failed"],
};

for (const [kind, [answered, ringing]] of Object.entries(OUTCOMES)) {
  test(`a call that ended as ${kind} was ${answered} when answered, ${ringing} when not`, () => {
    const ending = new Ending(kind as EndingKind);
    assert.equal(conclude(ending, true).record.status, answered);
    assert.equal(conclude(ending, false).record.status, ringing);
  });
}

test("a failed call says why, in its record and as an error in the log", () => {
  const { record, lines } = conclude(Ending.of(new Error("no bridge")), true);
  assert.equal(record.error, "no bridge");
  assert.deepEqual(
    lines.map(({ level, event }) => [level, event]),
    [["ERROR", "call_end"]],
  );
  assert.equal(lines[0]?.data.outcome, "failed");
});

test("a call that went well leaves one line", () => {
  const { record, lines } = conclude(new Ending("finished", "goodbye"), true);
  assert.equal(record.error, undefined);
  assert.deepEqual(
    lines.map(({ level, data }) => [level, data.reason]),
    [["INFO", "goodbye"]],
  );
});
