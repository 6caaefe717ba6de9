// needs: quiet

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createUnanswered } from "../../../../src/http/kit/unanswered.js";
import { FULL } from "../../../support/form.js";
import { watchCost } from "../../../support/process-cost.js";
import { type RestServerNeeds, startRestServer } from "../rest-server.js";

const KEY = "0123456789abcdef";
const FLOOD = fileURLToPath(new URL("flood.mjs", import.meta.url));
const GET = "GET /calls HTTP/1.1\r\nHost: x\r\n\r\n";
const UPGRADE = "GET /talk/line HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
const MB = 1024 * 1024;

/** What a flood does to the process that it comes to. */
async function flooded(t: TestContext, connections: number, text: string) {
  const { url } = await startRestServer(t, { keys: [KEY] });
  const { port } = new URL(url);
  await answeredAfter(port);
  const cost = watchCost();
  t.after(cost);
  const sent = promisify(execFile)(process.execPath, [FLOOD, port, "9", String(connections), text]);
  let isOver = false;
  void sent.finally(() => (isOver = true));
  let slowestMs = 0;
  do slowestMs = Math.max(slowestMs, await answeredAfter(port));
  while (!isOver);
  return { opened: Number((await sent).stdout), slowestMs, ...cost() };
}

/** ms until somebody at another address has an answer. */
async function answeredAfter(port: string): Promise<number> {
  const began = performance.now();
  const asked = request({ port, host: "127.0.0.1", localAddress: "127.0.0.2", agent: false, path: "/health" }).end();
  const [answer] = await once(asked, "response", { signal: AbortSignal.timeout(20_000) });
  await once(answer.resume(), "end");
  return performance.now() - began;
}

/** Sends text over one connection. @returns what is answered until it ends */
async function exchange(url: string, text: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
  socket.on("error", () => {});
  socket.write(text);
  let answered = "";
  socket.on("data", (bytes) => (answered += String(bytes)));
  await once(socket, "close", { signal: AbortSignal.timeout(10_000) });
  return answered;
}

describe("9 MB of requests without a key", () => {
  for (const [what, connections, text, isCommon = false] of [
    ["over one connection and the next", 1, GET, true],
    ["over 150 connections", 150, GET, true],
    ["without a host", 50, `${GET}${"GET / HTTP/1.1\r\n\r\n".repeat(100)}`],
    ["that expect what there is not", 50, `${GET}${"GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n".repeat(100)}`],
    [
      "that offer to speak something else",
      50,
      GET.replace("\r\n\r\n", "\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"),
    ],
    ["to become WebSockets", 50, UPGRADE, true],
    ["whose bodies come byte by byte", 1, "1\r\na\r\n"],
  ] as const) {
    const skip = isCommon || FULL ? false : "like others: TEST_FORM=full";
    it(`${what} take little, and no turn of others`, { timeout: 60_000, skip }, async (t) => {
      const { opened, moreBytes, longestMs, slowestMs } = await flooded(t, connections, text);
      t.diagnostic(JSON.stringify({ opened, mb: moreBytes / MB, longestMs, slowestMs }));
      assert.ok(moreBytes < 50 * MB, `${(moreBytes / MB).toFixed(0)} MB more`);
      assert.ok(longestMs < 100, `the loop was held for ${longestMs.toFixed(0)} ms`);
      assert.ok(slowestMs < 1_000, `another address waited for ${slowestMs.toFixed(0)} ms`);
    });
  }
});

describe("a body", () => {
  const head = "POST /calls HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";

  it("in a few crumbs, or in pieces of a packet, is read to its end", async (t) => {
    const { url } = await startRestServer(t, { keys: [KEY] });
    for (const body of ["1\r\na\r\n".repeat(500), `40\r\n${"a".repeat(64)}\r\n`.repeat(900)]) {
      const asked = `${head}${body}0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      assert.deepEqual((await exchange(url, asked)).match(/(?<=HTTP\/1.1 )\d+/g), ["401", "200"]);
    }
  });
});

describe("requests that come before the one ahead is answered", () => {
  const READY = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
  const LAST = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

  it("are all answered where they are 16", async (t) => {
    const { url } = await startRestServer(t, { keys: [KEY] });
    assert.equal((await exchange(url, READY.repeat(15) + LAST)).match(/HTTP\/1.1 200/g)?.length, 16);
  });

  it("end the connection where they are 17", async (t) => {
    const { url } = await startRestServer(t, { keys: [KEY] });
    const answered = await exchange(url, READY.repeat(17));
    assert.ok((answered.match(/HTTP/g)?.length ?? 0) < 17, answered);
  });

  it("end the connection where they are to become something else, and not the process", async (t) => {
    const { url, ask } = await startRestServer(t, { keys: [KEY] });
    for (const protocol of ["websocket", "h2c"]) await exchange(url, READY + UPGRADE.replace("websocket", protocol));
    assert.equal((await ask("/health")).status, 200);
  });
});

describe("an upgrade", () => {
  it("counts until it is taken or answered", async (t) => {
    const unanswered = createUnanswered(() => assert.fail("nothing is cut off"));
    const server = createServer({ IncomingMessage: unanswered.IncomingMessage });
    unanswered.limit(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    t.after(() => server.close());
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(UPGRADE);
    const [, taken] = (await once(server, "upgrade")) as [unknown, Socket];
    assert.equal(unanswered.of(taken), 1);
    unanswered.upgraded(taken);
    unanswered.upgraded(taken);
    assert.equal(unanswered.of(taken), 0);
    taken.destroy();
  });
});

describe("a WebSocket that is asked for where there is none", () => {
  it("is answered as any request, whose end is noticed", async (t) => {
    let end = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    const events: RestServerNeeds["events"] = { read: (_needs, open) => open().onClose(end) };
    const { url } = await startRestServer(t, { events });
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
    t.after(() => socket.destroy());
    socket.write(UPGRADE.replace("/talk/line", "/events").replace("Host: x", "Host: localhost"));
    const [head] = await once(socket, "data");
    assert.match(String(head), /200 OK/);
    socket.end();
    await over;
  });
});
