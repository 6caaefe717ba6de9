import assert from "node:assert/strict";
import { test } from "node:test";
import { Call } from "../../../../src/calls/record/call.js";
import { concludeCall, type Conclusion, conclusionOf } from "../../../../src/calls/record/conclude-call.js";
import { Transcript } from "../../../../src/conversation/transcript.js";
import { Ending, type EndingKind } from "../../../../src/kernel/ending.js";
import { AttendantError } from "../../../../src/kernel/errors.js";
import { createLog } from "../../../../src/observability/log.js";
import { createMetrics } from "../../../../src/observability/metrics.js";

const URL = "http://receiver.test/";

function callThatWas(answered: boolean, callbackUrl: string | null = null): Call {
  const begun = { callId: "c", owner: "me", direction: "inbound", extension: "8000", status: "ringing" } as const;
  const call = new Call({ ...begun, callbackUrl }, new Transcript("", Date.now), Date.now);
  if (answered) call.answered();
  return call;
}

async function conclude(call: Call, conclusion: Conclusion, failing?: "records" | "outbox" | "transcripts" | "store") {
  const lines: { level: string; event: string; data: Record<string, unknown> }[] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => lines.push(JSON.parse(line)) });
  const kept: string[] = [];
  const keep = async (what: string, part: typeof failing) => {
    if (failing === part) throw new Error("the disk is full");
    kept.push(what);
  };
  await concludeCall(call, conclusion, {
    log,
    metrics: createMetrics({ prefix: "test", node: false }),
    records: {
      saveCall: ({ status }) => keep(`record: ${status}`, "records").then(() => true),
      saveTranscript: () => keep("transcript", "transcripts"),
    },
    outbox: {
      enqueue: async ({ url }) => {
        if (failing === "store") throw new AttendantError("store_unavailable", "The store is away.");
        await keep(`webhook: ${url}`, "outbox");
        return { body: "{}" };
      },
    },
  });
  return { lines, kept };
}

const OUTCOMES: Readonly<Record<EndingKind, readonly [answered: string, ringing: string]>> = {
  finished: ["completed", "cancelled"],
  hung_up: ["completed", "cancelled"],
  transferred: ["completed", "cancelled"],
  handed_over: ["completed", "cancelled"],
  taken_over: ["completed", "cancelled"],
  interrupted: ["completed", "cancelled"],
  shutting_down: ["completed", "cancelled"],
  cancelled: ["cancelled", "cancelled"],
  deadline: ["failed", "failed"],
  failed: ["failed", "failed"],
};

for (const [kind, [answered, ringing]] of Object.entries(OUTCOMES)) {
  test(`a call that ended as ${kind} was ${answered} when answered, ${ringing} when not`, () => {
    const ending = new Ending(kind as EndingKind);
    assert.equal(conclusionOf(ending, callThatWas(true)).outcome, answered);
    assert.equal(conclusionOf(ending, callThatWas(false)).outcome, ringing);
  });
}

test("who ended a call is recorded, and no one did if it continues elsewhere", () => {
  const endedBy = (kind: EndingKind) => conclusionOf(new Ending(kind), callThatWas(true)).endedBy ?? null;
  const found = Object.fromEntries(Object.keys(OUTCOMES).map((kind) => [kind, endedBy(kind as EndingKind)]));
  assert.deepEqual(found, {
    finished: "assistant",
    hung_up: "caller",
    cancelled: "client",
    ...{ shutting_down: "service", deadline: "service", failed: "service" },
    ...{ transferred: null, handed_over: null, taken_over: null, interrupted: null },
  });
});

test("who ended a call is on record when it is over, and in the log", async () => {
  const call = callThatWas(true);
  assert.equal(call.record.endedBy, null);
  const { lines } = await conclude(call, conclusionOf(new Ending("hung_up"), call));
  assert.deepEqual([call.record.endedBy, lines[0]?.data.ended_by], ["caller", "caller"]);
});

test("a failed call says why, in its record and in the log", async () => {
  const call = callThatWas(true);
  const { lines } = await conclude(call, conclusionOf(Ending.of(new Error("no bridge")), call));
  assert.equal(call.record.error, "no bridge");
  assert.deepEqual(
    lines.map(({ level, event }) => [level, event]),
    [["WARN", "call_end"]],
  );
  assert.deepEqual([lines[0]?.data.outcome, lines[0]?.data.error], ["failed", "no bridge"]);
});

test("a call that went well leaves one line, its transcript and its record", async () => {
  const call = callThatWas(true);
  const { lines, kept } = await conclude(call, { outcome: "completed" });
  assert.equal(call.record.error, null);
  assert.deepEqual(
    lines.map(({ level, event }) => [level, event]),
    [["INFO", "call_end"]],
  );
  assert.deepEqual(kept, ["transcript", "record: completed"]);
});

test("the webhook is stored before the record says that the call is over", async () => {
  const { kept } = await conclude(callThatWas(true, "http://receiver.test/"), { outcome: "completed" });
  assert.deepEqual(kept, ["webhook: http://receiver.test/", "transcript", "record: completed"]);
});

for (const failing of ["records", "outbox"] as const) {
  test(`a store that cannot take the ${failing} is logged, and the call is over all the same`, async () => {
    const call = callThatWas(true, "http://receiver.test/");
    const { lines } = await conclude(call, { outcome: "completed" }, failing);
    assert.equal((await call.ended).status, "completed");
    assert.deepEqual(lines.at(-1)?.event, "call_not_recorded");
  });
}

test("a call is recorded as over even when there is no room for what was said", async () => {
  const { lines, kept } = await conclude(callThatWas(true), { outcome: "completed" }, "transcripts");
  assert.deepEqual(kept, ["record: completed"]);
  assert.deepEqual(lines.at(-1)?.event, "transcript_not_recorded");
});

test("while its webhook waits for a store that is away, a call is not recorded as over", async () => {
  const { lines, kept } = await conclude(callThatWas(true, URL), { outcome: "completed" }, "store");
  assert.deepEqual(kept, ["transcript"]);
  assert.deepEqual(lines.at(-1)?.event, "call_not_recorded");
});

test("a webhook that can never be stored does not keep a call from being over", async () => {
  const { kept } = await conclude(callThatWas(true, URL), { outcome: "completed" }, "outbox");
  assert.deepEqual(kept, ["transcript", "record: completed"]);
});

test("a call is concluded once", async () => {
  const call = callThatWas(true);
  await conclude(call, { outcome: "completed" });
  await assert.rejects(() => conclude(call, { outcome: "failed" }), RangeError);
  assert.equal(call.record.status, "completed");
});
