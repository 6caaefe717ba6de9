import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { test } from "node:test";
import { type WebSocket, WebSocketServer } from "ws";
import { Ending } from "../../../src/kernel/ending.js";
import { Scope } from "../../../src/kernel/scope.js";
import type { MediaSocket } from "../../../src/telephony/media-socket.js";
import { openMediaSocket } from "../../../src/telephony/asterisk/media/open-media-socket.js";
import { FakeMedia } from "../../support/fakes/fake-media.js";
import { settled, until } from "./asterisk/attached.js";

interface Joined extends AsyncDisposable {
  readonly near: MediaSocket;
  readonly far: FakeMedia;
  readonly scope: Scope;
  readonly heard: Int16Array[];
  /** Called with each frame, in the moment it is heard. */
  onFrame: () => void;
}

async function listening() {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const arrived = once(server, "connection").then(([socket]) => socket as WebSocket);
  return { server, arrived, address: new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/media/x`) };
}

/** @param hangUp has its channel hung up; by default Asterisk is not there to do it */
async function join(hangUp: () => Promise<unknown> = () => new Promise(() => {})): Promise<Joined> {
  const { server, arrived, address } = await listening();
  const scope = new Scope("line");
  const heard: Int16Array[] = [];
  const connected = arrived.then((socket) => new FakeMedia(socket));
  const onFrame = (frame: Int16Array) => {
    heard.push(frame.slice());
    line.onFrame();
  };
  const near = await openMediaSocket(address, { scope, onFrame, hangUp });
  const far = await connected;
  const line: Joined = {
    near,
    far,
    scope,
    heard,
    onFrame: () => {},
    [Symbol.asyncDispose]: async () => {
      await scope[Symbol.asyncDispose]();
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
  return line;
}

const ramp = (samples: number, from = 0) => Int16Array.from({ length: samples }, (_, at) => (from + at) % 32_000);
const joined = (parts: readonly Int16Array[]) => parts.flatMap((part) => [...part]);

test("marks come true in their order, each when playback is past it", async () => {
  await using line = await join();
  const order: string[] = [];
  await line.near.play(ramp(640));
  const first = line.near.mark().then((played) => order.push(`first ${played}`));
  await line.near.play(ramp(640));
  const second = line.near.mark().then((played) => order.push(`second ${played}`));
  await line.far.until(() => line.far.commands.length === 2 && line.far.queuedFrames === 4);
  line.far.plays(2);
  await first;
  assert.deepEqual(order, ["first true"]);
  line.far.plays();
  await second;
  assert.deepEqual(order, ["first true", "second true"]);
});

test("a mark whose notice was lost comes true with the next one", async () => {
  await using line = await join();
  const marks = [line.near.mark(), line.near.mark()];
  line.far.say({ event: "MEDIA_MARK_PROCESSED", correlation_id: "2" });
  assert.deepEqual(await Promise.all(marks), [true, true]);
});

test("a flush throws away what waits, and its marks come to false", async () => {
  await using line = await join();
  await line.near.play(ramp(320 * 5 + 100));
  const mark = line.near.mark();
  line.near.flush();
  assert.equal(await mark, false);
  await line.near.play(ramp(320, 7));
  const after = line.near.mark();
  await line.far.until(() => line.far.commands.filter((command) => command === "MARK_MEDIA").length === 2);
  line.far.plays();
  assert.equal(await after, true);
  assert.deepEqual(joined(line.far.played), [...ramp(320, 7)]);
});

test("a pause is over behind a flush, not before it", async () => {
  await using line = await join();
  line.near.pause();
  line.near.flush();
  await line.far.until(() => line.far.commands.length === 3);
  assert.deepEqual(line.far.commands, ["PAUSE_MEDIA", "FLUSH_MEDIA", "CONTINUE_MEDIA"]);
});

test("samples of any number arrive whole, in their order, and the last frame is filled with silence", async () => {
  await using line = await join();
  const all = ramp(7_777);
  for (let at = 0, size = 1; at < all.length; size = (size * 7) % 611) {
    await line.near.play(all.subarray(at, at + size));
    at += size;
  }
  const mark = line.near.mark();
  await line.far.until(() => line.far.commands.includes("MARK_MEDIA"));
  line.far.plays();
  await mark;
  const frames = Math.ceil(all.length / 320);
  assert.deepEqual(joined(line.far.played), [...all, ...new Int16Array(frames * 320 - all.length)]);
  assert.ok(Math.max(...line.far.messages) <= 10);
});

test("never more than 800 frames wait at the far side, and play goes on as they are played", async () => {
  await using line = await join();
  const all = ramp(320 * 2_500 + 5);
  let isSent = false;
  const playing = line.near.play(all).then(() => (isSent = true));
  await line.far.until(() => line.far.queuedFrames === 800);
  await settled();
  assert.equal(isSent, false);
  while (!isSent) {
    line.far.plays(37);
    await settled();
  }
  await playing;
  const mark = line.near.mark();
  while (line.far.played.length < 2_501) {
    line.far.plays(50);
    await settled();
  }
  line.far.plays();
  assert.equal(await mark, true);
  assert.ok(line.far.longest <= 800, `${line.far.longest} frames`);
  assert.deepEqual(joined(line.far.played).slice(0, all.length), [...all]);
});

test("what waits for room is not sent after a flush", async () => {
  await using line = await join();
  const playing = line.near.play(ramp(320 * 1_000));
  await line.far.until(() => line.far.queuedFrames === 800);
  line.near.flush();
  await playing;
  const mark = line.near.mark();
  await line.far.until(() => line.far.commands.at(-1) === "MARK_MEDIA" && line.far.queuedFrames === 0);
  line.far.plays();
  assert.equal(await mark, true);
  assert.equal(line.far.played.length, 0);
});

test("what waits for room is not sent when a flush comes right behind the room", async () => {
  await using line = await join();
  const playing = line.near.play(ramp(320 * 1_000));
  await line.far.until(() => line.far.queuedFrames === 800);
  // In one packet: the notice that makes room, and a frame whose listener interrupts before anybody could use the room.
  const { near, far } = line;
  line.onFrame = () => near.flush();
  const { _socket: wire } = far.socket as unknown as { _socket: Socket };
  wire.cork();
  far.plays(200);
  far.socket.send(Buffer.alloc(640));
  wire.uncork();
  await playing;
  await far.until(() => far.commands.includes("FLUSH_MEDIA"));
  const mark = near.mark();
  await far.until(() => far.commands.at(-1) === "MARK_MEDIA");
  assert.equal(far.queuedFrames, 0);
  far.plays();
  assert.equal(await mark, true);
});

test("messages of any length are one stream, and what is short of a frame waits for more", async () => {
  await using line = await join();
  const sound = ramp(320 * 6 + 10);
  const bytes = new Uint8Array(sound.buffer);
  const cuts = [0, 1_920, 2_240, 2_561, bytes.length];
  for (const [at, to] of cuts.slice(1).entries()) line.far.socket.send(bytes.subarray(cuts[at], to));
  await until(() => line.heard.length === 6);
  assert.ok(line.heard.every(({ length }) => length === 320));
  assert.deepEqual(joined(line.heard), [...sound.subarray(0, 1_920)]);
});

test("control messages that make no sense are passed over", async () => {
  await using line = await join();
  const mark = line.near.mark();
  const messages = ["", "{", "null", "[]", "7", '"x"', '{"event":7}', '{"event":"MEDIA_MARK_PROCESSED"}'];
  for (const text of [...messages, '{"event":"MEDIA_MARK_PROCESSED","correlation_id":{}}']) line.far.say(text);
  line.far.say('{"correlation_id":"1","event":"MEDIA_MARK_PROCESSED"}');
  assert.equal(await mark, true);
  assert.equal(line.scope.ending, undefined);
});

test("a socket that closes ends the line as failed, and ends the waits for what was queued", async () => {
  await using line = await join();
  const mark = line.near.mark();
  const playing = line.near.play(ramp(320 * 1_000));
  await line.far.until(() => line.far.queuedFrames === 800);
  line.far.socket.terminate();
  assert.equal(await mark, false);
  await playing;
  assert.equal(line.scope.ending?.kind, "failed");
  assert.equal(await line.near.mark(), false);
  await line.near.play(ramp(320));
  line.near.flush();
});

test("a line that ends has its channel hung up before its socket, which would be taken for one that is lost", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let asked = 0;
  let confirm = () => {};
  const hungUp = new Promise<void>((resolve) => (confirm = resolve));
  await using line = await join(() => {
    asked++;
    return hungUp;
  });
  let closed: unknown;
  line.far.socket.on("close", (code) => (closed = code));
  line.scope.end(new Ending("transferred"));
  assert.equal(asked, 1);
  line.far.socket.send(Buffer.alloc(640));
  await line.near.play(ramp(640));
  assert.equal(await line.near.mark(), false, "and nothing is said or waited for any more");
  t.mock.timers.tick(60_000);
  await settled();
  assert.deepEqual([closed, line.far.queuedFrames, line.heard.length], [undefined, 0, 0]);
  confirm();
  await settled();
  t.mock.timers.tick(1_000);
  await until(() => closed !== undefined);
  assert.equal(line.scope.ending?.kind, "transferred");
});

test("a far side that gives no sign of life ends the line", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  await using line = await join();
  for (let round = 1; round <= 3; round++) {
    t.mock.timers.tick(1_000);
    await line.far.until(() => line.far.commands.length === round);
    line.far.socket.send(Buffer.alloc(640)); // Behind its answer.
    await until(() => line.heard.length === round);
  }
  assert.equal(line.scope.ending, undefined);
  line.far.answers = false;
  for (let round = 1; round <= 2; round++) t.mock.timers.tick(1_000);
  await until(() => line.scope.signal.aborted);
  assert.match(String(line.scope.signal.reason), /no sign of life/);
});

test("a media socket that is not opened is a clear error", async () => {
  const scope = new Scope("line");
  const address = new URL("ws://127.0.0.1:1/media/x");
  await assert.rejects(
    openMediaSocket(address, { scope, onFrame: () => {}, hangUp: () => Promise.resolve() }),
    (error) => Ending.of(error).cause instanceof Error && /media socket/i.test(String(error)),
  );
});

/** One that is being opened at a server of which the rest is up to the test. */
async function opening() {
  const { server, arrived, address } = await listening();
  const scope = new Scope("line");
  const calls: string[] = [];
  const hangUp = () => Promise.resolve(void calls.push("hung up"));
  const over = openMediaSocket(address, { scope, onFrame: () => {}, hangUp }).then(
    () => void calls.push("open"),
    (error) => void calls.push(String(error)),
  );
  const far = await arrived;
  const closed = once(far, "close");
  return {
    far,
    scope,
    calls,
    over,
    [Symbol.asyncDispose]: async () => {
      far.terminate();
      await closed;
      server.close();
    },
  };
}

test("a media socket is open when Asterisk says so, not when it has answered", async () => {
  await using it = await opening();
  await settled();
  assert.deepEqual(it.calls, []);
  it.far.send('{"event":"MEDIA_START"}');
  await it.over;
  assert.deepEqual(it.calls, ["open"]);
});

test("the channel of a media socket that is being opened is not hung up, whatever ends", async () => {
  await using it = await opening();
  it.scope.end(new Ending("hung_up", "the caller has gone"));
  await settled();
  assert.deepEqual(it.calls, []);
  it.far.send('{"event":"MEDIA_START"}');
  await it.over;
  assert.equal(it.calls[0], "hung up");
  assert.match(it.calls[1] ?? "", /the caller has gone/);
});

test("a media socket that closes before it has begun is lost", async () => {
  await using it = await opening();
  it.far.close(1011);
  await it.over;
  assert.equal(it.calls[0], "hung up");
  assert.match(it.calls[1] ?? "", /closed with 1011/);
});

test("a media socket that answers and does not begin is given up", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await using it = await opening();
  const closed = once(it.far, "close");
  await settled();
  t.mock.timers.tick(2_000);
  t.mock.timers.tick(100); // What is already there when the time is up counts.
  await it.over;
  assert.equal(it.calls[0], "hung up", "before its socket, which would be taken for one that is lost");
  assert.match(it.calls[1] ?? "", /did not open within 2000 ms/);
  t.mock.timers.tick(1_000);
  await closed;
});
