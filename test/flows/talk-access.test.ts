import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { Scope } from "../../src/kernel/scope.js";
import { type BrowserCalls, createBrowserCalls } from "../../src/telephony/browser/browser-calls.js";
import type { IncomingCall } from "../../src/telephony/incoming-call.js";
import { Page, type PageNeeds } from "../support/page.js";
import { startRestServer } from "../unit/http/rest-server.js";

const KEYS = ["me:talk:key-that-may-talk-01", "other:read:key-that-may-not-01"];

/** A service that can be talked to, and the calls that came of it. */
async function service(t: TestContext, keys: readonly string[] = []) {
  const calls: IncomingCall[] = [];
  const scope = new Scope("process");
  t.after(() => scope[Symbol.asyncDispose]());
  const browserCalls: BrowserCalls = createBrowserCalls({ onCall: (call) => calls.push(call), scope });
  const rest = await startRestServer(t, { keys, browserCalls });
  const refused = async (needs: Omit<PageNeeds, "url"> = {}) => {
    const attempt = Page.open({ url: rest.url, ...needs });
    const error = await attempt.then(
      (page) => page[Symbol.asyncDispose](),
      (reason: Error) => reason.message,
    );
    assert.equal(calls.length, 0);
    return String(error);
  };
  return { ...rest, calls, refused };
}

describe("the WebSocket from a browser to the line", () => {
  it("needs a key with the scope talk if there are keys, given as a subprotocol", async (t) => {
    const { url, calls, refused, ask } = await service(t, KEYS);
    assert.match(await refused(), /401/);
    assert.match(await refused({ key: "key-that-is-of-nobody" }), /401/);
    assert.match(await refused({ key: "key-that-may-not-01" }), /403/);
    await using page = await Page.open({ url, key: "key-that-may-talk-01" });
    assert.equal(page.socket.protocol, "attendant.talk", "the key is not sent back");
    assert.deepEqual([calls[0]?.client, calls[0]?.callId], ["me", page.callId]);
    const headers = { "x-api-key": "key-that-may-talk-01" };
    assert.deepEqual((await ask("/talk/line", { headers })).body, { ready: true });
  });

  it("brings the assistant that the page asks for", async (t) => {
    const { url, calls } = await service(t);
    for (const assistant of ["sales", undefined, "a&b=%"]) {
      await using _ = await Page.open({ url, ...(assistant !== undefined && { assistant }) });
      assert.equal(await calls.at(-1)?.assistant?.(), assistant);
    }
  });

  it("is closed to pages of other sites, with or without a key", async (t) => {
    const open = await service(t);
    const foreign = { headers: { origin: "https://elsewhere.example" } };
    assert.match(await open.refused(foreign), /403/);
    assert.match(await open.refused({ headers: { origin: "null" } }), /403/);
    assert.match(await open.refused({ headers: { host: "rebound.example" } }), /403/);
    const own = await Page.open({ url: open.url, headers: { origin: open.url } });
    await own[Symbol.asyncDispose]();
    const closed = await service(t, KEYS);
    assert.match(await closed.refused({ ...foreign, key: "key-that-may-talk-01" }), /403/);
  });

  it("rejects a page without a free line, and says so", async (t) => {
    const { url, calls } = await service(t);
    await using page = await Page.open({ url });
    await calls[0]?.reject();
    assert.equal(await page.closed, 1013);
  });

  it("is the only path that becomes a WebSocket, and only for WebSocket requests", async (t) => {
    const { url } = await service(t);
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    const status = async (path: string, headers: string) =>
      (await raw(url, `GET ${path} HTTP/1.1`, headers)).slice(9, 12);
    assert.equal(await status("/nothing", upgrade), "404");
    assert.equal(await status("/health", upgrade), "200");
    assert.equal(await status("/talk/line", upgrade), "400");
  });

  it("leaves requests alone that offer another HTTP version: their bodies are read", async (t) => {
    const { url, calls: fake } = await startRestServer(t);
    const body = JSON.stringify({ extension: "1001", message: "Hello." });
    const headers =
      `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    assert.match(await raw(url, "POST /call HTTP/1.1", headers, body), /^HTTP\/1\.1 20\d.*call_id/s);
    assert.equal(fake.placed.length, 1);
  });
});

describe("the page", () => {
  it("needs no key, loads nothing from elsewhere, and runs only code in its own files", async (t) => {
    const { ask } = await startRestServer(t, { keys: KEYS });
    const page = await ask("/talk");
    const policy = String(page.headers.get("content-security-policy"));
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) {
      assert.ok(policy.split("; ").includes(part), part);
    }
    assert.doesNotMatch(page.text, /https?:|style=|\son\w+=|<script>/);
    const parts = [...page.text.matchAll(/<(?:script|link)[^>]*(?:src|href)="(\/[^"]+)"/g)].map(
      ([, path = ""]) => path,
    );
    const sound = [
      "/talk/level-meter.mjs",
      "/talk/words.mjs",
      "/talk/sound.mjs",
      "/talk/playout.mjs",
      "/talk/resampler.mjs",
    ];
    for (const path of [...parts, ...sound]) {
      const { status, headers } = await ask(path);
      assert.deepEqual([status, headers.get("x-content-type-options")], [200, "nosniff"], path);
      assert.match(String(headers.get("content-type")), path.endsWith(".css") ? /^text\/css/ : /^text\/javascript/);
    }
  });
});

/** Sends a request as it is, and closes the connection behind it. @returns the whole answer */
async function raw(url: string, line: string, headers: string, body = ""): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk;
    if (/\r\n\r\n./s.test(answer)) socket.end();
  });
  socket.write(`${line}\r\nHost: ${host}\r\n${headers}\r\n${body}`);
  await once(socket, "close");
  return answer;
}
