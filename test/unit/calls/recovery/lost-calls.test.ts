import assert from "node:assert/strict";
import { test } from "node:test";
import { Call } from "../../../../src/calls/record/call.js";
import { LiveCalls } from "../../../../src/calls/live/live-calls.js";
import { reconcileLostCalls } from "../../../../src/calls/recovery/reconcile-calls.js";
import { Transcript } from "../../../../src/conversation/transcript.js";
import { Scope } from "../../../../src/kernel/scope.js";
import { MemoryCallStore } from "../../../support/fakes/memory-call-store.js";

interface Lost {
  readonly serves: boolean | undefined;
  readonly isOver?: boolean;
  readonly direction?: "inbound" | "outbound";
}

/** A call of a process that was taken for dead, and whose record another one has by now. */
async function lost({ serves, isOver = false, direction = "inbound" }: Lost) {
  const first = { callId: "lost", owner: "me~1", direction, extension: "8000", channelId: "channel" } as const;
  const call = new Call({ ...first, status: "ringing" }, new Transcript("", Date.now), Date.now);
  call.answered();
  const records = new MemoryCallStore();
  await records.saveCall(call.record);
  await records.takeCall("lost", "me~1", "you~1");
  if (isOver) await records.saveCall({ ...call.record, owner: "you~1", status: "failed", endedAt: 1 });
  const scope = new Scope("call");
  const liveCalls = new LiveCalls(1);
  liveCalls.add({ call, scope });
  await reconcileLostCalls("me~1", "me~2", { liveCalls, records, serves: async () => serves });
  return { owner: call.record.owner, kept: (await records.findCall("lost"))?.owner, ending: scope.ending?.kind };
}

test("a conversation that is still here is taken back from the controller that only has its record", async () => {
  assert.deepEqual(await lost({ serves: true }), { owner: "me~2", kept: "me~2", ending: undefined });
});

test("a conversation that another controller continues is released, and not hung up", async () => {
  assert.deepEqual(await lost({ serves: false }), { owner: "me~1", kept: "you~1", ending: "taken_over" });
});

test("a placed call that another controller continues is released, and one that is still here ends, because it was reported as failed", async () => {
  const gone = await lost({ serves: false, direction: "outbound" });
  assert.deepEqual(gone, { owner: "me~1", kept: "you~1", ending: "taken_over" });
  for (const how of [{ serves: true }, { serves: undefined }, { serves: false, isOver: true }]) {
    assert.equal((await lost({ ...how, direction: "outbound" })).ending, "failed");
  }
});

for (const [what, how] of [
  ["that was written off", { serves: true, isOver: true }],
  ["of which Asterisk cannot be asked", { serves: undefined }],
] as const) {
  test(`a conversation ${what} goes on, and how it ends is not kept`, async () => {
    assert.deepEqual(await lost(how), { owner: "me~1", kept: "you~1", ending: undefined });
  });
}
