import assert from "node:assert/strict";
import { test } from "node:test";
import { type CompletionOptions, createCompletionForm } from "../../../src/language/completion-request.js";

function form(options: Partial<CompletionOptions> = {}) {
  const told: string[] = [];
  const made = createCompletionForm({ model: "m", ...options }, (what) => told.push(what));
  const body = () => made.body([{ role: "user", content: "Hello?" }], []);
  return { ...made, told, fields: body };
}

const ALWAYS = {
  stream: true,
  stream_options: { include_usage: true },
  messages: [{ role: "user", content: "Hello?" }],
};

test("what is not set is not sent", () => {
  assert.deepEqual(form().fields(), { model: "m", ...ALWAYS });
});

test("what is set is sent, and further fields that are not the service's own", () => {
  const { fields } = form({
    maxTokens: 200,
    temperature: 0,
    reasoningEffort: "low",
    extraBody: { top_k: 20, stream: false, model: "other" },
  });
  assert.deepEqual(fields(), {
    top_k: 20,
    model: "m",
    ...ALWAYS,
    max_tokens: 200,
    temperature: 0,
    reasoning_effort: "low",
  });
});

test("a limit that is refused is sent by its other name, then not at all, and then there is no other form", () => {
  const { fields, giveWay, told } = form({ maxTokens: 200 });
  assert.equal(giveWay("limit_unsupported", fields()), true);
  assert.deepEqual([fields().max_tokens, fields().max_completion_tokens], [undefined, 200]);
  assert.equal(giveWay("limit_unsupported", fields()), true);
  assert.deepEqual([fields().max_tokens, fields().max_completion_tokens], [undefined, undefined]);
  assert.equal(giveWay("limit_unsupported", fields()), false);
  assert.equal(told.length, 2);
});

test("of two requests that are refused side by side, one changes the form and both are made again", () => {
  const { fields, giveWay, told } = form({ maxTokens: 200 });
  const [one, other] = [fields(), fields()];
  assert.equal(giveWay("limit_unsupported", one), true);
  assert.equal(giveWay("limit_unsupported", other), true);
  assert.equal(fields().max_completion_tokens, 200);
  assert.deepEqual(told, ["the limit of LLM_MAX_TOKENS is now sent as max_completion_tokens"]);
});

test("a server that does not tell what a completion takes is not asked to any more", () => {
  const { fields, giveWay, told } = form();
  assert.equal(giveWay("usage_unsupported", fields()), true);
  assert.equal("stream_options" in fields(), false);
  assert.equal(giveWay("usage_unsupported", fields()), false);
  assert.equal(told.length, 1);
});

test("a temperature that is refused is not sent any more; one that was not sent is no reason to ask again", () => {
  const { fields, giveWay, told } = form({ temperature: 0.7 });
  assert.equal(giveWay("temperature_unsupported", fields()), true);
  assert.equal(fields().temperature, undefined);
  assert.equal(giveWay("temperature_unsupported", fields()), false);
  assert.deepEqual(told, ["the temperature (LLM_TEMPERATURE) is no longer sent"]);
});

test("other refusals change nothing", () => {
  const { fields, giveWay } = form({ maxTokens: 200, temperature: 1 });
  for (const refusal of ["tools_unsupported", "context_too_long", undefined] as const)
    assert.equal(giveWay(refusal, fields()), false);
  assert.equal(fields().max_tokens, 200);
});
