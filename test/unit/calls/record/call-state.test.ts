import assert from "node:assert/strict";
import { test } from "node:test";
import { isFinalStatus, moved } from "../../../../src/calls/record/call-state.js";
import type { CallStatus } from "../../../../src/records/call-record.js";

const ALL: readonly CallStatus[] = [
  "queued",
  "ringing",
  "in_progress",
  "completed",
  "no_answer",
  "busy",
  "failed",
  "cancelled",
];
const NOT_COMPLETED = ["no_answer", "busy", "failed", "cancelled"];

test("a call moves as the drawing says, and in no other way", () => {
  const drawing: Partial<Record<CallStatus, readonly string[]>> = {
    queued: ["ringing", ...NOT_COMPLETED],
    ringing: ["in_progress", ...NOT_COMPLETED],
    in_progress: ["completed", ...NOT_COMPLETED],
  };
  for (const from of ALL) {
    for (const to of ALL) {
      if (drawing[from]?.includes(to)) assert.equal(moved(from, to), to);
      else assert.throws(() => moved(from, to), RangeError, `${from} → ${to}`);
    }
  }
});

test("a call is over when there is no way on", () => {
  assert.deepEqual(ALL.filter(isFinalStatus), ["completed", ...NOT_COMPLETED]);
});
