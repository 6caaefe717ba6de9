import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, FRAME_SAMPLES } from "../../../../src/audio/pcm.js";
import type { Scope } from "../../../../src/kernel/scope.js";
import type { Line } from "../../../../src/telephony/line.js";
import { FakeAsterisk } from "../../../support/fakes/fake-asterisk.js";
import type { FakeMedia } from "../../../support/fakes/fake-media.js";
import { type Attached, attached, nextDialled, until } from "./attached.js";

const CALLER = "17000.1";
const QUEUE = { context: "ext-queues", extension: "400" };
const EXISTS = "DIALPLAN_EXISTS(ext-queues,400,1)";

async function called(fake: FakeAsterisk, there: Attached): Promise<Line> {
  fake.calls(CALLER);
  await until(() => there.calls.length === 1);
  return (await there.calls[0]?.answer()) as Line;
}

/** Whom the loss of the media was to take back, one after the other. */
const whomMediaTakeBack = (fake: FakeAsterisk) =>
  fake.asked("channels.setChannelVar").map(({ parameters }) => {
    assert.equal(parameters.variable, "ATTENDANT_PARTY");
    return parameters.value;
  });

/** A frame of music as it comes from the bridge. */
const LOUD = new Int16Array(FRAME_SAMPLES).fill(3_000);

test("a caller on hold hears the class of music and is not heard, until the hold ends", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  let heard = 0;
  line.hear(() => heard++);
  const holding = line.hold("jazz");
  await until(() => fake.asked("bridges.startMoh").length === 1);
  assert.equal(fake.asked("bridges.startMoh")[0]?.parameters.mohClass, "jazz");
  for (let frame = 0; frame < 50; frame++) fake.media[0]?.socket.send(bytesOf(LOUD));
  assert.equal(await holding, true);
  assert.equal(heard, 0);
  await line.endHold();
  assert.equal(fake.asked("bridges.stopMoh").length, 1);
  fake.media[0]?.socket.send(bytesOf(LOUD));
  await until(() => heard === 1);
  await line.endHold();
  assert.equal(fake.asked("bridges.stopMoh").length, 1, "a hold ends once");
});

test("a hold that ends before Asterisk has begun it leaves no music", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  let begin = () => {};
  const carriedOut: string[] = [];
  fake.onAsked = async (operation) => {
    if (operation === "bridges.startMoh") await new Promise<void>((resolve) => (begin = resolve));
    if (operation.endsWith("Moh")) carriedOut.push(operation);
  };
  void line.hold("jazz");
  await until(() => fake.asked("bridges.startMoh").length === 1);
  const ended = [line.endHold(), line.endHold()];
  await there.asterisk.deviceState("203", AbortSignal.timeout(5_000)); // By now another request would have come.
  begin();
  await Promise.all(ended);
  assert.deepEqual(carriedOut, ["bridges.startMoh", "bridges.stopMoh"]);
});

test("a class without music is noticed within 1.5 s, although the caller says thank you", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  const begun = performance.now();
  const holding = line.hold("empty");
  await until(() => fake.asked("bridges.startMoh").length === 1);
  for (let frame = 0; frame < 40; frame++) fake.media[0]?.socket.send(bytesOf(LOUD));
  assert.equal(await holding, false);
  assert.ok(performance.now() - begun >= 1_000);
});

test("an Asterisk that refuses to play music is one without music", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  fake.faults.set("bridges/attendant", { status: 500, body: '{"message": "Allocation failed"}' });
  assert.equal(await line.hold("default"), false);
  fake.faults.clear();
});

/** A colleague of the caller's, who has answered. */
async function answered(fake: FakeAsterisk, there: Attached): Promise<Line> {
  const next = nextDialled(fake);
  const dialling = there.dial({ scope: there.calls[0]?.scope.child("colleague") as Scope });
  const colleague = await next;
  await until(() => fake.channels.has(colleague));
  fake.answers(colleague);
  const dialled = await dialling;
  assert.ok(dialled.kind === "answered");
  return dialled.line;
}

