import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { type Backend, createBackend, type Purpose } from "../../../src/backends/openai.js";
import { Ending } from "../../../src/kernel/ending.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { type Answer, answerJson, beginEvents, startHttpServer } from "../../support/http-server.js";

const PURPOSE: Purpose = {
  code: "llm_failed",
  server: "language model server",
  settings: { address: "LLM_BASE_URL", key: "LLM_API_KEY", model: "LLM_MODEL" },
};
const KEY = "sk-do-not-tell";
const alive = () => new AbortController().signal;

/** One request of each kind against a server that answers like this, and the error it ends with. */
async function failing(answer: Answer, ask: (backend: Backend) => Promise<unknown>): Promise<AttendantError> {
  await using server = await startHttpServer(answer);
  const backend = createBackend({ baseUrl: server.url, apiKey: KEY, timeoutMs: 1_000 });
  const error = await ask(backend).then(
    () => assert.fail("it succeeded"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AttendantError, String(error));
  assert.equal(error.code, "llm_failed");
  assert.doesNotMatch(error.message, new RegExp(KEY));
  assert.match(error.message, /^The language model server at http:.*; see LLM_[A-Z_]+( and LLM_[A-Z_]+)?\.$/s);
  assert.doesNotMatch(error.message, /\n/);
  return error;
}

const list = (backend: Backend) => backend.ask(PURPOSE, alive(), (api, signal) => api.get("/models", { signal }));

async function complete(backend: Backend) {
  const pieces = backend.stream(PURPOSE, alive(), (api, signal) =>
    api.chat.completions.create({ model: "m", messages: [], stream: true }, { signal }),
  );
  for await (const _ of pieces);
}

const refusals: [status: number, words: RegExp][] = [
  [400, /rejected the request \(HTTP 400\): no \*\*\* here; see LLM_MODEL/],
  [401, /rejected the key \(HTTP 401\); see LLM_API_KEY/],
  [403, /rejected the key .*LLM_API_KEY/],
  [404, /does not know this model or path .*LLM_MODEL and LLM_BASE_URL/],
  [429, /is overloaded/],
  [503, /has an internal error .*LLM_BASE_URL/],
];
for (const [status, words] of refusals) {
  test(`HTTP ${status} becomes a sentence that names the setting and hides the key`, async () => {
    const error = await failing(
      (response) => answerJson(response, { error: { message: `no ${KEY}\n here.` } }, status),
      list,
    );
    assert.match(error.message, words);
  });
}

/** Other words than those above, which decide what is blamed. */
const worded: [status: number, said: string, words: RegExp][] = [
  [
    403,
    "Project `proj_abc` does not have access to model `m`",
    /denies access to this model .*access to model.*LLM_MODEL and LLM_/,
  ],
  [403, "Country, region, or territory not supported", /denies access \(HTTP 403\): Country/],
  [403, "", /denies access \(HTTP 403\) without a reason; see LLM_API_KEY and LLM_BASE_URL/],
  [400, "m is not a valid model ID", /does not know this model \(HTTP 400\): m is not .*see LLM_MODEL/],
  [400, "Model 'm' not found. Please pass in a valid model.", /does not know this model \(HTTP 400\)/],
  [400, "Invalid model name passed in model=m", /does not know this model \(HTTP 400\)/],
  [405, "Method Not Allowed", /does not know this model or path \(HTTP 405\).*LLM_MODEL and LLM_BASE_URL/],
  [503, "Loading model", /still loading \(HTTP 503\)/],
];
for (const [status, said, words] of worded) {
  test(`HTTP ${status} with the words "${said}" names what they speak of`, async () => {
    const error = await failing((response) => answerJson(response, { error: { message: said } }, status), list);
    assert.match(error.message, words);
  });
}

for (const status of [301, 302, 303]) {
  test(`a redirection (${status}) that would lose the request names where it leads`, async () => {
    const location = "https://models.example/v1/chat/completions?token=secret";
    const error = await failing((response) => void response.writeHead(status, { location }).end(), complete);
    assert.match(error.message, /redirects to https:\/\/models\.example\/v1 \(HTTP 30\d\); see LLM_BASE_URL/);
  });
}

test("an answer that is longer than any that is asked for is broken off and said to be", async () => {
  const long = { data: [], padding: "x".repeat(2_000_000) };
  const error = await failing((response) => answerJson(response, long), list);
  assert.match(error.message, /answered with more than 1 MB; see LLM_BASE_URL/);
});

test("a redirection to another server is not followed, and names where it leads", async () => {
  const location = "http://127.0.0.1:1/v1/chat/completions?token=secret";
  const error = await failing((response) => void response.writeHead(308, { location }).end(), complete);
  assert.match(error.message, /redirects to http:\/\/127\.0\.0\.1:1\/v1 \(HTTP 308\); see LLM_BASE_URL/);
});

test("a server that is not there is said to accept no connections", async () => {
  const server = await startHttpServer(() => {});
  await server[Symbol.asyncDispose]();
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  await assert.rejects(list(backend), { code: "llm_failed", message: /refuses connections; see LLM_BASE_URL/ });
});

test("a host that does not exist is said to be unknown", async () => {
  const backend = createBackend({ baseUrl: "http://nobody.invalid", timeoutMs: 5_000 });
  await assert.rejects(list(backend), { code: "llm_failed", message: /unknown host name/ });
});

test("a server that keeps silent fails by the deadline", async () => {
  assert.match((await failing(() => {}, list)).message, /sent nothing for 1000 ms/);
});

test("a server that falls silent in the middle of its answer fails by the deadline", async () => {
  const stalls: Answer = (response) => beginEvents(response)({ choices: [{ delta: { content: "Well" } }] });
  assert.match((await failing(stalls, complete)).message, /sent nothing for 1000 ms/);
});

test("the deadline does not run while no piece is awaited", async () => {
  await using server = await startHttpServer((response) => {
    const send = beginEvents(response);
    for (let i = 0; i < 3; i++) send({ piece: i });
    response.end();
  });
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 250 });
  const pieces = backend.stream(PURPOSE, alive(), (api, signal) =>
    api.chat.completions.create({ model: "m", messages: [], stream: true }, { signal }),
  );
  let count = 0;
  for await (const _ of pieces) {
    count++;
    await new Promise((resolve) => setTimeout(resolve, 300)); // somebody speaks meanwhile
  }
  assert.equal(count, 3);
});

