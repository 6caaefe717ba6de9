import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createBackend } from "../../../src/backends/openai.js";
import { Ending } from "../../../src/kernel/ending.js";
import { createChatModel } from "../../../src/language/chat-model.js";
import type { Message, ModelOutput, TokenUsage, ToolOffer } from "../../../src/language/ports.js";
import {
  type Answer,
  answerJson,
  beginEvents,
  type Received,
  startHttpServer,
  streamCompletion,
} from "../../support/http-server.js";

const OFFER: ToolOffer = { name: "CALC", description: "Calculates.", parameters: { type: "object", properties: {} } };
const QUESTION: Message[] = [{ role: "user", content: "Hello?" }];

async function ask(answer: Answer, messages = QUESTION, tools = [OFFER]) {
  await using server = await startHttpServer(answer);
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const model = createChatModel({ backend, model: "small", maxTokens: 200, temperature: 0.5 });
  const outputs: ModelOutput[] = [];
  for await (const output of model.stream(messages, tools, new AbortController().signal)) outputs.push(output);
  return { outputs, request: JSON.parse(String((server.received[0] as Received).body)) };
}

const whole =
  (deltas: object[], reason?: string | null): Answer =>
  (response) =>
    streamCompletion(response, deltas, reason);
const call = (index: number | undefined, id: string | undefined, name?: string, args?: unknown) => ({
  tool_calls: [{ index, id, type: "function", function: { name, arguments: args } }],
});

test("text comes out piece by piece as the model writes it", async () => {
  const { outputs } = await ask(whole([{ role: "assistant", content: "" }, { content: "Good" }, { content: " day." }]));
  assert.deepEqual(outputs, [
    { kind: "text", text: "Good" },
    { kind: "text", text: " day." },
  ]);
});

test("a written call that the model was told by others is withheld, which is reported", async () => {
  const written = "TOOL CALC {}";
  await using server = await startHttpServer(whole([{ content: written }]));
  const withheld: (readonly string[])[] = [];
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const model = createChatModel({ backend, model: "small", onWithheld: (tools) => withheld.push(tools) });
  for (const content of ["Calculate.", written]) {
    const outputs = model.stream([{ role: "user", content }], [OFFER], new AbortController().signal, {
      isOnlyRead: true,
    });
    for await (const _ of outputs);
  }
  assert.deepEqual(withheld, [["CALC"]]);
});

test("what a completion took is told, with the last count where a server sends several, and nothing that is no count", async () => {
  const told = async (...usages: unknown[]) => {
    const tokens: TokenUsage[] = [];
    await using server = await startHttpServer((response) => {
      beginEvents(response);
      const event = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      event({ choices: [{ index: 0, delta: { content: "Yes." }, finish_reason: "stop" }] });
      for (const usage of usages) event({ choices: [], usage });
      response.end("data: [DONE]\n\n");
    });
    const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
    const model = createChatModel({ backend, model: "small" });
    const watch = { used: (each: TokenUsage) => tokens.push(each) };
    for await (const _ of model.stream(QUESTION, [], new AbortController().signal, watch));
    return tokens;
  };
  const first = { prompt_tokens: 700, completion_tokens: 1 };
  assert.deepEqual(await told(first, { ...first, completion_tokens: 20 }), [{ inputTokens: 700, outputTokens: 20 }]);
  assert.deepEqual(await told(null, { prompt_tokens: "many", completion_tokens: -1 }, 7), []);
});

test("a request that belongs to a trace says so, and none other does", async () => {
  await using server = await startHttpServer((response) => streamCompletion(response, [{ content: "Yes." }]));
  const model = createChatModel({ backend: createBackend({ baseUrl: server.url, timeoutMs: 1_000 }), model: "small" });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  for (const watch of [{ traceparent }, undefined]) {
    for await (const _ of model.stream(QUESTION, [], new AbortController().signal, watch));
  }
  assert.deepEqual(
    server.received.map(({ headers }) => headers.traceparent),
    [traceparent, undefined],
  );
});

