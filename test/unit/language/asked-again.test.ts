import assert from "node:assert/strict";
import { test } from "node:test";
import { createBackend } from "../../../src/backends/openai.js";
import { createLanguageModel } from "../../../src/language/create-language-model.js";
import type { Message, ToolOffer } from "../../../src/language/ports.js";
import { beginEvents, startHttpServer } from "../../support/http-server.js";

const CALC: ToolOffer = { name: "CALC", description: "Calculates.", parameters: { type: "object", properties: {} } };
const FORCED: readonly ToolOffer[] = [{ ...CALC, forced: true }];
const TALK: Message[] = [
  { role: "user", content: "Good day." },
  { role: "assistant", content: "Good day." },
  { role: "user", content: "How are you?" },
];

/** Everything for which a request is repeated in another form, as errors in the stream. */
const REPEATED: readonly (readonly [what: string, error: unknown, tools?: readonly ToolOffer[]])[] = [
  ["a call that could not be parsed", { error: { message: "Failed to call a function.", code: 400 } }],
  [
    "one in Groq's form",
    { error: { message: "Failed to call a function. See 'failed_generation'.", code: "tool_use_failed" } },
  ],
  ["the same with its status beside", { error: { message: "Failed to call a function.", status_code: 400 } }],
  ["a status in words", { error: { message: "Failed to call a function.", status: "400" } }],
  ["a status outside the error", { error: "Failed to call a function.", status: 400 }],
  ["the order of messages", { error: { message: "Conversation roles must alternate", code: 400 } }],
  ["a history that is too long", { error: { message: "maximum context length is 4096 tokens" } }],
  ["tools", { error: { message: "this model does not support tools" } }],
  ["a tool_choice", { error: { message: "tool_choice is not supported", code: 400 } }, FORCED],
];

async function heard(error: unknown, before: readonly string[], tools: readonly ToolOffer[] = [CALC]) {
  await using server = await startHttpServer((response) => {
    const send = beginEvents(response);
    const say = (content: string) => send({ choices: [{ delta: { content } }] });
    if (server.received.length > 1) {
      say("I am well.");
      send({ choices: [{ delta: {}, finish_reason: "stop" }] });
    } else {
      for (const each of before) say(each);
      send(error as object);
    }
    response.end();
  });
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 2_000 });
  const model = createLanguageModel({ backend, model: "m", toolProtocol: "auto", contextTokens: 8_192 });
  let said = "";
  let failure: unknown;
  try {
    for await (const output of model.stream(TALK, tools, new AbortController().signal))
      if (output.kind === "text") said += output.text;
  } catch (thrown) {
    failure = thrown;
  }
  return { said, failure, requests: server.received.length };
}

for (const [what, error, tools] of REPEATED) {
  test(`an answer that fails over ${what} is asked for again before its first word, and never after it`, async () => {
    const silent = await heard(error, ["", "\n", "TOOL CA"], tools);
    assert.deepEqual(silent, { said: "I am well.", failure: undefined, requests: 2 });
    const { said, failure, requests } = await heard(error, ["Your timer ", "is set. ", "Let me see. "], tools);
    assert.equal(said, "Your timer is set. Let me see. ");
    assert.equal((failure as { code?: unknown }).code, "llm_failed");
    assert.equal(requests, 1);
  });
}

test("an error without a status that is no refusal of this interface is not asked again", async () => {
  const { failure, requests } = await heard({ error: { message: "out of memory", code: "oom", status: 7 } }, []);
  assert.match(String(failure), /broke off: out of memory/);
  assert.equal(requests, 1);
});
