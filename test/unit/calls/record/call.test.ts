import assert from "node:assert/strict";
import { test } from "node:test";
import { Call } from "../../../../src/calls/record/call.js";
import { Transcript } from "../../../../src/conversation/transcript.js";
import type { Span } from "../../../../src/observability/trace.js";

function ringing() {
  const clock = { now: 1_000 };
  const call = new Call(
    { callId: "c", owner: "me", direction: "inbound", extension: "8000", caller: "100", status: "ringing" },
    new Transcript("", Date.now),
    () => clock.now,
  );
  return { call, clock };
}

test("a call is timed from its answer to its end", () => {
  const { call, clock } = ringing();
  assert.equal(call.durationSeconds, 0);
  clock.now = 5_000;
  call.answered();
  clock.now = 7_500;
  assert.equal(call.durationSeconds, 2.5);
  call.over("completed");
  clock.now = 99_000;
  assert.equal(call.durationSeconds, 2.5);
  const { status, createdAt, ringingAt, answeredAt, endedAt, error } = call.record;
  assert.deepEqual(
    { status, createdAt, ringingAt, answeredAt, endedAt, error },
    { status: "completed", createdAt: 1_000, ringingAt: 1_000, answeredAt: 5_000, endedAt: 7_500, error: null },
  );
});

test("an unanswered call has no duration", () => {
  const { call, clock } = ringing();
  clock.now = 9_000;
  call.over("failed", "no line");
  assert.equal(call.durationSeconds, 0);
  assert.equal(call.record.error, "no line");
});

test("a call is over once", () => {
  const { call } = ringing();
  call.over("cancelled");
  assert.throws(() => call.over("failed"), RangeError);
  assert.throws(() => call.answered(), RangeError);
  assert.equal(call.record.status, "cancelled");
});
test("the span of a placed call that another controller took never ended", async () => {
  const { call } = ringing();
  let ends = 0;
  const span: Span = {
    traceId: "",
    traceparent: "",
    child: () => span,
    set: () => {},
    said: () => {},
    fail: () => {},
    end: () => void ends++,
  };
  call.span = span;
  call.withdraw();
  assert.equal(ends, 1);
  assert.equal((await call.ended).status, "ringing");
});