test("the fragments of two tool calls become two whole calls after the text", async () => {
  const { outputs } = await ask(
    whole(
      [
        { content: "One moment." },
        call(0, "a", "CALC", ""),
        call(0, undefined, undefined, '{"expre'),
        call(1, "b", "DATETIME", ""),
        call(0, undefined, undefined, 'ssion":"1+1"}'),
        call(1, undefined, undefined, "{}"),
      ],
      "tool_calls",
    ),
  );
  assert.deepEqual(outputs, [
    { kind: "text", text: "One moment." },
    {
      kind: "tool_calls",
      calls: [
        { id: "a", name: "CALC", arguments: '{"expression":"1+1"}' },
        { id: "b", name: "DATETIME", arguments: "{}" },
      ],
    },
  ]);
});

test("servers that give every call the index 0, no index, an object or no arguments are understood", async () => {
  for (const deltas of [
    [call(0, "a", "CALC", { expression: "1" }), call(0, "b", "DATETIME")],
    [call(undefined, "a", "CALC", '{"expression":"1"}'), call(undefined, "b", "DATETIME", null)],
  ]) {
    const { outputs } = await ask(whole(deltas));
    assert.deepEqual(outputs.at(-1), {
      kind: "tool_calls",
      calls: [
        { id: "a", name: "CALC", arguments: '{"expression":"1"}' },
        { id: "b", name: "DATETIME", arguments: "{}" },
      ],
    });
  }
});

const WHOLE_CALLS = [
  { id: "a", name: "CALC", arguments: '{"expression":"1"}' },
  { id: "b", name: "DATETIME", arguments: "{}" },
];
const inFragments: [what: string, deltas: object[], calls: readonly object[]][] = [
  [
    "an id for each fragment",
    [
      call(0, "a", "CALC"),
      ...[...'{"expression":"1"}'].map((sign, at) => call(0, `part-${at}`, undefined, sign)),
      call(1, "b", "DATETIME"),
      call(1, "part-z", "", "{}"),
    ],
    WHOLE_CALLS,
  ],
  [
    "the same without an index",
    [call(undefined, "a", "CALC", '{"expression"'), call(undefined, "part-1", undefined, ':"1"}')],
    WHOLE_CALLS.slice(0, 1),
  ],
  [
    "two calls by turns without an index",
    [
      ...[call(undefined, "a", "CALC"), call(undefined, "b", "DATETIME")],
      ...[call(undefined, "a", "", '{"expression":'), call(undefined, "b", "", "{"), call(undefined, "a", "", '"1"}')],
      call(undefined, "b", "", "}"),
    ],
    WHOLE_CALLS,
  ],
  [
    "an id and a name for each call under the index 0, its arguments behind",
    [
      ...[call(0, "a", "CALC"), call(0, "a", undefined, '{"expression":"1"}')],
      ...[call(0, "b", "DATETIME"), call(0, "b", undefined, "{}")],
    ],
    WHOLE_CALLS,
  ],
  [
    "an id before the name",
    [call(0, "a"), call(0, "part-1", "CALC"), call(0, "a", "", '{"expression":"1"}')],
    WHOLE_CALLS.slice(0, 1),
  ],
];
for (const [what, deltas, calls] of inFragments) {
  test(`a server that sends ${what} is understood`, async () => {
    assert.deepEqual((await ask(whole(deltas))).outputs, [{ kind: "tool_calls", calls }]);
  });
}

test("calls without an id get one each", async () => {
  const { outputs } = await ask(whole([call(0, undefined, "CALC", "{}"), call(1, "", "CALC", "{}")]));
  const last = outputs.at(-1);
  assert.ok(last?.kind === "tool_calls");
  assert.equal(new Set(last.calls.map(({ id }) => id).filter(Boolean)).size, 2);
});

