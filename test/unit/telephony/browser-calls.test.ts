import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import type WebSocket from "ws";
import { Ending } from "../../../src/kernel/ending.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createBrowserCalls } from "../../../src/telephony/browser/browser-calls.js";
import { PAGE_LIMITS, type PageLimits, watchPage } from "../../../src/telephony/browser/page-watch.js";
import type { IncomingCall } from "../../../src/telephony/incoming-call.js";
import type { Line } from "../../../src/telephony/line.js";
import { withoutTelephones } from "../../../src/conversation/transfer/switchboard.js";
import { FakeDialler } from "../../support/fakes/fake-dialler.js";
import { operatorOnly } from "../../support/fakes/fake-switchboard.js";
import { Page } from "../../support/page.js";

/** Where pages come in; `talk` opens one and answers it. */
async function calls(t: TestContext, limits: Partial<PageLimits> = {}) {
  const scope = new Scope("process");
  const arrived: IncomingCall[] = [];
  const onCall = (call: IncomingCall) => arrived.push(call);
  const browserCalls = createBrowserCalls({ onCall, scope, limits: { ...PAGE_LIMITS, ...limits } });
  const server = createServer().listen(0, "127.0.0.1");
  server.on("upgrade", (request, socket, head) => browserCalls.accept(request, socket, head, undefined));
  await once(server, "listening");
  t.after(async () => {
    await scope[Symbol.asyncDispose]();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (): Promise<{ page: Page; line: Line }> => {
    const page = await Page.open({ url });
    t.after(() => page[Symbol.asyncDispose]());
    return { page, line: await (arrived.at(-1) as IncomingCall).answer() };
  };
}

async function endingOf({ signal }: Line): Promise<Ending | undefined> {
  if (!signal.aborted) await once(signal, "abort");
  return Ending.ofSignal(signal);
}

test("a page that floods loses its call, and no other", async (t) => {
  const talk = await calls(t);
  const [flood, other] = [await talk(), await talk()];
  flood.page.hears(new Int16Array(320 * 1_500));
  const ending = await endingOf(flood.line);
  assert.deepEqual([ending?.kind, ending?.message], ["failed", "The page sends more than sound makes."]);
  assert.equal(await flood.page.closed, 1011);
  const heard = new Promise((resolve) => other.line.hear((frame) => resolve(frame.length)));
  other.page.hears(new Int16Array(320));
  assert.equal(await heard, 320);
});

test("a page that floods with control frames loses its call", async (t) => {
  const talk = await calls(t);
  const [pings, pongs] = [await talk(), await talk()];
  for (let sent = 0; sent < 1_500; sent++) {
    pings.page.socket.ping(); // Of which ws itself has enough, too, when many came at once.
    pongs.page.socket.pong();
  }
  assert.equal((await endingOf(pongs.line))?.message, "The page sends more than sound makes.");
  assert.ok(await endingOf(pings.line));
});

test("what a network held up for eight seconds is no flood", async (t) => {
  const { page, line } = await (await calls(t))();
  let frames = 0;
  const heard = new Promise<void>((resolve) => line.hear(() => ++frames === 400 && resolve()));
  page.hears(new Int16Array(320 * 400));
  await heard;
  assert.equal(line.signal.aborted, false);
});

test("garbage is neither heard nor pressed, and reports no mark", async (t) => {
  const { page, line } = await (await calls(t))();
  const keys: string[] = [];
  line.hear(() => assert.fail("a frame"));
  line.onKey((key) => keys.push(key));
  let isPlayed = false;
  void line.mark().then(() => (isPlayed = true));
  for (const text of [
    "",
    "{",
    "null",
    "5",
    '"DTMF_END"',
    "[]",
    '{"event":{"a":1}}',
    '{"__proto__":{"event":"DTMF_END"}}',
  ]) {
    page.socket.send(text);
  }
  for (const digit of ["", "55", "E", "<script>", 5, null, ["5"], {}]) page.say({ event: "DTMF_END", digit });
  for (const id of ["zz", 1, null, { toString: "1" }]) page.say({ event: "MEDIA_MARK_PROCESSED", correlation_id: id });
  for (const bytes of [0, 1, 638]) page.socket.send(new Uint8Array(bytes));
  const pressed = new Promise((resolve) => line.onKey(resolve));
  page.presses("5");
  assert.equal(await pressed, "5");
  assert.deepEqual([keys, isPlayed, line.signal.aborted], [["5"], false, false]);
});

test("a message that is too long closes the connection and ends the call", async (t) => {
  const { page, line } = await (await calls(t))();
  page.socket.send(new Uint8Array(10_000));
  assert.equal((await endingOf(line))?.kind, "hung_up");
  assert.equal(await page.closed, 1009);
});

test("a page that sends no sound any more, whatever else it sends, loses its call", async (t) => {
  const { page, line } = await (await calls(t, { soundlessMs: 100 }))();
  const pressing = setInterval(() => page.presses("1"), 20);
  const ending = await endingOf(line);
  clearInterval(pressing);
  assert.deepEqual([ending?.kind, ending?.message], ["failed", "The page has sent no sound for too long."]);
});

test("a page that is cut off without a word has hung up", async (t) => {
  const { page, line } = await (await calls(t, { aliveMs: 100 }))();
  page.socket.pause();
  assert.equal((await endingOf(line))?.kind, "hung_up");
});

test("a page that reports marks and reads nothing loses its call, before what it is sent fills the memory", async () => {
  await using scope = new Scope("talk");
  const socket = Object.assign(new EventEmitter(), { bufferedAmount: 2_000_001, ping: () => {} });
  watchPage(socket as unknown as WebSocket, scope, { aliveMs: 5, soundlessMs: 10_000 });
  await once(scope.signal, "abort");
  assert.equal(scope.ending?.message, "The page does not take what it is sent.");
});

test("a page that reports no mark makes playback wait, until it leaves", async (t) => {
  const { page, line } = await (await calls(t))();
  page.tellsMarks = false;
  const playing = line.play(new Int16Array(16_000 * 30));
  const mark = line.mark();
  page.leaves();
  assert.equal(await mark, false);
  await playing;
});

test("a browser cannot be put through", async (t) => {
  const talk = await calls(t);
  const [{ line }, other] = [await talk(), await talk()];
  await assert.rejects(line.join(other.line), { code: "asterisk_request_failed" });
  const { operator, ring } = withoutTelephones(await operatorOnly(new FakeDialler()), "There is no way to them.");
  assert.ok(operator);
  const dialled = await ring(operator, line.caller, new Scope("operator"));
  assert.deepEqual(dialled, { kind: "not_answered", outcome: "failed", detail: "There is no way to them." });
});
