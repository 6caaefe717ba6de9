import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BackendFailure } from "../../../src/backends/openai.js";
import { newest, withinWindow } from "../../../src/language/context-window.js";
import type { LanguageModel, Message, ToolOffer } from "../../../src/language/ports.js";

const SYSTEM: Message = { role: "system", content: "Be brief." };
const user = (content: string): Message => ({ role: "user", content });
const assistant = (content: string): Message => ({ role: "assistant", content });

/** A turn of about 100 tokens with a tool in it. */
function turn(at: number): Message[] {
  return [
    user(`question ${at} ${"x".repeat(120)}`),
    { role: "assistant", content: "", toolCalls: [{ id: `call-${at}`, name: "CALC", arguments: "{}" }] },
    { role: "tool", toolCallId: `call-${at}`, content: "2" },
    assistant(`answer ${at} ${"y".repeat(60)}`),
  ];
}

const turns = (count: number) => Array.from({ length: count }, (_, at) => turn(at)).flat();
const questions = (messages: readonly Message[]) =>
  messages.filter(({ role }) => role === "user").map(({ content }) => Number(content.split(" ")[1]));

function recording(refusals = 0) {
  const asked: (readonly Message[])[] = [];
  const model: LanguageModel = {
    async *stream(messages) {
      asked.push(messages);
      if (asked.length <= refusals) throw new BackendFailure("llm_failed", "Too long.", 400, "context_too_long");
      yield { kind: "text", text: "Yes." };
    },
  };
  return { model, asked };
}

async function ask(model: LanguageModel, messages: readonly Message[], tools: readonly ToolOffer[] = []) {
  let text = "";
  for await (const output of model.stream(messages, tools, new AbortController().signal))
    text += output.kind === "text" ? output.text : "";
  return text;
}

test("what fits is passed on as it is", () => {
  const messages = [SYSTEM, assistant("Hello."), ...turns(5), user("and now")];
  assert.equal(newest(messages, 1_000), messages);
});

test("the oldest turns of what does not fit are dropped, four at a time, and the system prompt stays", () => {
  const messages = [SYSTEM, assistant("Hello."), ...turns(30), user("question 99")];
  const fitting = newest(messages, 1_500);
  assert.deepEqual(fitting[0], SYSTEM);
  assert.equal(fitting[1]?.role, "user");
  const [first = 0] = questions(fitting);
  assert.equal((first + 1) % 4, 0, "the greeting was a turn too");
  assert.equal(questions(fitting).at(-1), 99);
  assert.deepEqual(
    newest([...messages, assistant("Yes."), user("more")], 1_520)[1],
    fitting[1],
    "and the next turn begins with the same",
  );
});

test("the turn under way stays, with its tools, however long it is", () => {
  const now: Message[] = [
    user("z".repeat(50_000)),
    { role: "assistant", content: "", toolCalls: [{ id: "a", name: "CALC", arguments: "{}" }] },
    { role: "tool", toolCallId: "a", content: "4" },
  ];
  assert.deepEqual(newest([SYSTEM, ...turns(10), ...now], 500), [SYSTEM, ...now]);
});

test("whatever there is and however little room, no result is without its call and nothing is out of order", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: -100, max: 4_000 }),
      fc.boolean(),
      (count, room, greeted) => {
        const messages = [SYSTEM, ...(greeted ? [assistant("Hello.")] : []), ...turns(count), user("question 99")];
        const fitting = newest(messages, room);
        assert.deepEqual(fitting, [SYSTEM, ...messages.slice(messages.length - fitting.length + 1)]);
        for (const [at, message] of fitting.entries()) {
          if (message.role !== "tool") continue;
          const before = fitting[at - 1];
          assert.ok(before?.role === "assistant" && before.toolCalls?.[0]?.id === message.toolCallId);
        }
      },
    ),
  );
});

test("the descriptions of tools and the answer's own length are kept free", async () => {
  const tools: ToolOffer[] = [{ name: "BIG", description: "d".repeat(1_500), parameters: { type: "object" } }];
  const { model, asked } = recording();
  const window = withinWindow(model, { tokens: 2_000, reserved: 300 });
  await ask(window, [SYSTEM, ...turns(30), user("question 99")]);
  await ask(window, [SYSTEM, ...turns(30), user("question 99")], tools);
  const [without = 0, withTools = 0] = asked.map((messages) => questions(messages).length);
  assert.ok(withTools < without && withTools > 1, `${withTools} turns instead of ${without}`);
});

test("told that it is too long, half of the turns are asked with, and no more than that from then on", async () => {
  const { model, asked } = recording(1);
  const window = withinWindow(model, { tokens: 100_000, reserved: 0 });
  assert.equal(await ask(window, [SYSTEM, ...turns(19), user("question 99")]), "Yes.");
  assert.deepEqual(
    asked.map((messages) => questions(messages).length),
    [20, 10],
  );
  await ask(window, [SYSTEM, ...turns(19), user("question 99")]);
  assert.ok(questions(asked[2] ?? []).length <= 10);
});

test("told so a second time, or of a single turn, it is a failure", async () => {
  const twice = recording(2);
  const messages = [SYSTEM, ...turns(10), user("question 99")];
  await assert.rejects(ask(withinWindow(twice.model, { tokens: 100_000, reserved: 0 }), messages), {
    code: "llm_failed",
  });
  assert.equal(twice.asked.length, 2);
  const single = recording(1);
  await assert.rejects(ask(withinWindow(single.model, { tokens: 100_000, reserved: 0 }), [SYSTEM, user("hello")]));
  assert.equal(single.asked.length, 1);
});

test("languages with letters of several bytes count for more", () => {
  const long = (letter: string) => [SYSTEM, user(letter.repeat(300)), assistant("Yes."), user("hello")];
  assert.equal(newest(long("a"), 200).length, 4);
  assert.equal(newest(long("漢"), 200).length, 2);
});
