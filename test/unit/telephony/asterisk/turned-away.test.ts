import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeAsterisk } from "../../../support/fakes/fake-asterisk.js";
import { attached, until } from "./attached.js";

test("a caller of whom there is one too many hears busy", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  fake.calls("a-caller");
  await until(() => there.calls.length > 0);
  await there.calls[0]?.reject();
  const [hangUp] = fake.asked("channels.hangup");
  assert.deepEqual(hangUp?.parameters, { channelId: "a-caller", reason_code: "17" });
});

test("a caller whom the machine has no room for goes back to the dialplan", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  fake.calls("a-caller");
  await until(() => there.calls.length > 0);
  await there.calls[0]?.reject("congested");
  assert.equal(fake.channels.get("a-caller")?.inApplication, false);
  const [said] = fake.asked("channels.setChannelVar");
  assert.deepEqual([said?.parameters.variable, said?.parameters.value], ["DIALSTATUS", "CONGESTION"]);
  assert.deepEqual(fake.asked("channels.hangup"), []);
});

test("a caller who was taken elsewhere before they could be turned away is left alone", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  fake.calls("a-caller");
  await until(() => there.calls.length > 0);
  fake.channels.set("a-caller", { id: "a-caller", state: "Up", inApplication: false, context: "ext-queues" });
  await there.calls[0]?.reject("congested");
  for (const operation of ["setChannelVar", "continueInDialplan", "hangup"]) {
    assert.deepEqual(fake.asked(`channels.${operation}`), [], operation);
  }
});
