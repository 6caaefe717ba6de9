import assert from "node:assert/strict";
import { test } from "node:test";
import { startWorld } from "../support/fakes/scheduling.js";
import { recordOf } from "../unit/http/fake-calls.js";
import { startRestServer } from "../unit/http/rest-server.js";

const ENTRY = { at: 0, who: "caller", text: "My number is secret." } as const;

test("the transcript is erased after the call, not before, and the call record remains", async (t) => {
  const world = startWorld(t);
  const { callControl, talks } = world.starts();
  const talk = talks("200", "c");
  await world.records.saveCall(talk.live.call.record);
  await assert.rejects(callControl.eraseWords("c"), { code: "call_in_progress" });
  talk.hangsUp();
  await world.records.saveCall({ ...talk.live.call.record, choiceRawText: "Secret." });
  await world.records.saveTranscript("c", [ENTRY]);
  assert.equal(await callControl.eraseWords("c"), true);
  assert.equal(await callControl.eraseWords("c"), true);
  assert.deepEqual(await callControl.transcript("c"), []);
  const record = await callControl.find("c");
  assert.deepEqual([record?.status, record?.choiceRawText], ["completed", null]);
  assert.equal(await callControl.eraseWords("nothing"), false);
});

test("a transcript is not erased while another controller carries the call", async (t) => {
  const world = startWorld(t);
  const { callControl } = world.starts();
  await world.records.saveCall(recordOf({ callId: "theirs", owner: "other", status: "in_progress" }));
  await assert.rejects(callControl.eraseWords("theirs"), { code: "call_in_progress" });
});

test("DELETE /call/{id}/transcript is repeatable, 404 for an unknown call and 409 for a live one", async (t) => {
  const rest = await startRestServer(t);
  rest.calls.records.set("over", recordOf({ callId: "over" }));
  rest.calls.transcripts.set("over", [ENTRY]);
  rest.calls.records.set("live", recordOf({ callId: "live", status: "in_progress" }));
  const erase = (id: string) => rest.ask(`/call/${id}/transcript`, { method: "DELETE" });
  for (let i = 0; i < 2; i++) {
    const { status, body } = await erase("over");
    assert.deepEqual([status, body], [200, { call_id: "over", entries: [] }]);
  }
  assert.deepEqual((await rest.ask("/call/over/transcript")).body.entries, []);
  const live = await erase("live");
  assert.deepEqual([live.status, live.body.code], [409, "call_in_progress"]);
  assert.equal((await erase("nothing")).status, 404);
});
