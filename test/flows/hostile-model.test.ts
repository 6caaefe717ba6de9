import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { createBackend } from "../../src/backends/openai.js";
import { createLanguageModel } from "../../src/language/create-language-model.js";
import type { ToolProtocol } from "../../src/language/tool-protocol.js";
import type { Tool } from "../../src/toolbox/tool.js";
import { PHRASES, startTalk } from "../support/fakes/talk.js";
import { type Answer, beginEvents, startHttpServer } from "../support/http-server.js";

/** What a server may send, held against what a caller hears. docs/language-model.md sums it up. */
interface Case {
  readonly comes: string;
  /** What each request is answered with, the last one over and over. */
  readonly answers: readonly Answer[];
  /** The sentences spoken; a phrase of a category by its name in brackets. */
  readonly hears: string;
  readonly said?: string;
  readonly protocol?: ToolProtocol;
}

/** A reply that never ends fails its test after this, in ms. */
const GUARD_MS = 20_000;

const tools: readonly Tool[] = [
  { name: "CLOCK", description: "Tells the time.", execute: () => ({ status: "SUCCESS", message: "It is noon." }) },
  { name: "DATETIME", description: "Tells the time.", execute: () => ({ status: "SUCCESS", message: "It is noon." }) },
  {
    name: "TIMER",
    description: "Sets a timer.",
    parameters: { minutes: { type: "integer", description: "How long", required: true, minimum: 1 } },
    execute: ({ minutes }) => ({ status: "SUCCESS", message: `Set for ${Number(minutes)} minutes.` }),
  },
  {
    name: "BOOK",
    description: "Reads a book.",
    execute: () => ({ status: "SUCCESS", message: "word ".repeat(200_000) }),
  },
];

type Delta = Readonly<Record<string, unknown>>;
const text = (content: string): Delta => ({ content });
const use = (name: string, given: string = "{}", index: number | undefined = 0): Delta => ({
  tool_calls: [{ index, id: `call_${name}_${index ?? 0}`, type: "function", function: { name, arguments: given } }],
});

/** A stream of these deltas that ends as streams do. */
function stream(...deltas: readonly Delta[]): Answer {
  return (response) => {
    const send = beginEvents(response);
    for (const delta of deltas) send({ choices: [{ index: 0, delta }] });
    const called = deltas.some((delta) => "tool_calls" in delta);
    send({ choices: [{ index: 0, delta: {}, finish_reason: called ? "tool_calls" : "stop" }] });
    send("[DONE]");
    response.end();
  };
}

/** A stream of these chunks and nothing else. */
function raw(...chunks: readonly unknown[]): Answer {
  return (response) => {
    const send = beginEvents(response);
    for (const chunk of chunks) send(chunk);
    response.end();
  };
}