test("what a reasoning model thinks aloud is not heard", async () => {
  const { outputs } = await ask(whole([{ content: "<thi" }, { content: "nk>Hm.</think>" }, { content: "\n\nYes." }]));
  assert.equal(
    outputs
      .map((output) => (output.kind === "text" ? output.text : "?"))
      .join("")
      .trim(),
    "Yes.",
  );
});

test("words with the label of a thought are heard when they are all that the model answers, and not beside a call", async () => {
  const thought = { content: "Thought: a sum." };
  assert.deepEqual(
    (await ask(whole([thought]))).outputs.map(({ kind }) => kind),
    ["text"],
  );
  const { outputs } = await ask(whole([thought, call(0, "a", "CALC", "{}")]));
  assert.deepEqual(
    outputs.map(({ kind }) => kind),
    ["tool_calls"],
  );
});

test("the history goes out in the form of chat completions", async () => {
  const { request } = await ask(whole([{ content: "Two." }]), [
    { role: "system", content: "Be brief." },
    { role: "user", content: "One and one?" },
    { role: "assistant", content: "", toolCalls: [{ id: "a", name: "CALC", arguments: "{}" }] },
    { role: "tool", toolCallId: "a", content: "2" },
  ]);
  assert.deepEqual(request, {
    model: "small",
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 200,
    temperature: 0.5,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "One and one?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", type: "function", function: { name: "CALC", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: "2" },
    ],
    tools: [{ type: "function", function: OFFER }],
  });
});

test("a forced tool is the tool_choice", async () => {
  const other = { ...OFFER, name: "OTHER" };
  const { request } = await ask(whole([{ content: "Yes." }]), QUESTION, [other, { ...OFFER, forced: true }]);
  assert.deepEqual(request.tool_choice, { type: "function", function: { name: "CALC" } });
  assert.ok(!JSON.stringify(request.tools).includes("forced"));
});

test("without tools no list of tools is sent", async () => {
  const { request } = await ask(whole([{ content: "Yes." }]), QUESTION, []);
  assert.ok(!("tools" in request));
});

test("a ninth tool call closes the stream and the first eight count", async () => {
  await using server = await startHttpServer((response) => {
    const send = beginEvents(response);
    for (let i = 0; i < 9; i++) send({ choices: [{ delta: call(i, `c${i}`, "CALC", "{}") }] });
  });
  const model = createChatModel({ backend: createBackend({ baseUrl: server.url, timeoutMs: 1_000 }), model: "small" });
  const outputs: ModelOutput[] = [];
  for await (const output of model.stream(QUESTION, [OFFER], new AbortController().signal)) outputs.push(output);
  assert.ok(outputs[0]?.kind === "tool_calls" && outputs[0].calls.length === 8, "eight calls");
  await server.left;
});

const afterEnd: [what: string, end: (response: ServerResponse) => void][] = [
  ["keeps the stream open", () => {}],
  [
    "sends signs of life for ever",
    (response) => {
      const life = setInterval(() => response.write(": alive\n\n"), 20);
      response.on("close", () => clearInterval(life));
    },
  ],
  ["cuts the connection", (response) => void setImmediate(() => response.destroy())],
  ["sends an error", (response) => void response.end('data: {"error":{"message":"too late"}}\n\n')],
];
for (const [what, end] of afterEnd) {
  test(`an answer is whole though the server ${what} behind its end`, async () => {
    const { outputs } = await ask((response) => {
      const send = beginEvents(response);
      send({ choices: [{ delta: { content: "Good day." } }] });
      send({ choices: [{ delta: call(0, "a", "CALC", "{}") }] });
      send({ choices: [{ delta: {}, finish_reason: "tool_calls" }] });
      end(response);
    });
    assert.deepEqual(
      outputs.map(({ kind }) => kind),
      ["text", "tool_calls"],
    );
  });
}

