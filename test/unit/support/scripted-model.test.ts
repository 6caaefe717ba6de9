import assert from "node:assert/strict";
import { test } from "node:test";
import OpenAI from "openai";
import { type ScriptedModel, startScriptedModel } from "../../support/backends/scripted-model.js";

type Messages = OpenAI.Chat.ChatCompletionMessageParam[];

const tools = ["DATETIME", "CALC", "HANGUP"].map((name) => ({ type: "function" as const, function: { name } }));
const user = (content: string): Messages => [{ role: "user", content }];
const clientOf = (model: ScriptedModel) => new OpenAI({ baseURL: model.url, apiKey: "none", maxRetries: 0 });

/** A whole turn as a well-behaved client has it: calls the tools asked for, until there is a text. */
async function converse(model: ScriptedModel, said: string, run: (name: string, json: string) => string) {
  const messages = user(said);
  const called: string[] = [];
  for (;;) {
    const stream = clientOf(model).chat.completions.stream({ model: "scripted", messages, tools });
    const message = (await stream.finalChatCompletion()).choices[0]?.message;
    assert.ok(message);
    if (!message.tool_calls) return { called, text: message.content };
    messages.push(message);
    for (const call of message.tool_calls) {
      assert.equal(call.type, "function");
      called.push(`${call.function.name} ${call.function.arguments}`);
      messages.push({
        role: "tool",
        tool_call_id: call.id,
        content: run(call.function.name, call.function.arguments),
      });
    }
  }
}

test("a text streams token by token and ends with the reason stop", async () => {
  await using model = await startScriptedModel();
  model.when(/hello/i).say("Hello to you too.");
  const stream = await clientOf(model).chat.completions.create({
    model: "scripted",
    messages: user("Hello!"),
    stream: true,
    stream_options: { include_usage: true },
  });
  const tokens: string[] = [];
  const reasons: string[] = [];
  let usage = 0;
  for await (const chunk of stream) {
    const choice = chunk.choices[0];
    if (choice?.delta.content) tokens.push(choice.delta.content);
    if (choice?.finish_reason) reasons.push(choice.finish_reason);
    usage += chunk.usage?.completion_tokens ?? 0;
  }
  assert.deepEqual(tokens, ["Hello", " to", " you", " too."]);
  assert.deepEqual(reasons, ["stop"]);
  assert.equal(usage, 4);
});

test("the answer comes whole when no stream is asked for", async () => {
  await using model = await startScriptedModel();
  model.when(/time/).callTool("DATETIME", { format: "time" });
  model.otherwise("Pardon?");
  const { completions } = clientOf(model).chat;
  const plain = await completions.create({ model: "scripted", messages: user("mumble"), tools });
  assert.equal(plain.choices[0]?.message.content, "Pardon?");
  const call = await completions.create({ model: "scripted", messages: user("the time"), tools });
  assert.equal(call.choices[0]?.finish_reason, "tool_calls");
  assert.deepEqual(
    call.choices[0]?.message.tool_calls?.map((made) => made.type === "function" && made.function),
    [{ name: "DATETIME", arguments: '{"format":"time"}' }],
  );
});

test("a tool's result comes back in the words that follow, plain or as JSON with a message", async () => {
  await using model = await startScriptedModel();
  model
    .when(/time/)
    .callTool("DATETIME", { format: "time" })
    .thenSay((result) => `Well, ${result}!`);
  for (const content of ["it is noon", '{"status":"SUCCESS","message":"it is noon"}']) {
    const { called, text } = await converse(model, "what time is it", () => content);
    assert.deepEqual(called, ['DATETIME {"format":"time"}']);
    assert.equal(text, "Well, it is noon!");
  }
});

test("a turn can call several tools at once and others after them", async () => {
  await using model = await startScriptedModel();
  model
    .when(/everything/)
    .callTools(["DATETIME", {}], ["CALC", { expression: "1+1" }])
    .callTool("HANGUP")
    .thenSay("Done.");
  const { called, text } = await converse(model, "do everything", (name) => name);
  assert.deepEqual(called, ["DATETIME {}", 'CALC {"expression":"1+1"}', "HANGUP {}"]);
  assert.equal(text, "Done.");
});

test("a rule whose tool is not offered makes way for the next", async () => {
  await using model = await startScriptedModel();
  model
    .when(/weather/)
    .callTool("WEATHER")
    .thenSay("{result}");
  model.when(/weather/).say("Look out of the window.");
  assert.equal((await converse(model, "the weather", () => "")).text, "Look out of the window.");
});

