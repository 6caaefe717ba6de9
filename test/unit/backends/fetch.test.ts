import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { openConnections } from "../../../src/backends/connections.js";
import { createFetch } from "../../../src/backends/fetch.js";
import { type Answer, startHttpServer } from "../../support/http-server.js";

/** A server, and a fetch that asks it. */
async function asked(answer: Answer) {
  const server = await startHttpServer(answer);
  const connections = openConnections(new URL(server.url).origin);
  const fetch = createFetch(connections.dispatcher);
  return {
    server,
    post: (body: string | FormData, init: RequestInit = {}) => fetch(server.url, { method: "POST", body, ...init }),
    async [Symbol.asyncDispose]() {
      connections.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Answers with its path, and what it was sent. */
const echo: Answer = (response, { path, body }) =>
  void response.setHeader("content-type", "application/json").end(JSON.stringify([path, body.toString()]));

async function piecesOf({ body }: Response): Promise<string> {
  let text = "";
  for await (const piece of body as unknown as AsyncIterable<Buffer>) text += piece.toString();
  return text;
}

test("a form arrives as it was filled in, whatever its names and values are", async () => {
  await using there = await asked(echo);
  const form = new FormData();
  form.append("model", "größer");
  form.append('a "name"\r\nwith breaks', "two\nlines");
  form.append("file", new File([Uint8Array.of(0, 13, 10, 45, 45, 255)], 'said "so".wav', { type: "audio/wav" }));
  await there.post(form);
  const { body, headers } = there.server.received[0] ?? {};
  assert.equal(headers?.["content-length"], String(body?.length));
  const type = headers?.["content-type"] ?? "";
  const arrived = await new Response(new Uint8Array(body ?? []), { headers: { "content-type": type } }).formData();
  assert.equal(arrived.get("model"), "größer");
  assert.equal(arrived.get('a "name"\r\nwith breaks'), "two\nlines");
  const file = arrived.get("file") as File;
  assert.deepEqual([file.name, file.type], ['said "so".wav', "audio/wav"]);
  assert.deepEqual([...new Uint8Array(await file.arrayBuffer())], [0, 13, 10, 45, 45, 255]);
});

test("halves of surrogate pairs in JSON are replaced, and nothing else is", async () => {
  await using there = await asked(echo);
  const sent = ["a\ud83d", "\ude00b", "\ud83d\ude00", "\\ud83d", "\\\\ud83d\ud83d", 'C:\\udata "\u000d"'];
  await there.post(JSON.stringify(sent));
  const arrived = JSON.parse(String(there.server.received[0]?.body)) as string[];
  assert.deepEqual(arrived, ["a\ufffd", "\ufffdb", "\ud83d\ude00", "\\ud83d", "\\\\ud83d\ufffd", sent[5]]);
});

test("an answer is read as a whole or piece by piece, with its headers", async () => {
  const voice = Buffer.from("größer ☺").toString("latin1");
  await using there = await asked((response) => {
    response.writeHead(201, { "content-type": "application/json", "set-cookie": ["a=1", "b=2"], voice });
    response.end('{"text":"yes"}');
  });
  const whole = await there.post("{}");
  assert.deepEqual([whole.ok, whole.status, whole.headers.get("set-cookie")], [true, 201, "a=1, b=2"]);
  assert.equal(whole.headers.get("voice"), voice);
  assert.deepEqual(await whole.json(), { text: "yes" });
  assert.equal(await piecesOf(await there.post("{}")), '{"text":"yes"}');
});

for (const status of [307, 308]) {
  test(`a redirect (${status}) within the server is followed with all that was sent`, async () => {
    await using there = await asked((response, request) => {
      if (request.path === "/") response.writeHead(status, { location: "/elsewhere?a=b" }).end();
      else return echo(response, request);
    });
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(await (await there.post("what was sent")).json(), ["/elsewhere?a=b", "what was sent"]);
    }
  });
}

test("redirects in a circle end with one as the answer", async () => {
  await using there = await asked((response) => void response.writeHead(307, { location: "/" }).end());
  assert.equal((await there.post("{}")).status, 307);
  assert.ok(there.server.received.length < 10);
});

for (const [encoding, packed] of [
  ["gzip", gzipSync("squeezed")],
  ["deflate", deflateSync("squeezed")],
  ["br", brotliCompressSync("squeezed")],
] as const) {
  test(`an answer that is compressed (${encoding}) without being asked to is read all the same`, async () => {
    await using there = await asked(
      (response) => void response.writeHead(200, { "content-encoding": encoding }).end(packed),
    );
    for (let time = 0; time < 2; time++) assert.equal(await (await there.post("{}")).text(), "squeezed");
    assert.equal(there.server.received.length, 2);
  });
}

test("an answer with an encoding that is not known is read as it is", async () => {
  await using there = await asked(
    (response) => void response.writeHead(200, { "content-encoding": "constructor" }).end("plain"),
  );
  assert.equal(await (await there.post("{}")).text(), "plain");
});

const MB = 1024 * 1024;
const BOMB = gzipSync(Buffer.alloc(50 * MB), { level: 1 });
const ENDLESS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  plain: (response) => pour(response.writeHead(200, { "content-type": "application/json" }), "x".repeat(65_536)),
  "without a type": (response) => pour(response.writeHead(200), "x".repeat(65_536)),
  events: (response) =>
    pour(response.writeHead(200, { "content-type": "text/event-stream" }), "data: {}\n\n".repeat(6_000)),
  "one event": (response) => pour(response.writeHead(200, { "content-type": "text/event-stream" }), "x".repeat(65_536)),
  "a compressed bomb": (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(BOMB);
  },
};

/** Sends the same again and again for as long as somebody reads. */
function pour(response: ServerResponse, text: string): void {
  const more = () => {
    while (response.write(text) && !response.destroyed);
  };
  response.on("drain", more);
  more();
}

for (const [kind, answer] of Object.entries(ENDLESS)) {
  test(`an answer without an end (${kind}) is broken off`, { timeout: 20_000 }, async () => {
    await using there = await asked(answer);
    const taken: number[] = [];
    const reading = (async () => {
      let bytes = 0;
      for await (const piece of (await there.post("{}")).body as unknown as AsyncIterable<Buffer>) {
        taken.push((bytes += piece.length));
      }
    })();
    await assert.rejects(reading, { message: /^answered with more than (1 MB|8 MB)$/ });
    assert.ok((taken.at(-1) ?? 0) <= 8 * MB);
    await assert.rejects((await there.post("{}")).text(), { message: /^answered with more than/ });
  });
}

for (const [type, opening] of [
  ["application/json", "[".repeat(400_000)],
  ["application/json", `[${'{"k":1},'.repeat(60_000)}`],
  ["text/event-stream", `data: ${"[".repeat(400_000)}\n\n`],
  ["", '{"a":'.repeat(100_000)],
] as const) {
  test(`an answer that would hold the thread while it is parsed is broken off (${type} ${opening.slice(0, 9)})`, async () => {
    await using there = await asked((response) => void response.writeHead(200, { "content-type": type }).end(opening));
    await assert.rejects((await there.post("{}")).text(), { message: "answered with more than 20000 values" });
  });
}

test("16 KB are read of an answer with a bad status, also of a compressed bomb", async () => {
  const long = Buffer.from(JSON.stringify({ error: "no such model" }).padEnd(5 * MB));
  for (const [body, headers] of [
    [long, {}],
    [gzipSync(long), { "content-encoding": "gzip" }],
  ] as const) {
    await using there = await asked((response) => void response.writeHead(500, headers).end(body));
    const text = await (await there.post("{}")).text();
    assert.equal(text.length, 16_384);
    assert.match(text, /no such model/);
  }
});

test("sound may be long, but has an end as well", { timeout: 20_000 }, async () => {
  const headers = { accept: "application/octet-stream" };
  await using there = await asked((response) => void response.end(Buffer.alloc(5 * MB)));
  let bytes = 0;
  for await (const piece of (await there.post("{}", { headers })).body as unknown as AsyncIterable<Buffer>) {
    bytes += piece.length;
  }
  assert.equal(bytes, 5 * MB);
  await using endless = await asked((response) => pour(response, "x".repeat(65_536)));
  const reading = (async () => {
    for await (const _ of (await endless.post("{}", { headers })).body as unknown as AsyncIterable<Buffer>);
  })();
  await assert.rejects(reading, { message: "answered with more than 48 MB" });
});

test("what breaks is told as Node's own fetch tells it", async () => {
  await using cut = await asked((response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half", () => response.destroy());
  });
  const half = await cut.post("{}");
  await assert.rejects(half.text(), { name: "TypeError", message: "terminated" });
  const again = await cut.post("{}");
  await assert.rejects(piecesOf(again), { message: "terminated" });
  const unread = await cut.post("{}");
  assert.equal(unread.status, 200); // That it breaks then is no fault of anybody's.

  const gone = await startHttpServer(echo);
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  const connections = openConnections(new URL(url).origin);
  await assert.rejects(createFetch(connections.dispatcher)(url), (error: Error) => {
    assert.equal((error.cause as { code?: string }).code, "ECONNREFUSED");
    return error instanceof TypeError;
  });
  connections.close();
});

test("a signal ends the request and the reading, and the connection with them", async () => {
  await using there = await asked((response) => void response.writeHead(200).write("and so on"));
  const [early, late] = [new AbortController(), new AbortController()];
  early.abort(new Error("enough"));
  await assert.rejects(there.post("{}", { signal: early.signal }), { message: "enough" });
  const endless = await there.post("{}", { signal: late.signal });
  const reading = endless.text();
  late.abort();
  await assert.rejects(reading, { name: "AbortError" });
  await there.server.left;
});

test("a signal ends a request that still waits for its connection", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const connections = openConnections(url);
  const leaving = new AbortController();
  const connected = once(silent, "connection");
  const asking = createFetch(connections.dispatcher)(url, { signal: leaving.signal });
  await connected;
  leaving.abort(new Error("enough"));
  await assert.rejects(asking, { message: "enough" });
  connections.close();
  silent.close();
});

test("a reader that has read enough releases the connection", async () => {
  await using there = await asked((response) => void response.writeHead(200).write("and so on"));
  for await (const _piece of (await there.post("{}")).body as unknown as AsyncIterable<Buffer>) break;
  await there.server.left;
});

test("connections are used again once their answers were read, and an empty one is an answer as well", async () => {
  const ports = new Set<number | undefined>();
  await using there = await asked((response, { body }) => {
    ports.add(response.socket?.remotePort);
    response.writeHead(body.length > 2 ? 204 : 200).end();
  });
  for (const body of ["{}", "more", "{}", "more", "{}", "more"])
    assert.equal(await (await there.post(body)).text(), "");
  assert.ok(ports.size <= 2, `${ports.size} connections`); // The next request may come before the last one's is let go of.
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`nothing is sent where a server redirects to that is another (${status})`, async () => {
    await using other = await startHttpServer(echo);
    await using there = await asked((response) => void response.writeHead(status, { location: other.url }).end());
    const headers = { authorization: "Bearer the key" };
    const answer = await there.post("{}", { headers });
    assert.deepEqual([answer.status, answer.headers.get("location")], [status, other.url]);
    assert.equal(other.received.length, 0);
  });
}