test("an empty first piece with a reason is no end, however long the first word takes", async () => {
  const { outputs } = await ask(async (response) => {
    const send = beginEvents(response);
    send({ choices: [{ delta: { role: "assistant", content: "" }, finish_reason: "stop" }] });
    await pause(700);
    send({ choices: [{ delta: { content: "Good day." }, finish_reason: "stop" }] });
    response.end();
  });
  assert.deepEqual(outputs, [{ kind: "text", text: "Good day." }]);
});

test("text may follow behind a reason that came with text", async () => {
  const { outputs } = await ask(async (response) => {
    const send = beginEvents(response);
    send({ choices: [{ delta: { content: "Good " }, finish_reason: "stop" }] });
    await pause(700);
    send({ choices: [{ delta: { content: "day." }, finish_reason: "stop" }] });
    response.end();
  });
  assert.deepEqual(outputs, [
    { kind: "text", text: "Good " },
    { kind: "text", text: "day." },
  ]);
});

test("arguments may follow behind a reason that came with some", async () => {
  const { outputs } = await ask(async (response) => {
    const send = beginEvents(response);
    send({ choices: [{ delta: call(0, "a", "CALC", '{"a":'), finish_reason: "tool_calls" }] });
    await pause(700);
    send({ choices: [{ delta: call(0, undefined, undefined, "1}"), finish_reason: "tool_calls" }] });
    response.end();
  });
  assert.deepEqual(outputs, [{ kind: "tool_calls", calls: [{ id: "a", name: "CALC", arguments: '{"a":1}' }] }]);
});

const failures: [what: string, answer: Answer, words: RegExp][] = [
  [
    "stops half-way",
    (response) => {
      beginEvents(response)({ choices: [{ delta: { content: "Well" } }] });
      response.end();
    },
    /stopped in the middle of its answer; see LLM_BASE_URL/,
  ],
  ["answers with a page", (response) => void response.setHeader("content-type", "text/html").end("<p>"), /text\/html/],
  ["does not stream", (response) => answerJson(response, { choices: [] }), /answered without a message/],
  ["never ends its arguments", whole([call(0, "a", "CALC", "1".repeat(17 * 1024))]), /arguments of more than 16384/],
  [
    "does not know this model",
    (response) => answerJson(response, { error: { message: "no model" } }, 404),
    /LLM_MODEL/,
  ],
];
for (const [what, answer, words] of failures) {
  test(`a server that ${what} has failed`, () => assert.rejects(ask(answer), { code: "llm_failed", message: words }));
}

test("a reply that is interrupted closes its request at the server", async () => {
  await using server = await startHttpServer((response) =>
    beginEvents(response)({ choices: [{ delta: { content: "Good" } }] }),
  );
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 5_000 });
  const model = createChatModel({ backend, model: "small" });
  const reply = new AbortController();
  const interrupted = new Ending("interrupted");
  await assert.rejects(
    async () => {
      for await (const _ of model.stream(QUESTION, [], reply.signal)) reply.abort(interrupted);
    },
    (error) => error === interrupted,
  );
  await server.left;
});

test("messages that are only to be read are answered with one token, and no word is no failure", async () => {
  for (const deltas of [[{ content: "Yes" }], [{ role: "assistant", content: "" }]]) {
    await using server = await startHttpServer(whole(deltas, "length"));
    const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
    const model = createChatModel({ backend, model: "small", maxTokens: 200 });
    const watch = { isOnlyRead: true };
    for await (const _ of model.stream(QUESTION, [OFFER], new AbortController().signal, watch));
    const { max_tokens: limit, tools } = JSON.parse(String(server.received[0]?.body));
    assert.deepEqual([limit, tools.length], [1, 1]);
  }
});

test("a reason to end that is not known does not explain why no word came", async () => {
  const { outputs } = await ask(whole([{ role: "assistant", content: "" }], "constructor"));
  assert.deepEqual(outputs, []);
});