const CASES: readonly Case[] = [
  { comes: "nothing at all", answers: [raw()], hears: "(error)" },
  { comes: "an end without a word", answers: [stream()], hears: "(error)" },
  { comes: "white space and a picture", answers: [stream(text(" \n 👍"))], hears: "(error)" },
  { comes: "nothing after a tool's result", answers: [stream(use("CLOCK")), stream()], hears: "It is noon." },
  {
    comes: "a connection cut in the third sentence",
    answers: [
      (response) => {
        beginEvents(response)({ choices: [{ delta: { content: "One. Two. And then the" } }] });
        setTimeout(() => response.destroy(), 20);
      },
    ],
    hears: "One. | Two. | (error)",
  },
  {
    comes: "a stream that ends politely in the third sentence",
    answers: [raw({ choices: [{ delta: { content: "One. Two. And then the" } }] })],
    hears: "One. | Two. | (error)",
  },
  {
    comes: "an end without a reason, as some servers write it",
    answers: [raw({ choices: [{ delta: { content: "One. Two. And three." } }] }, "[DONE]")],
    hears: "One. | Two. | And three.",
  },
  {
    comes: "an error in the middle of the stream",
    answers: [raw({ choices: [{ delta: { content: "One. Two" } }] }, { error: { message: "out of memory" } })],
    hears: "One. | (error)",
  },
  { comes: "a megabyte of text", answers: [stream(text("A word. ".repeat(130_000)))], hears: "A word. × 8" },
  { comes: "a megabyte of thoughts", answers: [stream(text(`<think>${"hm ".repeat(350_000)}`))], hears: "(error)" },
  { comes: "a megabyte from a tool, and then nothing", answers: [stream(use("BOOK")), stream()], hears: "word × 800" },
  {
    comes: "a call of an unknown tool, then words",
    answers: [stream(use("ROCKET")), stream(text("I cannot fly."))],
    hears: "I cannot fly.",
  },
  {
    comes: "calls of unknown tools in two rounds on end",
    answers: [stream(use("ROCKET")), stream(use("MISSILE"))],
    hears: "I am sorry, I could not get that done.",
  },
  {
    comes: "a call named like a prototype's key, then words",
    answers: [stream(use("__proto__"), use("constructor", "{}", 1)), stream(text("No."))],
    hears: "No.",
  },
  {
    comes: "arguments that are no JSON, then better ones",
    answers: [
      stream(use("TIMER", '{"minutes": ')),
      stream(use("TIMER", '{"minutes": 3}')),
      stream(text("Three it is.")),
    ],
    hears: "Three it is.",
  },
  {
    comes: "arguments that are no JSON in two rounds on end",
    answers: [stream(use("TIMER", '{"minutes": '))],
    hears: "I am sorry, I could not get that done.",
  },
  {
    comes: "arguments that do not fit, then a question",
    answers: [stream(use("TIMER", '{"minutes": "soon"}')), stream(text("How many minutes?"))],
    hears: "How many minutes?",
  },
  {
    comes: "arguments that do not fit, then nothing",
    answers: [stream(use("TIMER")), stream()],
    hears: "I am sorry, I could not get that done.",
  },
  { comes: "a megabyte of arguments", answers: [stream(use("TIMER", "1".repeat(1_000_000)))], hears: "(error)" },
  { comes: "tool calls without an end", answers: [stream(use("CLOCK"))], hears: "It is noon." },
  {
    comes: "tool calls without an end, each with a word",
    answers: [stream(text("Again."), use("CLOCK"))],
    hears: "Again. × 6",
  },
  {
    comes: "a call with text before and behind it",
    answers: [stream(text("Let me see. "), use("CLOCK"), text("Wait.")), stream(text("Noon."))],
    hears: "Let me see. | Wait. | Noon.",
  },
  {
    comes: "two calls at once",
    answers: [stream(use("CLOCK"), use("TIMER", '{"minutes":3}', 1)), stream()],
    hears: "It is noon. | Set for 3 minutes.",
  },
  {
    comes: "a call that finishes with the reason stop",
    answers: [
      raw({ choices: [{ delta: use("CLOCK") }] }, { choices: [{ delta: {}, finish_reason: "stop" }] }, "[DONE]"),
      stream(text("Noon.")),
    ],
    hears: "Noon.",
  },
  {
    comes: "calls without an index or an id",
    answers: [stream({ tool_calls: [{ function: { name: "CLOCK", arguments: "{}" } }] }), stream(text("Noon."))],
    hears: "Noon.",
  },
  {
    comes: "a last chunk with nothing but usage",
    answers: [
      raw(
        { choices: [{ delta: { content: "Hi." } }] },
        { choices: [{ delta: {}, finish_reason: "stop" }] },
        { choices: [], usage: { total_tokens: 3 } },
        "[DONE]",
      ),
    ],
    hears: "Hi.",
  },
  {
    comes: "content as null, as a list and as a number, and no role",
    answers: [
      stream({ content: null }, { content: [{ type: "text", text: "Hi " }, null, 3] }, { content: 7 }, text("you.")),
    ],
    hears: "Hi you.",
  },
  {
    comes: "chunks of other kinds",
    answers: [
      raw(
        null,
        [],
        7,
        { choices: null },
        { choices: [null] },
        { choices: [{ delta: null }] },
        { choices: [{ delta: { tool_calls: "none", content: "Hi." } }] },
        { choices: [{ delta: { tool_calls: [null, 3, {}] }, finish_reason: "stop" }] },
      ),
      stream(text("There.")),
    ],
    hears: "Hi. | There.",
  },
  { comes: "HANGUP without a word", answers: [stream(use("HANGUP"))], hears: "(goodbye)" },
  { comes: "HANGUP behind a goodbye", answers: [stream(text("Bye now."), use("HANGUP"))], hears: "Bye now." },
  { comes: "HANGUP before a goodbye", answers: [stream(use("HANGUP"), text("Bye now."))], hears: "Bye now." },
  {
    comes: "HANGUP together with another tool",
    answers: [stream(text("One moment."), use("CLOCK"), use("HANGUP", "{}", 1))],
    hears: "One moment. | It is noon. | (goodbye)",
  },
  {
    comes: "HANGUP together with a tool that there is not",
    answers: [stream(use("ROCKET"), use("HANGUP", "{}", 1))],
    hears: "(goodbye)",
  },
  {
    comes: "the time out of the model's head, then from the tool",
    said: "what time is it",
    answers: [stream(text("It is nine.")), stream(use("DATETIME")), stream(text("Noon."))],
    hears: "Noon.",
  },
  {
    comes: "the time out of the model's head, twice",
    said: "what time is it",
    answers: [stream(text("It is nine.")), stream(text("I cannot know.")), stream(text("Noon."))],
    hears: "Noon.",
  },
  {
    comes: "a call in text, with text before and behind it",
    protocol: "text",
    answers: [stream(text("Let me see.\nTOO"), text("L CLOCK {}\nIt is midn"), text("ight.\n")), stream(text("Noon."))],
    hears: "Let me see. | Noon.",
  },
  {
    comes: "calls in text without an end",
    protocol: "text",
    answers: [stream(text("```\nTOOL CLOCK\n```"))],
    hears: "It is noon.",
  },
  {
    comes: "a call in text that breaks off, twice",
    protocol: "text",
    answers: [stream(text('TOOL TIMER {"minutes": '))],
    hears: "I am sorry, I could not get that done.",
  },
];

