import assert from "node:assert/strict";
import { test } from "node:test";
import { createBackend } from "../../src/backends/openai.js";
import { createReplyTools } from "../../src/conversation/reply-tools.js";
import { createLanguageModel } from "../../src/language/create-language-model.js";
import { generateReply } from "../../src/language/generate-reply.js";
import type { Message } from "../../src/language/ports.js";
import type { ToolProtocol } from "../../src/language/tool-protocol.js";
import { createToolbox } from "../../src/toolbox/toolbox.js";
import { calc } from "../../tools/calc.js";
import { type ScriptedModel, startScriptedModel } from "../support/backends/scripted-model.js";
import { toolEnvironment } from "../support/fakes/tool-context.js";
import { answerJson, startHttpServer, streamCompletion } from "../support/http-server.js";

/** Servers of each kind, over HTTP, and what becomes of a question that needs a tool. */
const alive = () => new AbortController().signal;
const toolbox = createToolbox([calc], { timeoutMs: 1_000 });
const SYSTEM: Message = { role: "system", content: "Be brief." };

function client(server: { readonly url: string }, toolProtocol: ToolProtocol | "auto" = "auto", contextTokens = 8_192) {
  const found: string[] = [];
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 2_000 });
  const model = createLanguageModel({ backend, model: "scripted", toolProtocol, contextTokens }, (protocol) =>
    found.push(protocol),
  );
  return { model, found };
}

async function says(
  model: ReturnType<typeof client>["model"],
  said: string,
  history: readonly Message[] = [],
): Promise<string> {
  const reply = generateReply({
    model,
    tools: createReplyTools({ toolbox, environment: toolEnvironment() }),
    messages: [SYSTEM, ...history, { role: "user", content: said }],
    notDone: "That cannot be done.",
    signal: alive(),
  });
  let text = "";
  for await (const part of reply) text += part.kind === "text" ? part.text : `[${part.call.name}]`;
  return text;
}

async function scripted(): Promise<ScriptedModel> {
  const server = await startScriptedModel();
  server
    .when(/reckon (.+)/)
    .callTool("CALC", { expression: "{1}" })
    .thenSay("{result}");
  server.when("sum").say("About five.");
  return server;
}

test("a server that calls tools is asked once, and found to", async () => {
  await using server = await scripted();
  const { model, found } = client(server);
  await model.detect(alive());
  await model.detect(alive());
  assert.deepEqual(found, ["native"]);
  assert.equal(server.requests.length, 1);
  assert.equal(await says(model, "reckon 2+2"), "[CALC]The answer is 4.");
});

test("a model that has to be forced is asked twice, and found to call tools", async () => {
  await using server = await startHttpServer((response, { body }) => {
    const forced = /"tool_choice"/.test(String(body));
    const call = { tool_calls: [{ index: 0, id: "a", function: { name: "READY", arguments: "{}" } }] };
    streamCompletion(response, [forced ? call : { content: "Gladly!" }]);
  });
  const { model, found } = client(server);
  await model.detect(alive());
  assert.deepEqual(found, ["native"]);
  assert.equal(server.received.length, 2);
});

for (const tools of ["refused", "ignored"] as const) {
  test(`a server by which tools are ${tools} is served by the text protocol, and its callers hear no word of it`, async () => {
    await using server = await scripted();
    server.completions.tools = tools;
    const { model, found } = client(server);
    await model.detect(alive());
    assert.deepEqual(found, ["text"]);
    assert.equal(await says(model, "reckon 2+2"), "[CALC]The answer is 4.");
    assert.equal(await says(model, "hello"), "I am sorry, I did not understand.");
  });
}

test("a server that refuses tools without saying why is found out by what it answers without them", async () => {
  await using server = await startHttpServer((response, { body }) => {
    if (/"tools"/.test(String(body))) answerJson(response, { detail: [{ loc: ["body"], msg: "?" }] }, 422);
    else streamCompletion(response, [{ content: "Yes." }]);
  });
  const { model, found } = client(server);
  await model.detect(alive());
  assert.deepEqual(found, ["text"]);
});

test("nothing is found out of a server that refuses everything, or is not there; it is when it is back", async () => {
  await using server = await scripted();
  server.completions.failWith(404);
  const { model, found } = client(server);
  await assert.rejects(model.detect(alive()), { code: "llm_failed" });
  await assert.rejects(client({ url: "http://127.0.0.1:1" }).model.detect(alive()), { code: "llm_failed" });
  assert.deepEqual(found, []);
  server.completions.mend();
  server.completions.tools = "refused";
  await model.detect(alive());
  assert.deepEqual(found, ["text"]);
});