test("the demo's conversation understands what a small recogniser makes of its sentences", async () => {
  await using model = await startScriptedModel({ conversation: "demo" });
  const outcome = async (said: string) => {
    const { called, text } = await converse(model, said, (name) => `${name} result`);
    return [...called, text];
  };
  const time = ['DATETIME {"format":"time"}', "DATETIME result"];
  assert.deepEqual(await outcome("what time is it"), time);
  assert.deepEqual(await outcome("tell me the time"), time);
  assert.deepEqual(await outcome("one is seven times six"), ['CALC {"expression":"7 * 6"}', "CALC result"]);
  assert.deepEqual(await outcome("one is twenty plus to you"), ['CALC {"expression":"20 + 2"}', "CALC result"]);
  assert.deepEqual(await outcome("thank you goodbye"), ["HANGUP {}", "Goodbye, and have a nice day."]);
  assert.deepEqual(await outcome("bye bye"), ["HANGUP {}", "Goodbye, and have a nice day."]);
  const [story] = await outcome("tell me about london");
  assert.ok((story?.match(/\./g)?.length ?? 0) >= 6, "the long answer has several sentences");
  assert.match((await outcome("xylophone"))[0] ?? "", /not sure what you mean/);
});

test("delays are kept: before the first token and between tokens", async () => {
  await using model = await startScriptedModel();
  model.when(/./).say("one two three");
  model.completions.delayMs = 60;
  model.completions.tokenDelayMs = 30;
  await converse(model, "count", () => "");
  const [request] = model.requests;
  assert.ok(request?.receivedAt && request.firstByteAt && request.endedAt);
  const first = request.firstByteAt - request.receivedAt;
  const rest = request.endedAt - request.firstByteAt;
  assert.ok(first >= 59, `first token after ${first} ms`);
  assert.ok(rest >= 58, `the other two after ${rest} ms`);
});

test("a failure ends after as many requests as it was told for", async () => {
  await using model = await startScriptedModel();
  model.completions.failWith(503, 2);
  const ask = () => clientOf(model).chat.completions.create({ model: "scripted", messages: user("hello") });
  await assert.rejects(ask, { status: 503 });
  await assert.rejects(ask, { status: 503 });
  assert.ok((await ask()).choices[0]?.message.content);
  assert.deepEqual(
    model.requests.map((request) => request.status),
    [503, 503, 200],
  );
});

test("an answer can be cut, empty, a web page, or call tools wrongly", async () => {
  await using model = await startScriptedModel();
  model.when(/sum/).callTool("CALC", { expression: "6 * 7" });
  model.when(/talk/).say("one two three four");
  const heard: string[] = [];
  const listen = async (said: string) => {
    heard.length = 0;
    const stream = await clientOf(model).chat.completions.create({
      model: "scripted",
      messages: user(said),
      tools,
      stream: true,
    });
    for await (const chunk of stream) {
      const delta = chunk.choices[0]?.delta;
      const call = delta?.tool_calls?.[0]?.function;
      heard.push(delta?.content ?? `${call?.name ?? ""}${call?.arguments ?? ""}`);
    }
  };
  model.completions.cutAfterTokens(2, 1);
  await assert.rejects(listen("talk"));
  assert.deepEqual(heard, ["one", " two"]);

  model.completions.emptyStream(1);
  await listen("talk");
  assert.equal(heard.join(""), "");

  model.completions.unknownTool(1);
  await listen("sum");
  assert.match(heard.join(""), /^NO_SUCH_TOOL/);

  model.completions.invalidJsonArguments(1);
  await listen("sum");
  assert.throws(() => JSON.parse(heard.join("").slice("CALC".length)));

  model.completions.nonsense(1);
  await listen("talk").catch(() => {});
  assert.equal(heard.join(""), "");

  await listen("talk");
  assert.equal(heard.join(""), "one two three four");
});

test("a client that goes away is in the log as aborted, whatever the model was doing", async () => {
  await using model = await startScriptedModel();
  model.when(/./).say("one two three four five six seven eight");
  const troubles: (() => void)[] = [
    () => model.completions.hang(1),
    () => model.completions.stallAfterTokens(2, 1),
    () => {
      model.completions.tokenDelayMs = 1000;
    },
  ];
  for (const trouble of troubles) {
    model.completions.mend();
    model.forget();
    trouble();
    const gone = new AbortController();
    const request = clientOf(model).chat.completions.create(
      { model: "scripted", messages: user("talk"), stream: true },
      { signal: gone.signal },
    );
    const listening = request.then(async (stream) => {
      for await (const _ of stream) gone.abort();
    });
    const deadline = performance.now() + 2000;
    const isOpen = async (count: number) => {
      while (model.open !== count && performance.now() < deadline)
        await new Promise((resolve) => setImmediate(resolve));
    };
    if (trouble === troubles[0]) void isOpen(1).then(() => gone.abort());
    await listening.catch(() => {});
    await isOpen(0);
    assert.equal(model.open, 0);
    assert.equal(model.requests[0]?.aborted, true);
  }
});

test("the model comes back on the port where it was stopped", async () => {
  await using model = await startScriptedModel();
  const names = async () => (await clientOf(model).models.list()).data.map((entry) => entry.id);
  assert.deepEqual(await names(), ["scripted"]);
  await model.stop();
  await assert.rejects(names);
  await model.start();
  assert.deepEqual(await names(), ["scripted"]);
});