test("a connection cut in the middle of an answer is said so", async () => {
  const cuts: Answer = (response) => {
    beginEvents(response)({ choices: [{ delta: { content: "Well" } }] });
    setImmediate(() => response.destroy());
  };
  assert.match((await failing(cuts, complete)).message, /closed the connection before its answer was complete/);
});

test("an error reported inside the stream is quoted", async () => {
  const reports: Answer = (response) => {
    beginEvents(response)({ error: { message: "out of memory" } });
    response.end();
  };
  assert.match((await failing(reports, complete)).message, /broke off: out of memory/);
});

test("nonsense inside the stream is said to be no JSON", async () => {
  const babbles: Answer = (response) => {
    beginEvents(response)("{ this is not JSON");
    response.end();
  };
  assert.match((await failing(babbles, complete)).message, /not JSON/);
});

test("a page instead of an error body is not quoted", async () => {
  const page: Answer = (response) => void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad</h1>");
  assert.match((await failing(page, list)).message, /\(HTTP 502\); see/);
});

test("a kept connection that breaks before any answer is tried once more", async () => {
  let tries = 0;
  await using server = await startHttpServer((response) => {
    if (++tries === 1) response.destroy();
    else answerJson(response, { data: [] });
  });
  await list(createBackend({ baseUrl: server.url, timeoutMs: 1_000 }));
  assert.equal(tries, 2);
});

test("a server in trouble is asked only once", async () => {
  await using server = await startHttpServer((response) => answerJson(response, {}, 503));
  await assert.rejects(list(createBackend({ baseUrl: server.url, timeoutMs: 1_000 })));
  assert.equal(server.received.length, 1);
});

for (const path of ["", "/v1"]) {
  test(`an address written with "${path}" at its end reaches the same path`, async () => {
    await using server = await startHttpServer((response) => answerJson(response, { data: [] }));
    await list(createBackend({ baseUrl: server.url + path, timeoutMs: 1_000 }));
    assert.equal(server.received[0]?.path, "/v1/models");
  });
}

test("the key is a bearer token, and without one there is no such header", async () => {
  await using server = await startHttpServer((response) => answerJson(response, { data: [] }));
  await list(createBackend({ baseUrl: server.url, apiKey: KEY, timeoutMs: 1_000 }));
  await list(createBackend({ baseUrl: server.url, timeoutMs: 1_000 }));
  assert.deepEqual(
    server.received.map(({ headers }) => headers.authorization),
    [`Bearer ${KEY}`, undefined],
  );
});

test("aborting closes the connection and passes the signal's own reason on", async () => {
  await using server = await startHttpServer((response) => beginEvents(response)({ choices: [] }));
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 5_000 });
  const caller = new AbortController();
  const reason = new Ending("interrupted");
  const pieces = backend.stream(PURPOSE, caller.signal, (api, signal) =>
    api.chat.completions.create({ model: "m", messages: [], stream: true }, { signal }),
  );
  await pieces.next();
  setImmediate(() => caller.abort(reason));
  await assert.rejects(pieces.next(), (error) => error === reason);
  await server.left;
  assert.equal(getEventListeners(caller.signal, "abort").length, 0);
});

test("aborting a request that is not answered yet closes it", async () => {
  const caller = new AbortController();
  const reason = new Ending("hung_up");
  await using server = await startHttpServer(() => caller.abort(reason));
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 5_000 });
  await assert.rejects(
    backend.ask(PURPOSE, caller.signal, (api, signal) => api.get("/models", { signal })),
    (error) => error === reason,
  );
  await server.left;
  assert.equal(getEventListeners(caller.signal, "abort").length, 0);
});

test("nothing is asked when the signal has aborted already", async () => {
  await using server = await startHttpServer((response) => answerJson(response, {}));
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const reason = new Ending("shutting_down");
  await assert.rejects(
    backend.ask(PURPOSE, AbortSignal.abort(reason), (api, signal) => api.get("/models", { signal })),
    (error) => error === reason,
  );
  assert.equal(server.received.length, 0);
});

test("leaving the loop closes the connection", async () => {
  await using server = await startHttpServer((response) => beginEvents(response)({ choices: [] }));
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 5_000 });
  const caller = new AbortController();
  const pieces = backend.stream(PURPOSE, caller.signal, (api, signal) =>
    api.chat.completions.create({ model: "m", messages: [], stream: true }, { signal }),
  );
  for await (const _ of pieces) break;
  await server.left;
  assert.equal(getEventListeners(caller.signal, "abort").length, 0);
});

test("requests say by which library they are made", async () => {
  await using server = await startHttpServer((response) => answerJson(response, { data: [] }));
  await list(createBackend({ baseUrl: server.url, timeoutMs: 5_000 }));
  assert.match(String(server.received[0]?.headers["user-agent"]), /^OpenAI\/JS \d/);
});