async function whatIsHeard(t: TestContext, { answers, said = "hello", protocol = "native" }: Case): Promise<string> {
  let asked = 0;
  await using server = await startHttpServer((response, request) =>
    (answers[Math.min(asked++, answers.length - 1)] as Answer)(response, request),
  );
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 5_000 });
  const model = createLanguageModel({ backend, model: "hostile", toolProtocol: protocol, contextTokens: 8_192 });
  const { talk } = await startTalk(t, { tools, model, realTimers: true });
  talk.stt.next(said);
  await talk.asks();
  const over = () => talk.transcript.entries.some((entry, at) => at > 1 && entry.who === "assistant");
  for (const begun = performance.now(); !over() && performance.now() - begun < GUARD_MS;) {
    await pause(5);
    await talk.hearsAll();
  }
  const heard = talk.heard.slice(1);
  // Where the back end has failed, what there is without it follows the excuse.
  const excuses = new Set(["That went wrong.", ...talk.resources.menu.notice("llm").flatMap((each) => PHRASES[each])]);
  return inWords(heard.map((each) => (excuses.has(each) ? "(error)" : each === "Farewell." ? "(goodbye)" : each)));
}

function inWords(heard: readonly string[]): string {
  const named = heard.filter((each, at) => each !== "(error)" || heard[at - 1] !== each);
  const words = named.join(" ").split(" ");
  if (words.length > 500 && new Set(words).size === 1) return `${words[0]} × ${words.length}`;
  if (named.length > 2 && new Set(named).size === 1) return `${named[0]} × ${named.length}`;
  return named.join(" | ");
}

for (const each of CASES) {
  test(`a model that sends ${each.comes}: the caller hears ${each.hears}`, async (t) => {
    assert.equal(await whatIsHeard(t, each), each.hears);
  });
}