test("a caller whose colleague leaves as they are put through stays on the line, and is heard", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  const colleague = await answered(fake, there);
  fake.onAsked = async (operation) => {
    if (operation !== "bridges.addChannel") return;
    fake.ends(colleague.id);
    await until(() => colleague.signal.aborted);
  };
  await assert.rejects(line.join(colleague), { kind: "hung_up" });
  let heard = 0;
  line.hear(() => heard++);
  fake.media[0]?.socket.send(bytesOf(LOUD));
  await until(() => heard === 1);
  assert.equal(line.signal.aborted, false);
});

test("a caller whose media socket breaks as well while a colleague leaves is heard again, and hears what is said", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  const colleague = await answered(fake, there);
  const { channelId, socket } = fake.media[0] as FakeMedia;
  let isBroken = false;
  fake.onAsked = async (operation) => {
    if (operation !== "bridges.addChannel" || isBroken) return;
    isBroken = true;
    socket.terminate();
    await until(() => fake.asked("channels.hangup").some(({ parameters }) => parameters.channelId === channelId));
    fake.ends(colleague.id);
    await until(() => colleague.signal.aborted);
  };
  const before = fake.media.length;
  await assert.rejects(line.join(colleague), { kind: "hung_up" });
  await until(() => fake.media.length > before);
  const media = fake.media.at(-1) as FakeMedia;
  let heard = 0;
  line.hear(() => heard++);
  await until(() => [...fake.bridges.values()].some((inside) => inside.has(CALLER) && inside.has(media.channelId)));
  media.socket.send(bytesOf(LOUD));
  await until(() => heard === 1);
  await line.play(LOUD);
  await until(() => media.queuedFrames === 1);
  assert.equal(line.signal.aborted, false);
});

test("being put through ends the hold first: two who talk do not hear music", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  const colleague = await answered(fake, there);
  void line.hold("default");
  await until(() => fake.asked("bridges.startMoh").length === 1);
  const media = fake.media.map(({ channelId }) => channelId);
  await line.join(colleague);
  const order = fake.requests.map(({ operation }) => operation);
  assert.ok(order.lastIndexOf("bridges.stopMoh") < order.lastIndexOf("bridges.addChannel"));
  // If this process dies now, the loss of their media takes neither of the two away from the other.
  const disarmed = fake.asked("channels.setChannelVar").map(({ parameters }) => parameters.channelId);
  assert.deepEqual(disarmed.sort(), media.sort());
  assert.ok(order.lastIndexOf("channels.setChannelVar") < order.lastIndexOf("bridges.addChannel"));
});

test("a call goes on at a place in the dialplan, and is neither hung up nor repaired", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  fake.variables.set(EXISTS, "1");
  assert.equal(await line.continueAt(QUEUE), true);
  assert.deepEqual(whomMediaTakeBack(fake), [""], "and our death takes nobody out of the queue");
  const order = fake.requests.map(({ operation }) => operation);
  assert.ok(order.indexOf("channels.setChannelVar") < order.indexOf("channels.continueInDialplan"));
  const [asked] = fake.asked("channels.continueInDialplan");
  assert.deepEqual(asked?.parameters, { channelId: CALLER, context: "ext-queues", extension: "400", priority: "1" });
  const { scope } = there.calls[0] as { readonly scope: Scope };
  await scope.closed;
  assert.equal(scope.ending?.kind, "transferred");
  assert.ok(fake.channels.has(CALLER));
  assert.equal(fake.bridges.size, 0);
  assert.ok(!fake.asked("channels.hangup").some(({ parameters }) => parameters.channelId === CALLER));
});

