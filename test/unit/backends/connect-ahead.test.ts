import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { type Backend, createBackend } from "../../../src/backends/openai.js";
import { LANGUAGE_MODEL } from "../../../src/language/chat-model.js";
import { type DistantServer, startDistantServer } from "../../support/distant-server.js";

const HANDSHAKE_MS = 150;

before(() => (process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"));
after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);

interface Distant extends AsyncDisposable {
  readonly backend: Backend;
  readonly server: DistantServer;
  /** What was asked for. */
  readonly requests: string[];
}

/** A back end that is far away, and was asked once. */
async function distant(onRequest: RequestListener = () => {}): Promise<Distant> {
  const requests: string[] = [];
  const server = await startDistantServer(HANDSHAKE_MS, (request, response) => {
    requests.push(request.url ?? "");
    onRequest(request, response);
    response.setHeader("content-type", "application/json").end('{"object":"list","data":[]}');
  });
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 2_000 });
  await answerMs(backend);
  const dispose = async () => {
    backend.close();
    await server[Symbol.asyncDispose]();
  };
  return { backend, server, requests, [Symbol.asyncDispose]: dispose };
}

/** How long an answer takes, ms. */
async function answerMs(backend: Backend, signal = AbortSignal.timeout(5_000)): Promise<number> {
  const begun = performance.now();
  await backend.ask(LANGUAGE_MODEL, signal, (api, limited) => api.models.list({ signal: limited }));
  const ms = performance.now() - begun;
  for (let i = 0; i < 10; i++) await setImmediate(); // The connection is given back a moment after the answer.
  return ms;
}

/** The server closes the connections that nobody uses. */
async function hungUp(server: DistantServer): Promise<void> {
  server.hangUp();
  await server.has(0);
}

test("a server that has closed idle connections is connected to before the next request", async () => {
  await using far = await distant();
  const { backend, server } = far;
  await hungUp(server);
  assert.ok((await answerMs(backend)) >= HANDSHAKE_MS, "the handshake is in the request");
  await hungUp(server);
  backend.connectAhead();
  await server.has(1);
  assert.equal(far.requests.length, 2, "nothing was asked for it");
  await answerMs(backend);
  assert.equal(server.opened, 3, "the handshake was over by then");
});

test("a request that comes during the handshake waits for what is left of it, on the same connection", async () => {
  await using far = await distant();
  const { backend, server } = far;
  await hungUp(server);
  backend.connectAhead();
  await answerMs(backend);
  assert.equal(server.opened, 2);
});

test("one connection is opened however often it is asked for, and none when one is there", async () => {
  await using far = await distant();
  const { backend, server } = far;
  for (let i = 0; i < 50; i++) backend.connectAhead();
  await hungUp(server);
  for (let i = 0; i < 50; i++) backend.connectAhead();
  await server.has(1);
  for (let i = 0; i < 50; i++) backend.connectAhead();
  await pause(2 * HANDSHAKE_MS);
  assert.equal(server.opened, 2);
});

test("while the only connection is busy another one is opened: the request on it may be broken off", async () => {
  let onAsked: (() => void) | undefined;
  await using far = await distant((_request, response) => {
    if (!onAsked) return;
    response.end = () => response; // It takes its time, and the caller goes on speaking.
    onAsked();
    onAsked = undefined;
  });
  const asked = new Promise<void>((resolve) => (onAsked = resolve));
  const { backend, server } = far;
  const leaving = new AbortController();
  const broken = answerMs(backend, leaving.signal).catch(() => {});
  await asked;
  backend.connectAhead();
  await server.has(2);
  leaving.abort();
  await broken;
  await server.has(1);
  await answerMs(backend);
  assert.equal(server.opened, 2);
});

test("a spare connection that the server has closed costs a handshake, and no failure", async () => {
  await using far = await distant();
  const { backend, server } = far;
  await hungUp(server);
  backend.connectAhead();
  await server.has(1);
  server.hangUp();
  await answerMs(backend);
  assert.equal(far.requests.length, 2);
});

test("a connection that cannot be opened is not tried again for a while, and requests try for themselves", async () => {
  await using far = await distant();
  const { backend, server } = far;
  server.refuse();
  await hungUp(server);
  backend.connectAhead();
  await assert.rejects(answerMs(backend), /closed the connection|cannot be/);
  const { opened } = server;
  for (let i = 0; i < 50; i++) backend.connectAhead();
  await pause(HANDSHAKE_MS);
  assert.equal(server.opened, opened);
});

test("no connection is opened ahead to a server that was never asked, or is near", async () => {
  await using far = await startDistantServer(0, () => assert.fail("asked"));
  const stranger = createBackend({ baseUrl: far.url, timeoutMs: 2_000 });
  let connections = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { connection: "close", "content-type": "application/json" }).end("{}");
  });
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const neighbour = createBackend({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 2_000 });
  try {
    for (let i = 0; i < 3; i++) await answerMs(neighbour); // The quickest counts: one may be held up by a busy machine.
    stranger.connectAhead();
    neighbour.connectAhead();
    await pause(100);
    assert.deepEqual([far.opened, connections], [0, 3]);
  } finally {
    stranger.close();
    neighbour.close();
    server.close();
  }
});

test("closing closes all connections, and none is opened afterwards", async () => {
  await using far = await distant();
  const { backend, server } = far;
  await hungUp(server);
  backend.connectAhead();
  await server.has(1);
  backend.close();
  await server.has(0);
  backend.connectAhead();
  await pause(2 * HANDSHAKE_MS);
  assert.deepEqual([server.opened, server.open], [2, 0]);
});

test("closing during a handshake leaves nothing of it", async () => {
  await using far = await distant();
  const { backend, server } = far;
  await hungUp(server);
  backend.connectAhead();
  await pause(HANDSHAKE_MS / 2);
  backend.close();
  await pause(HANDSHAKE_MS);
  await server.has(0);
});
