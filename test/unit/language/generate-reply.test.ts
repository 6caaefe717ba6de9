import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { Ending } from "../../../src/kernel/ending.js";
import { generateReply, type Reply, type ReplyNeeds, type ReplyPart } from "../../../src/language/generate-reply.js";
import type { LanguageModel, Message, ModelOutput, ToolCall } from "../../../src/language/ports.js";
import { createReplyTools } from "../../../src/conversation/reply-tools.js";
import type { Tool, ToolEnvironment } from "../../../src/toolbox/tool.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

type Script = (round: number, messages: readonly Message[]) => Iterable<ModelOutput> | AsyncIterable<ModelOutput>;

/** A model that says what it is told to, round by round, and remembers what it was asked. */
function scripted(script: Script) {
  const asked: { messages: readonly Message[]; offered: string[]; forced: string | undefined }[] = [];
  let left = 0;
  const model: LanguageModel = {
    async *stream(messages, tools, signal) {
      const forced = tools.find((tool) => tool.forced)?.name;
      asked.push({ messages, offered: tools.map(({ name }) => name), forced });
      try {
        for await (const output of script(asked.length - 1, messages)) {
          signal.throwIfAborted();
          yield output;
        }
      } finally {
        left++;
      }
    },
  };
  return { model, asked, left: () => left };
}

const say = (text: string): ModelOutput => ({ kind: "text", text });
const use = (...calls: [name: string, args?: object | string][]): ModelOutput => ({
  kind: "tool_calls",
  calls: calls.map(([name, args = {}], at) => ({
    id: `${name}-${at}`,
    name,
    arguments: typeof args === "string" ? args : JSON.stringify(args),
  })),
});

const ADD: Tool = {
  name: "ADD",
  description: "Adds.",
  parameters: {
    a: { type: "number", description: "", required: true },
    b: { type: "number", description: "", default: 1 },
  },
  execute: ({ a, b }) => ({ status: "SUCCESS", message: `${Number(a) + Number(b)}` }),
};
const HANGUP: Tool = {
  name: "HANGUP",
  description: "Hangs up.",
  execute: (_, { hangUp }) => {
    hangUp?.();
    return { status: "SUCCESS", message: "Goodbye." };
  },
};
const HISTORY: Message[] = [{ role: "user", content: "One and one?" }];

const NOT_DONE = "That cannot be done.";

interface ReplyOptions extends Partial<Omit<ReplyNeeds, "tools">> {
  readonly tools?: Tool[];
  readonly environment?: ToolEnvironment;
}

function reply(model: LanguageModel, more: ReplyOptions = {}): Reply {
  const { tools = [ADD, HANGUP], environment = toolEnvironment({ caller: "100", hangUp: () => {} }), ...needs } = more;
  const toolbox = createToolbox(tools, { timeoutMs: 1_000 });
  return generateReply({
    model,
    tools: createReplyTools({ toolbox, environment }),
    messages: HISTORY,
    notDone: NOT_DONE,
    signal: new AbortController().signal,
    ...needs,
  });
}