/** Breaks the media socket when this is asked, and has it noticed before that is carried out. */
function breaksWhenAsked(fake: FakeAsterisk, asked: string): void {
  const { channelId, socket } = fake.media[0] as FakeMedia;
  const isTakenDown = () => fake.asked("channels.hangup").some(({ parameters }) => parameters.channelId === channelId);
  fake.onAsked = async (operation) => {
    if (operation !== asked || isTakenDown()) return;
    socket.terminate();
    await until(isTakenDown);
  };
}

for (const asked of ["channels.getChannelVar", "channels.continueInDialplan"]) {
  test(`a call whose media socket breaks while it leaves for the dialplan (${asked}) is let go, and not hung up`, async () => {
    await using fake = await FakeAsterisk.start();
    await using there = await attached(fake.credentials);
    const line = await called(fake, there);
    fake.variables.set(EXISTS, "1");
    breaksWhenAsked(fake, asked);
    assert.equal(await line.continueAt(QUEUE), true);
    const { scope } = there.calls[0] as { readonly scope: Scope };
    await scope.closed;
    assert.equal(scope.ending?.kind, "transferred");
    assert.ok(fake.channels.has(CALLER));
    assert.ok(!fake.asked("channels.hangup").some(({ parameters }) => parameters.channelId === CALLER));
    assert.equal(fake.asked("channels.externalMedia").length, 1, "and no other media are made");
  });
}

test("a call whose media socket breaks while Asterisk refuses to let it leave stays, and is heard again", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  fake.variables.set(EXISTS, "1");
  breaksWhenAsked(fake, "channels.getChannelVar");
  const refusal = { status: 409, body: '{"message": "Channel is in an invalid state"}' };
  fake.faults.set(`channels/${CALLER}/continue`, refusal);
  assert.equal(await line.continueAt(QUEUE), false);
  let heard = 0;
  line.hear(() => heard++);
  await until(() => fake.media.length === 2);
  fake.media[1]?.socket.send(bytesOf(LOUD));
  await until(() => heard === 1);
  assert.equal(line.signal.aborted, false);
});

test("a place that the dialplan does not have is refused before Asterisk hangs up", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  fake.variables.set(EXISTS, "0");
  assert.equal(await line.continueAt(QUEUE), false);
  assert.equal(fake.asked("channels.continueInDialplan").length, 0);
  assert.equal(line.signal.aborted, false);
});

test("a refused request is no transfer: the line stays, and is heard", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  fake.faults.set(`channels/${CALLER}/continue`, {
    status: 409,
    body: '{"message": "Channel is in an invalid state"}',
  });
  assert.equal(await line.continueAt(QUEUE), false);
  assert.deepEqual(whomMediaTakeBack(fake), ["", CALLER]);
  assert.equal(line.signal.aborted, false);
  let heard = 0;
  line.hear(() => heard++);
  fake.media[0]?.socket.send(bytesOf(LOUD));
  await until(() => heard === 1);
});

test("a call that has gone on in the dialplan has done so, although no event tells", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  fake.takesApplication(); // No event comes from here on.
  assert.equal(await line.continueAt(QUEUE), true);
  const { scope } = there.calls[0] as { readonly scope: Scope };
  await scope.closed;
  assert.equal(scope.ending?.kind, "transferred");
  assert.ok(!fake.asked("channels.hangup").some(({ parameters }) => parameters.channelId === CALLER));
});

for (const [shown, state] of [
  ["NOT_INUSE", "free"],
  ["INUSE", "busy"],
  ["UNAVAILABLE", "unreachable"],
  ["INVALID", "unknown"],
  ["", "unknown"],
] as const) {
  test(`a telephone whose hint says "${shown}" is ${state}`, async () => {
    await using fake = await FakeAsterisk.start();
    await using there = await attached({ ...fake.credentials });
    fake.variables.set("EXTENSION_STATE(203@from-internal)", shown);
    await until(() => fake.attached > 0);
    assert.equal(await there.asterisk.deviceState("203", AbortSignal.timeout(5_000)), state);
  });
}