test("a refused key, or is overloaded, says nothing of tools and is asked about once", async () => {
  for (const status of [401, 403, 429]) {
    await using server = await startHttpServer((response) => answerJson(response, { error: "No" }, status));
    const { model, found } = client(server);
    await assert.rejects(model.detect(alive()), { code: "llm_failed" });
    assert.equal(server.received.length, 1);
    assert.deepEqual(found, []);
  }
});

test("a model that spends its tokens on thoughts is not taken for one without tools", async () => {
  await using server = await startHttpServer((response, { body }) =>
    streamCompletion(response, [{ content: /"tools"/.test(String(body)) ? "" : "Yes." }], "length"),
  );
  const { model, found } = client(server);
  await assert.rejects(model.detect(alive()), { code: "llm_failed", message: /LLM_MAX_TOKENS/ });
  assert.deepEqual(found, []);
});

test("after a failure it is found out again, because who comes back may be another", async () => {
  await using server = await scripted();
  const { model, found } = client(server);
  await model.detect(alive());
  server.completions.failWith(500, 1);
  await assert.rejects(says(model, "hello"), { code: "llm_failed" });
  server.completions.tools = "ignored";
  await model.detect(alive());
  assert.deepEqual(found, ["native", "text"]);
});

test("a server that has come to refuse tools in the middle of a call is asked again at once", async () => {
  await using server = await scripted();
  const { model, found } = client(server);
  await model.detect(alive());
  server.completions.tools = "refused";
  assert.equal(await says(model, "reckon 2+2"), "[CALC]The answer is 4.");
  assert.deepEqual(found, ["native", "text"]);
});

for (const protocol of ["native", "text"] as const) {
  test(`told to use the ${protocol} protocol, nothing is found out`, async () => {
    await using server = await scripted();
    const { model } = client(server, protocol);
    await model.detect(alive());
    assert.equal(server.requests.length, 0);
    assert.equal(await says(model, "reckon 2+2"), "[CALC]The answer is 4.");
  });
}

test("a sum that the model would guess is forced at once: two requests, as if it had called by itself", async () => {
  await using server = await scripted();
  const { model } = client(server, "native");
  assert.equal(await says(model, "what is two plus two"), "[CALC]About five.");
  assert.equal(server.requests.length, 2);
  const [first, second] = server.requests.map(({ input }) => input as { tool_choice?: unknown });
  assert.deepEqual(first?.tool_choice, { type: "function", function: { name: "CALC" } });
  assert.equal(second?.tool_choice, undefined);
});

test("a server that refuses a tool_choice is told in words, and from then on only so", async () => {
  await using server = await scripted();
  server.completions.tools = "without_choice";
  const { model } = client(server, "native");
  assert.equal(await says(model, "what is two plus two"), "About five.");
  const orders = server.requests.map(({ input, status }) => {
    const { tool_choice: choice, messages } = input as { tool_choice?: object; messages: readonly Message[] };
    return `${choice ? "choice " : ""}${messages[0]?.content.includes("Use the tool CALC now") ? "words " : ""}${status}`;
  });
  assert.deepEqual(orders, ["choice 400", "words 200", "words 200"], "refused, told, and told again");
  await says(model, "what is two plus two");
  assert.equal(server.requests.length, 5);
});

test("a history that the server finds too long is asked with half of its turns, and later ones are no longer than that", async () => {
  await using server = await scripted();
  server.completions.longestHistory = 6_000;
  const turn = (words: string): Message[] => [
    { role: "user", content: `${words} ${"x".repeat(400)}` },
    { role: "assistant", content: "Yes." },
  ];
  const history = Array.from({ length: 20 }, (_, at) => turn(`question ${at}`)).flat();
  const { model } = client(server, "native");
  assert.equal(await says(model, "hello", history), "I am sorry, I did not understand.");
  assert.deepEqual(
    server.requests.map(({ status }) => status),
    [400, 200],
  );
  assert.equal(await says(model, "hello", history), "I am sorry, I did not understand.");
  assert.deepEqual(
    server.requests.map(({ status }) => status),
    [400, 200, 200],
  );
});
