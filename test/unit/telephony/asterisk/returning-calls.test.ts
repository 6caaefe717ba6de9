import assert from "node:assert/strict";
import { test } from "node:test";
import { AttendantError } from "../../../../src/kernel/errors.js";
import type { AriConnection } from "../../../../src/telephony/asterisk/ari/ari-connection.js";
import { returnToDialplan } from "../../../../src/telephony/asterisk/return-to-dialplan.js";
import type { IncomingCall, ReturningCall } from "../../../../src/telephony/incoming-call.js";
import { FakeAsterisk } from "../../../support/fakes/fake-asterisk.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";
import { attached, settled, until } from "./attached.js";

const RETURNING = { args: ["", "returning"] };

for (const id of ["a-caller", "attendant.own.dial.a-callee"]) {
  test(`a channel that comes back is no new call (${id})`, async () => {
    await using fake = await FakeAsterisk.start();
    const returned: IncomingCall[] = [];
    await using there = await attached(fake.credentials, { onReturn: (call) => returned.push(call) });
    fake.channels.set(id, { id, state: "Up", inApplication: true });
    fake.happens("StasisStart", id, RETURNING);
    await until(() => returned.length > 0);
    assert.deepEqual(there.calls, []);
    assert.equal(returned[0]?.channelId, id);
    await returned[0]?.reject();
    assert.equal(fake.channels.get(id)?.inApplication, false, "given back, and not hung up");
    const asked = fake.requests.filter(({ operation }) => operation === "channels.hangup");
    assert.ok(!asked.some(({ parameters }) => parameters.channelId === id), "nor meant to be");
  });
}

test("a channel that comes back returns to the dialplan if no call resumes it", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  fake.channels.set("a-caller", { id: "a-caller", state: "Up", inApplication: true });
  fake.happens("StasisStart", "a-caller", RETURNING);
  await until(() => fake.channels.get("a-caller")?.inApplication === false);
  assert.deepEqual(there.calls, []);
});

test("what a caller dials cannot pass for a call that comes back", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  fake.calls("a-caller", "2001", "returning");
  await until(() => there.calls.length > 0);
  await settled();
  assert.equal(there.calls[0]?.extension, "returning");
});

test("a channel that came back and was answered is given back as well, and not hung up", async () => {
  await using fake = await FakeAsterisk.start();
  const returned: IncomingCall[] = [];
  await using _there = await attached(fake.credentials, { onReturn: (call) => returned.push(call) });
  fake.channels.set("a-caller", { id: "a-caller", state: "Up", inApplication: true });
  fake.happens("StasisStart", "a-caller", RETURNING);
  await until(() => returned.length > 0);
  await returned[0]?.answer();
  await returned[0]?.reject();
  await returned[0]?.scope.closed;
  assert.equal(fake.channels.get("a-caller")?.inApplication, false);
  assert.ok(fake.asked("channels.hangup").every(({ parameters }) => parameters.channelId !== "a-caller"));
});

test("who is to be given back while Asterisk does not answer is so once it does", async () => {
  const asked: string[] = [];
  const invoke = async (resource: string, operation: string) => {
    asked.push(`${resource}.${operation}`);
    if (asked.length === 1) throw new AttendantError("asterisk_unreachable", "Asterisk is not connected");
    return { id: "a-caller", dialplan: { app_name: "Stasis", app_data: "attendant,8000" } };
  };
  const ari = { invoke } as unknown as AriConnection;
  await returnToDialplan({ ari, app: "attendant", log: quietLog }, "a-caller", AbortSignal.timeout(60_000));
  assert.deepEqual(
    asked,
    ["get", "get", "setChannelVar", "continueInDialplan"].map((operation) => `channels.${operation}`),
  );
});

for (const [when, isFirst] of [
  ["before", true],
  ["after", false],
] as const) {
  test(`a caller who was put through to us by a transfer has the number and assistant, told ${when} the other's end`, async () => {
    await using fake = await FakeAsterisk.start();
    await using there = await attached(fake.credentials, { onCall: (call) => void call.assistant?.() });
    fake.variables.set("ATTENDANT_ASSISTANT", "Sales");
    fake.calls("who-transfers", "203", "8001");
    await until(() => fake.asked("channels.getChannelVar").length > 0);
    const [first] = there.calls;
    assert.equal(await first?.assistant?.(), "sales");
    fake.variables.delete("ATTENDANT_ASSISTANT"); // Of the channel that replaces it nobody has set one.
    if (!isFirst) fake.ends("who-transfers");
    for (const [id, replaced] of [
      ["a-caller", "who-transfers"],
      ["another", "nobody-we-know"],
    ] as const) {
      fake.channels.set(id, { id, state: "Up", inApplication: true });
      const channel = { id, state: "Up", caller: { number: "4930", name: "" }, dialplan: { exten: "_attended" } };
      fake.happens("StasisStart", id, { args: [], channel, replace_channel: { id: replaced } });
    }
    if (isFirst) fake.ends("who-transfers");
    await until(() => there.calls.length === 3);
    const [, caller, another] = there.calls;
    assert.deepEqual(
      [caller?.caller.number, caller?.extension, await caller?.assistant?.()],
      ["4930", "8001", "sales"],
    );
    assert.deepEqual([another?.extension, await another?.assistant?.()], ["", undefined]);
  });
}

test("a caller who was put through to us after a restart has the number and assistant of the call that was resumed", async () => {
  await using fake = await FakeAsterisk.start();
  const onReturn = (call: ReturningCall) => call.hadDialled("8001", "sales");
  await using there = await attached(fake.credentials, { onReturn });
  fake.channels.set("who-transfers", { id: "who-transfers", state: "Up", inApplication: true });
  fake.happens("StasisStart", "who-transfers", RETURNING);
  fake.channels.set("a-caller", { id: "a-caller", state: "Up", inApplication: true });
  const channel = {
    id: "a-caller",
    state: "Up",
    caller: { number: "4930", name: "" },
    dialplan: { exten: "_attended" },
  };
  fake.happens("StasisStart", "a-caller", { args: [], channel, replace_channel: { id: "who-transfers" } });
  await until(() => there.calls.length > 0);
  const [caller] = there.calls;
  assert.deepEqual([caller?.extension, await caller?.assistant?.()], ["8001", "sales"]);
});
