import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Ending } from "../../../../../src/kernel/ending.js";
import type { Line } from "../../../../../src/telephony/line.js";
import { FakeAsterisk } from "../../../../support/fakes/fake-asterisk.js";
import type { FakeMedia } from "../../../../support/fakes/fake-media.js";
import { type Attached, attached, settled, until } from "../attached.js";

const CALLER = "17000.9";
/** The timer of the clock on the wall, also where a test has put its own in its place. */
const onTheWall = setTimeout;

let fake: FakeAsterisk;
let there: Attached;

before(async () => {
  fake = await FakeAsterisk.start();
  there = await attached(fake.credentials);
});
afterEach(async () => {
  fake.faults.clear();
  fake.isMute = false;
  for (const call of there.calls.splice(0)) call.scope.end();
  await until(() => fake.channels.size === 0 && fake.bridges.size === 0);
});
after(async () => {
  await there[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});

const ramp = (frames: number) => Int16Array.from({ length: frames * 320 }, (_, at) => at % 32_000);
const joined = (parts: readonly Int16Array[]) => parts.flatMap((part) => [...part]);
const media = () => fake.media.at(-1) as FakeMedia;
const inBridge = () => [...fake.bridges.values()].flatMap((channels) => [...channels]);

async function called(): Promise<Line> {
  fake.media.length = 0;
  fake.calls(CALLER);
  await until(() => there.calls.length === 1);
  return (await there.calls[0]?.answer()) as Line;
}

/** Resolves when the line has dealt with all that its media socket has sent until now. */
async function delivered(line: Line): Promise<void> {
  let isHeard = false;
  const stop = line.hear(() => (isHeard = true));
  media().socket.send(new Uint8Array(640));
  await until(() => isHeard);
  stop();
}

/** Resolves when the line has a media socket other than those before. */
async function reconnected(count = 2): Promise<void> {
  await until(() => fake.media.length === count && inBridge().includes(media().channelId));
  await settled();
}

test("a media socket that is lost is replaced, and what was not heard is played, at most 200 ms of it again", async () => {
  const line = await called();
  const sound = ramp(45);
  await line.play(sound);
  const mark = line.mark();
  await until(() => media().queuedFrames === 45);
  media().plays(27); // Of which 20 are known to have been played.
  await delivered(line);
  media().socket.terminate();
  await reconnected();
  await until(() => media().queuedFrames === 25);
  assert.deepEqual(inBridge().sort(), [CALLER, media().channelId].sort());
  media().plays();
  assert.equal(await mark, true);
  assert.deepEqual(joined(media().played), [...sound.subarray(20 * 320)]);
  assert.equal(line.signal.aborted, false);
});

test("a message that is far too long for a frame is not read: the media socket is replaced", async () => {
  const line = await called();
  let heard = 0;
  line.hear(() => heard++);
  media().socket.send(new Uint8Array(640));
  media().socket.send(new Uint8Array(64 * 1024 + 640));
  await reconnected();
  assert.equal(heard, 1);
  assert.equal(line.signal.aborted, false);
});

test("an event that is far too long is not read: the events are connected anew", async () => {
  const line = await called();
  const reports = there.reports.length;
  fake.happens("ChannelDtmfReceived", CALLER, { digit: "7", filler: "x".repeat(1024 * 1024) });
  await until(() => there.reports.slice(reports).some(({ ok }) => !ok));
  await there.reported(({ ok }) => ok);
  assert.equal(line.signal.aborted, false);
});

test("marks set before, at and after the loss come true once each, in their order", async () => {
  const line = await called();
  const order: string[] = [];
  const told = (name: string) => void line.mark().then((played) => order.push(`${name} ${played}`));
  await line.play(ramp(5));
  told("first");
  await line.play(ramp(5));
  told("second");
  await until(() => media().queuedFrames === 10);
  media().plays(5);
  media().plays(0);
  await until(() => order.length === 1);
  media().socket.terminate();
  await line.play(ramp(5));
  told("third");
  await reconnected();
  await until(() => media().queuedFrames === 10);
  assert.deepEqual(order, ["first true"]);
  media().plays();
  await until(() => order.length === 3);
  assert.deepEqual(order, ["first true", "second true", "third true"]);
});

test("while there is no media socket, all waits for the next, and a pause is kept", async () => {
  const line = await called();
  fake.faults.set("media/", { status: 401, body: "" });
  media().socket.terminate();
  await until(() => fake.asked("channels.externalMedia").length >= 2);
  line.pause();
  const sent = line.play(ramp(3));
  const mark = line.mark();
  fake.faults.clear();
  await reconnected();
  await sent;
  await until(() => media().isPaused && media().queuedFrames === 3);
  line.resume();
  await until(() => !media().isPaused);
  media().plays();
  assert.equal(await mark, true);
});

test("what is flushed while there is no media socket is never played", async () => {
  const line = await called();
  await line.play(ramp(30));
  const gone = line.mark();
  await until(() => media().queuedFrames === 30);
  fake.faults.set("media/", { status: 401, body: "" });
  media().socket.terminate();
  await until(() => fake.asked("channels.externalMedia").length >= 2);
  line.flush();
  assert.equal(await gone, false);
  await line.play(ramp(2).subarray(0, 0));
  fake.faults.clear();
  await reconnected();
  await line.play(ramp(2));
  const mark = line.mark();
  await until(() => media().queuedFrames >= 2);
  media().plays();
  assert.equal(await mark, true);
  assert.deepEqual(joined(media().played), [...ramp(2)]);
});

test("who is heard and pressed on is the same line after a loss", async () => {
  const line = await called();
  const heard: number[] = [];
  const keys: string[] = [];
  line.hear((frame) => heard.push(frame.length));
  line.onKey((key) => keys.push(key));
  media().socket.terminate();
  await reconnected();
  media().socket.send(new Uint8Array(640));
  fake.happens("ChannelDtmfReceived", CALLER, { digit: "7" });
  await until(() => heard.length === 1 && keys.length === 1);
  assert.deepEqual([heard, keys], [[320], ["7"]]);
});

test("what comes from a telephone that has put us on hold is not heard, and its keys are", async () => {
  const line = await called();
  const told: unknown[] = [];
  line.hear((frame) => told.push(frame[0]));
  line.onKey((key) => told.push(key));
  line.onHeld((isHeld) => told.push(isHeld));
  const sends = (sample: number) => media().socket.send(Buffer.from(new Int16Array(320).fill(sample).buffer));
  fake.happens("ChannelHold", CALLER, { musicclass: "default" });
  await until(() => told.length === 1);
  sends(1);
  const mark = line.mark(); // It comes over the same way, after what is not heard.
  await until(() => media().commands.includes("MARK_MEDIA"));
  media().plays();
  await mark;
  fake.happens("ChannelDtmfReceived", CALLER, { digit: "7" });
  fake.happens("ChannelUnhold", CALLER);
  await until(() => told.length === 3);
  sends(2);
  await until(() => told.length === 4);
  assert.deepEqual(told, [true, "7", false, 2]);
});

test("a telephone whose return from a hold was missed is heard once Asterisk's events are back", async () => {
  const line = await called();
  const told: unknown[] = [];
  line.hear((frame) => told.push(frame.length));
  line.onHeld((isHeld) => told.push(isHeld));
  fake.happens("ChannelHold", CALLER);
  await until(() => told.length === 1);
  fake.loseEvents();
  await until(() => told.length === 2);
  media().socket.send(new Uint8Array(640));
  await until(() => told.length === 3);
  assert.deepEqual(told, [true, false, 320]);
});

test("a bridge that is destroyed is remade with both channels in it", async () => {
  const line = await called();
  const both = inBridge().sort();
  const [bridge] = fake.bridges.keys();
  await line.play(ramp(30));
  const mark = line.mark();
  await until(() => media().queuedFrames === 30);
  media().plays(12);
  await delivered(line);
  fake.destroysBridges();
  await until(() => inBridge().length === 2);
  assert.deepEqual(inBridge().sort(), both);
  assert.deepEqual([...fake.bridges.keys()], [bridge]);
  await until(() => media().queuedFrames === 20);
  media().plays();
  assert.equal(await mark, true);
});

test("a channel that is taken out of its bridge is put back, whichever of the two", async () => {
  await called();
  for (const id of [CALLER, media().channelId]) {
    fake.kicks(id);
    assert.equal(inBridge().length, 1);
    await until(() => inBridge().length === 2);
  }
});

test("a channel that another client has put into its own bridge is left there", async () => {
  const line = await called();
  const looks = fake.asked("bridges.list").length;
  fake.bridges.set("theirs", new Set([CALLER]));
  fake.kicks(CALLER);
  fake.bridges.set("theirs", new Set([CALLER]));
  await until(() => fake.asked("bridges.list").length > looks);
  await settled();
  assert.deepEqual([...(fake.bridges.get("theirs") ?? [])], [CALLER]);
  assert.equal(line.signal.aborted, false);
  fake.bridges.delete("theirs");
});

test("what was broken while no events came is found when they come again", async () => {
  await called();
  fake.loseEvents();
  fake.destroysBridges();
  await until(() => inBridge().length === 2);
  await there.reported(({ ok }) => ok);
  assert.equal(there.calls[0]?.scope.ending, undefined);
});

test("a caller who hangs up after a loss leaves nothing behind", async () => {
  const line = await called();
  media().socket.terminate();
  fake.ends(CALLER);
  await until(() => line.signal.aborted);
  assert.equal(Ending.ofSignal(line.signal)?.kind, "hung_up");
  await until(() => fake.channels.size === 0 && fake.bridges.size === 0);
});

test("a channel that leaves the application lives on, and its call is over", async () => {
  const line = await called();
  fake.takesAway(CALLER);
  await until(() => line.signal.aborted);
  assert.equal(Ending.ofSignal(line.signal)?.kind, "transferred");
  await until(() => fake.bridges.size === 0 && fake.channels.size === 1);
  assert.deepEqual([...fake.channels.keys()], [CALLER]);
  fake.ends(CALLER);
});

/** Longer than a channel that is taken elsewhere is given to end. */
const WAITS_MS = 500;

for (const order of ["before", "after"] as const) {
  test(`a caller whom the dialplan has wait, told ${order} the loss of the media, is the same line when back`, async () => {
    const line = await called();
    const sound = ramp(30);
    await line.play(sound);
    const mark = line.mark();
    await until(() => media().queuedFrames === 30);
    media().plays(12);
    await delivered(line);
    if (order === "before") fake.takesIntoWait(CALLER);
    media().socket.terminate();
    if (order === "after") {
      await until(() => fake.media.length === 1 && !fake.channels.has(media().channelId));
      fake.takesIntoWait(CALLER);
    }
    await wait(WAITS_MS);
    assert.ok(
      fake.media.length === 1 || media().queuedFrames === 0,
      "nothing is played to a bridge that the caller is not in",
    );
    fake.comesBack(CALLER);
    await until(() => inBridge().length === 2);
    await until(() => media().queuedFrames === 20);
    media().plays();
    assert.equal(await mark, true);
    assert.deepEqual(joined(media().played), [...sound.subarray(10 * 320)]);
    assert.equal(line.signal.aborted, false);
    assert.equal(there.calls.length, 1);
  });
}

test("a caller who is back from waiting is heard, although no event tells", async () => {
  const line = await called();
  fake.takesIntoWait(CALLER);
  media().socket.terminate();
  await wait(WAITS_MS);
  fake.isMute = true;
  fake.channels.set(CALLER, { id: CALLER, state: "Up", inApplication: true, context: "attendant-wait" });
  await until(() => inBridge().length === 2 || line.signal.aborted);
  assert.equal(line.signal.aborted, false);
  let heard = 0;
  line.hear(() => heard++);
  await reconnected();
  media().socket.send(new Uint8Array(640));
  await until(() => heard === 1);
});

test("a callee whom the dialplan has wait is the same line when back", async () => {
  fake.media.length = 0;
  const dialling = new Promise<string>((resolve) => (fake.onOriginate = resolve));
  const dialled = there.dial();
  const id = await dialling;
  await until(() => fake.channels.has(id));
  fake.answers(id);
  const end = await dialled;
  assert.ok(end.kind === "answered");
  media().socket.terminate();
  fake.takesIntoWait(id);
  await wait(WAITS_MS);
  fake.comesBack(id);
  await until(() => inBridge().length === 2);
  assert.ok(inBridge().includes(id));
  assert.equal(end.line.signal.aborted, false);
  await end.line.hangUp();
});

test("who waits and is taken elsewhere from there has left", async () => {
  const line = await called();
  fake.takesIntoWait(CALLER);
  media().socket.terminate();
  await wait(WAITS_MS);
  assert.equal(line.signal.aborted, false);
  fake.channels.set(CALLER, { id: CALLER, state: "Up", inApplication: false, context: "elsewhere" });
  await until(() => line.signal.aborted);
  assert.equal(Ending.ofSignal(line.signal)?.kind, "transferred");
  fake.ends(CALLER);
});

test("a callee who is taken elsewhere is not hung up, not even after a reconnection", async () => {
  const dialling = new Promise<string>((resolve) => (fake.onOriginate = resolve));
  const dialled = there.dial();
  const id = await dialling;
  await until(() => fake.channels.has(id));
  fake.answers(id);
  const end = await dialled;
  assert.ok(end.kind === "answered");
  fake.takesAway(id);
  await until(() => end.line.signal.aborted && fake.bridges.size === 0);
  const looks = fake.asked("bridges.list").length;
  fake.loseEvents();
  await until(() => fake.asked("bridges.list").length > looks + 1);
  await settled();
  assert.ok(fake.channels.has(id));
  fake.ends(id);
});

test("the end of Asterisk itself is not taken for the caller's", async () => {
  const line = await called();
  fake.happens("ChannelHangupRequest", CALLER, { soft: true, cause: 4 });
  fake.ends(CALLER);
  await until(() => line.signal.aborted);
  const ending = Ending.ofSignal(line.signal);
  assert.deepEqual([ending?.kind, ending?.message], ["failed", "Asterisk was stopped during the call"]);
});

test("a channel that is gone with a restarted Asterisk did not hang up", async () => {
  const line = await called();
  fake.startupTime = "2026-01-02T00:00:00.000+0000";
  fake.channels.delete(CALLER);
  fake.loseEvents();
  await until(() => line.signal.aborted);
  assert.equal(Ending.ofSignal(line.signal)?.kind, "failed");
});

test("while nothing is heard from Asterisk, though its connection stands, a call is kept for as long as Asterisk would", async (t) => {
  await using mute = await FakeAsterisk.start();
  await using patient = await attached(mute.credentials, { rejoinMs: 15_000 });
  mute.calls(CALLER);
  await until(() => patient.calls.length === 1);
  const line = (await patient.calls[0]?.answer()) as Line;
  let now = performance.now();
  t.mock.method(performance, "now", () => now);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  /** Time goes by no faster than on the wall, or much faster. */
  const passes = async (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
    await new Promise((resolve) => onTheWall(resolve, 20));
  };
  mute.faults.set("bridges", "cut");
  mute.media.at(-1)?.socket.terminate();
  for (let times = 0; times < 20; times++) await passes(500);
  assert.equal(line.signal.aborted, false);
  mute.faults.clear();
  const isBack = () => mute.media.length === 2 && [...mute.bridges.values()].some(({ size }) => size === 2);
  while (!isBack() && !line.signal.aborted) await passes(20);
  assert.equal(line.signal.aborted, false);
});
