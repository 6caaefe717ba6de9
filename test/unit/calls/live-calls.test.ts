import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Call } from "../../../src/calls/call.js";
import { LiveCalls } from "../../../src/calls/live-calls.js";
import { Transcript } from "../../../src/conversation/transcript.js";

function call(callId: string): Call {
  return new Call(
    { callId, direction: "inbound", extension: "8000", caller: "100", status: "ringing" },
    new Transcript(""),
  );
}

test("calls are refused while there are as many as there may be", () => {
  const live = new LiveCalls(2);
  const [one, two] = [call("1"), call("2")];
  live.add(one);
  assert.equal(live.refusal, undefined);
  live.add(two);
  assert.equal(live.refusal, "busy");
  live.remove(one);
  assert.equal(live.refusal, undefined);
  live.remove(one);
  assert.equal(live.count, 1);
});

test("draining without calls is over at once, and no call is taken after it", async () => {
  const live = new LiveCalls(2);
  await live.drain();
  assert.equal(live.refusal, "shutting_down");
  assert.ok(live.windDown.aborted);
});

test("draining winds all calls down and waits for the last, whoever asks", async () => {
  const live = new LiveCalls(2);
  const [one, two] = [call("1"), call("2")];
  live.add(one);
  live.add(two);
  let drained = 0;
  void live.drain().then(() => drained++);
  void live.drain().then(() => drained++);
  assert.ok(live.windDown.aborted);
  live.remove(one);
  await setImmediate();
  assert.equal(drained, 0);
  live.remove(two);
  await setImmediate();
  assert.equal(drained, 2);
});