async function all(parts: AsyncIterable<ReplyPart>): Promise<ReplyPart[]> {
  const collected: ReplyPart[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
}

const words = (parts: ReplyPart[]) => parts.map((part) => (part.kind === "text" ? part.text : part.result.message));

/** Every call is followed by its result, in order, before anything else: what servers insist on. */
function assertConsistent(messages: readonly Message[]): void {
  const waiting: ToolCall[] = [];
  for (const message of messages) {
    if (message.role === "tool") assert.equal(waiting.shift()?.id, message.toolCallId);
    else assert.equal(waiting.length, 0, "a call without its result");
    if (message.role === "assistant") {
      waiting.push(...(message.toolCalls ?? []));
      for (const call of waiting) assert.equal(typeof JSON.parse(call.arguments), "object");
    }
  }
  assert.equal(waiting.length, 0, "a call without its result");
}

test("text passes through and becomes one assistant message", async () => {
  const made = reply(scripted(() => [say("Good "), say("day.")]).model);
  assert.deepEqual(await all(made), [
    { kind: "text", text: "Good " },
    { kind: "text", text: "day." },
  ]);
  assert.deepEqual(made.messages, [{ role: "assistant", content: "Good day." }]);
});

test("a tool runs, and the model goes on with its result", async () => {
  const { model, asked } = scripted((round) =>
    round === 0 ? [say("Let me see."), use(["add", { a: "1" }])] : [say("It is two.")],
  );
  const made = reply(model);
  const parts = await all(made);
  assert.deepEqual(words(parts), ["Let me see.", "2", "It is two."]);
  assert.ok(parts[1]?.kind === "tool" && parts[1].ms >= 0 && parts[1].call.name === "add");
  assert.deepEqual(asked[1]?.messages, [
    ...HISTORY,
    { role: "assistant", content: "Let me see.", toolCalls: [{ id: "add-0", name: "add", arguments: '{"a":"1"}' }] },
    { role: "tool", toolCallId: "add-0", content: '{"status":"SUCCESS","message":"2"}' },
  ]);
  assertConsistent(made.messages);
  assert.equal(made.messages.length, 3);
});

test("tools called in one round run at the same time and are answered in order", async () => {
  let running = 0;
  let most = 0;
  let release = () => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const together = (name: string): Tool => ({
    name,
    description: "Waits for the other.",
    async execute() {
      most = Math.max(most, ++running);
      if (running === 2) release();
      await both;
      running--;
      return { status: "SUCCESS", message: name };
    },
  });
  const { model } = scripted((round) => (round === 0 ? [use(["FIRST"], ["SECOND"])] : [say("Done.")]));
  const made = reply(model, { tools: [together("FIRST"), together("SECOND")] });
  assert.deepEqual(words(await all(made)), ["FIRST", "SECOND", "Done."]);
  assert.equal(most, 2);
});

test("arguments that do not fit go back to the model, and broken JSON does not stay in the history", async () => {
  const { model, asked } = scripted((round) => (round === 0 ? [use(["ADD", {}], ["ADD", '{"a":'])] : [say("Sorry.")]));
  const made = reply(model);
  await all(made);
  const results = asked[1]?.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  assert.match(results?.[0] ?? "", /FAILED.*a is required/);
  assert.match(results?.[1] ?? "", /FAILED.*not valid JSON/);
  assertConsistent(made.messages);
});

test("a model that never stops using tools gets a last round without them", async () => {
  const { model, asked } = scripted(() => [say("Again."), use(["ADD", { a: 1 }])]);
  const made = reply(model, { maxRounds: 2 });
  assert.deepEqual(words(await all(made)), ["Again.", "2", "Again.", "\n", "Again."]);
  assert.deepEqual(
    asked.map(({ offered }) => offered.length),
    [2, 2, 0],
  );
  assertConsistent(made.messages);
});

test("after hanging up there is no further round, and what was said before stays", async () => {
  const { model, asked } = scripted(() => [say("Goodbye!"), use(["HANGUP"])]);
  let hungUp = 0;
  const made = reply(model, { environment: toolEnvironment({ hangUp: () => hungUp++ }) });
  assert.deepEqual(words(await all(made)), ["Goodbye!", "Goodbye."]);
  assert.equal(hungUp, 1);
  assert.equal(asked.length, 1);
  assertConsistent(made.messages);
});

test("a model that does not stop talking is stopped", async () => {
  const { model, left } = scripted(function* () {
    for (;;) yield say("and on ");
  });
  const made = reply(model);
  assert.equal(words(await all(made)).join("").length, 8_000);
  assert.equal(left(), 1);
  assert.equal(made.messages[0]?.content.length, 8_000);
});

test("eight calls of a round run, and no more", async () => {
  const { model } = scripted((round) =>
    round === 0 ? [use(...Array.from({ length: 20 }, (_, a): [string, object] => ["ADD", { a }]))] : [],
  );
  const made = reply(model);
  assert.equal((await all(made)).length, 8);
  assertConsistent(made.messages);
});

test("a model that says nothing makes an empty reply", async () => {
  const made = reply(scripted(() => []).model);
  assert.deepEqual(await all(made), []);
  assert.deepEqual(made.messages, []);
});

test("a model that breaks off leaves the text it wrote", async () => {
  const made = reply(
    scripted(function* () {
      yield say("Well, ");
      throw new Error("broken");
    }).model,
  );
  await assert.rejects(all(made), /broken/);
  assert.deepEqual(made.messages, [{ role: "assistant", content: "Well, " }]);
});

test("a reply interrupted while tools run keeps each call with a result", async () => {
  const caller = new AbortController();
  const interrupted = new Ending("interrupted");
  let signalOfTool: AbortSignal | undefined;
  const SLOW: Tool = {
    name: "SLOW",
    description: "Never ends.",
    execute: (_, { signal }) => {
      signalOfTool = signal;
      return new Promise(() => {});
    },
  };
  const { model } = scripted(() => [say("Wait."), use(["ADD", { a: 1 }], ["SLOW"])]);
  const made = reply(model, { tools: [ADD, SLOW], signal: caller.signal });
  await assert.rejects(
    async () => {
      for await (const part of made) {
        assertConsistent(made.messages);
        if (part.kind === "tool") caller.abort(interrupted);
      }
    },
    (error) => error === interrupted,
  );
  assert.ok(signalOfTool?.aborted);
  assertConsistent(made.messages);
  assert.match(made.messages[1]?.content ?? "", /SUCCESS/);
  assert.match(made.messages[2]?.content ?? "", /Interrupted/);
});

test("leaving the loop ends the model's stream and the tools that still run", async () => {
  let signalOfTool: AbortSignal | undefined;
  const SLOW: Tool = {
    name: "SLOW",
    description: "Never ends.",
    execute: (_, { signal }) => {
      signalOfTool = signal;
      return new Promise(() => {});
    },
  };
  const caller = new AbortController();
  const talking = scripted(() => [say("One."), say("Two.")]);
  const first = reply(talking.model, { signal: caller.signal });
  for await (const _ of first) break;
  assert.equal(talking.left(), 1);

  const acting = reply(scripted(() => [use(["ADD", { a: 1 }], ["SLOW"])]).model, {
    tools: [ADD, SLOW],
    signal: caller.signal,
  });
  for await (const _ of acting) break;
  assert.ok(signalOfTool?.aborted);
  assertConsistent(acting.messages);
  assert.equal(getEventListeners(caller.signal, "abort").length, 0);
});

const TOLD: Tool[] = ["DATETIME", "WEATHER"].map((name) => ({
  name,
  description: "Tells.",
  execute: () => ({ status: "SUCCESS", message: `${name} told.` }),
}));
const asking = (content: string): Message[] => [
  { role: "system", content: "Be brief." },
  { role: "user", content },
];

test("a question about live facts forces its tool, once", async () => {
  const { model, asked } = scripted((round) => (round === 0 ? [use(["DATETIME"])] : [say("Noon.")]));
  const made = reply(model, { tools: TOLD, messages: asking("What time is it?") });
  assert.deepEqual(words(await all(made)), ["DATETIME told.", "Noon."]);
  assert.deepEqual(
    asked.map(({ forced }) => forced),
    ["DATETIME", undefined],
  );
  assertConsistent(made.messages);
});

test("what the model says instead of using the tool is not passed on, and it is asked again in words", async () => {
  const { model, asked } = scripted((round) =>
    round === 0 ? [say("It is"), say(" nine.")] : round === 1 ? [say("Well."), use(["DATETIME"])] : [say("Noon.")],
  );
  const made = reply(model, { tools: TOLD, messages: asking("What time is it?") });
  assert.deepEqual(words(await all(made)), ["DATETIME told.", "Noon."]);
  assert.match(asked[1]?.messages[0]?.content ?? "", /^Be brief\.\n\nUse the tool DATETIME now/);
  assert.equal(asked[2]?.messages[0]?.content, "Be brief.");
  assert.doesNotMatch(JSON.stringify(made.messages), /nine|Well/);
  assertConsistent(made.messages);
});

test("a tool that needs nothing is called where the model twice does not: live facts come out of no model's head", async () => {
  const { model, asked } = scripted((round) => [say(round < 2 ? `Answer ${round}.` : "Noon.")]);
  const parts = await all(reply(model, { tools: TOLD, messages: asking("What time is it?") }));
  assert.deepEqual(
    parts.map((part) => (part.kind === "tool" ? part.call.name : part.text)),
    ["DATETIME", "Noon."],
  );
  assert.equal(asked.length, 3);
});

test("a model that does not use a tool which needs more has the last word, and is not asked a third time", async () => {
  const { model, asked } = scripted((round) => [say(`Answer ${round}.`)]);
  const weather = {
    ...(TOLD.find(({ name }) => name === "WEATHER") ?? TOLD[0]),
    name: "WEATHER",
    parameters: { place: { type: "string", description: "", required: true } },
  } as Tool;
  const parts = await all(reply(model, { tools: [weather], messages: asking("How is the weather?") }));
  assert.deepEqual(words(parts), ["Answer 1."]);
  assert.equal(asked.length, 2);
});

test("none of several live questions is forced before the model had its chance to ask all at once", async () => {
  const { model, asked } = scripted((round) =>
    round === 0 ? [use(["DATETIME"], ["WEATHER"])] : [say("Noon and sunny.")],
  );
  const made = reply(model, { tools: TOLD, messages: asking("What time is it and what is the weather?") });
  assert.deepEqual(words(await all(made)), ["DATETIME told.", "WEATHER told.", "Noon and sunny."]);
  assert.deepEqual(
    asked.map(({ forced }) => forced),
    [undefined, undefined],
  );
});

test("nothing is forced of tools that there are not, nor where there may be none, nor for what does something", async () => {
  for (const more of [
    { tools: [ADD], messages: asking("What time is it?") },
    { tools: TOLD, maxRounds: 0, messages: asking("What time is it?") },
    { tools: TOLD, messages: asking("Set a timer for ten minutes.") },
    { tools: TOLD, messages: [...asking("What time is it?"), { role: "assistant", content: "Noon." } as const] },
  ]) {
    const { model, asked } = scripted(() => [say("Hm.")]);
    assert.deepEqual(words(await all(reply(model, more))), ["Hm."]);
    assert.deepEqual(
      asked.map(({ forced }) => forced),
      [undefined],
    );
  }
});

test("calls that cannot be made go back once; with the same tool on end the reply gives up in words", async () => {
  const { model, asked } = scripted(() => [use(["ADD", { a: "many" }])]);
  const made = reply(model);
  const parts = await all(made);
  assert.equal(words(parts).at(-1), NOT_DONE);
  assert.equal(asked.length, 2);
  assert.ok(parts.every((part) => part.kind === "text" || !part.usable));
  // Neither the excuse nor the calls stay: a model that reads them does the same again.
  assert.deepEqual(made.messages, []);
});

test("the same call is made once in a reply, however often and in whatever words the model asks for it", async () => {
  let ran = 0;
  const act: Tool = { ...ADD, name: "ACT", execute: () => ({ status: "SUCCESS", message: `Done ${++ran}.` }) };
  const { model, asked } = scripted((round) =>
    round === 0
      ? [use(["ACT", { a: 1 }], ["act", '{"b": "1", "a": 1.0}'])]
      : round === 1
        ? [use(["ACT", { b: 1, a: 1 }])]
        : [say("It is done.")],
  );
  const made = reply(model, { tools: [act] });
  const parts = await all(made);
  assert.equal(ran, 1);
  assert.equal(parts.filter(({ kind }) => kind === "tool").length, 1);
  assert.match(String(asked[2]?.messages.at(-1)?.content), /Already done, answer now\. Done 1\./);
  assertConsistent(made.messages);
});

test("a model that loses its way after a tool has succeeded leaves what that told, and no excuse", async () => {
  const { model } = scripted((round) => [round === 0 ? use(["ADD", { a: 2 }]) : use(["ADD", { a: "many" }])]);
  const made = reply(model);
  assert.deepEqual((await all(made)).at(-1), { kind: "text", text: "3" });
  assert.equal(made.messages.at(-1)?.content, "3");
  assertConsistent(made.messages);
});

test("another tool in between, or one that works beside it, is no reason to give up", async () => {
  const wrong: [string, object] = ["ADD", {}];
  const right: [string, object] = ["ADD", { a: 1 }];
  const rounds = [use(wrong), use(right), use(wrong), use(wrong, right), use(["ROCKET"]), [say("Done.")]].map((each) =>
    Array.isArray(each) ? each : [each],
  );
  const { model, asked } = scripted((round) => rounds[round] ?? []);
  assert.equal(words(await all(reply(model))).at(-1), "Done.");
  assert.equal(asked.length, 6);
});

test("a tool's megabyte is told to the model in part, without its data", async () => {
  const BIG: Tool = {
    name: "BIG",
    description: "Tells a lot.",
    execute: () => ({ status: "SUCCESS", message: "m".repeat(1_000_000), data: { more: "d".repeat(1_000_000) } }),
  };
  const DATA: Tool = {
    ...BIG,
    name: "DATA",
    execute: () => ({ status: "SUCCESS", message: "Found.", data: { more: "d".repeat(9_000) } }),
  };
  const { model, asked } = scripted((round) => (round === 0 ? [use(["BIG"], ["DATA"])] : [say("Much.")]));
  await all(reply(model, { tools: [BIG, DATA] }));
  const [big, data] = asked[1]?.messages.filter(({ role }) => role === "tool") ?? [];
  assert.ok((big?.content.length ?? 0) < 5_000 && JSON.parse(big?.content ?? "").status === "SUCCESS");
  assert.equal(data?.content, '{"status":"SUCCESS","message":"Found."}');
});
