import assert from "node:assert/strict";
import { test } from "node:test";
import { BackendFailure, createBackend, type Purpose } from "../../../src/backends/openai.js";
import { answerJson, beginEvents, startHttpServer } from "../../support/http-server.js";

const PURPOSE: Purpose = {
  code: "llm_failed",
  server: "language model server",
  settings: { address: "LLM_BASE_URL", key: "LLM_API_KEY", model: "LLM_MODEL" },
};

/** Word for word what servers answer, as far as it decides. */
const REFUSALS: readonly (readonly [server: string, words: string, refusal: BackendFailure["refusal"]])[] = [
  [
    "OpenAI",
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    "context_too_long",
  ],
  ["llama.cpp", "the request exceeds the available context size, try increasing it", "context_too_long"],
  [
    "LM Studio",
    "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    "context_too_long",
  ],
  [
    "TGI",
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000",
    "context_too_long",
  ],
  ["Anthropic", "prompt is too long: 210000 tokens > 200000 maximum", "context_too_long"],
  ["Gemini", "The input token count (40000) exceeds the maximum number of tokens allowed (32768).", "context_too_long"],
  ["xAI", "This model's maximum prompt length is 131072 but the request contains 172034 tokens.", "context_too_long"],
  ["TabbyAPI", "Prompt length 5000 is greater than max_seq_len 4096", "context_too_long"],
  ["TensorRT-LLM", "Prompt length (5000) exceeds maximum input length (4096).", "context_too_long"],
  [
    "Cerebras",
    "Please reduce the length of the messages or completion. Current length is 8500 while limit is 8192",
    "context_too_long",
  ],
  [
    "Mistral-7B-Instruct v0.1",
    "Conversation roles must alternate user/assistant/user/assistant/...",
    "order_unsupported",
  ],
  [
    "Mistral",
    "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
    "order_unsupported",
  ],
  ["Anthropic", "The conversation must end with a user message.", "order_unsupported"],
  ["Mistral-7B-Instruct v0.2", "Only user and assistant roles are supported!", "system_unsupported"],
  ["Qwen", "System message must be at the beginning.", "system_unsupported"],
  ["Gemma", "System role not supported", "system_unsupported"],
  ["Mistral", "Only user, system and assistant roles are supported!", "tools_unsupported"],
  ["Moonshot", "invalid temperature: only 1 is allowed for this model", "temperature_unsupported"],
  ["a proxy", '"temperature" must be 1 for this model', "temperature_unsupported"],
  ["Anthropic", "`temperature` may only be set to 1 when thinking is enabled.", "temperature_unsupported"],
  ["a server", "temperature must be between 0 and 1", undefined],
  ["Ollama", "registry.ollama.ai/library/gemma:2b does not support tools", "tools_unsupported"],
  [
    "vLLM",
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    "tools_unsupported",
  ],
  ["llama.cpp", "tools param requires --jinja flag", "tools_unsupported"],
  ["OpenRouter", "No endpoints found that support tool use.", "tools_unsupported"],
  ["a proxy", "Function calling is not enabled for this model", "tools_unsupported"],
  ["a proxy", "Invalid value for 'tool_choice': only 'auto' is supported", "tool_choice_unsupported"],
  ["a server", "The model is overloaded", undefined],
  ["a server", "max_tokens is too large: 5000", undefined],
];

for (const [server, words, refusal] of REFUSALS) {
  test(`${server}: "${words.slice(0, 60)}" is ${refusal ?? "no refusal that is known"}`, async () => {
    await using http = await startHttpServer((response) => answerJson(response, { error: { message: words } }, 400));
    const backend = createBackend({ baseUrl: http.url, timeoutMs: 1_000 });
    const signal = new AbortController().signal;
    const failure = await backend.ask(PURPOSE, signal, (api) => api.models.list()).catch((error: unknown) => error);
    assert.ok(failure instanceof BackendFailure);
    assert.equal(failure.status, 400);
    assert.equal(failure.refusal, refusal);
  });
}

test("a refusal in the middle of a stream counts as well", async () => {
  await using http = await startHttpServer((response) => {
    beginEvents(response)({ error: { message: "the request exceeds the available context size" } });
    response.end();
  });
  const backend = createBackend({ baseUrl: http.url, timeoutMs: 1_000 });
  const pieces = backend.stream(PURPOSE, new AbortController().signal, (api, signal) =>
    api.chat.completions.create({ model: "m", messages: [], stream: true }, { signal }),
  );
  await assert.rejects(
    async () => {
      for await (const _ of pieces);
    },
    (error) => error instanceof BackendFailure && error.refusal === "context_too_long" && error.status === undefined,
  );
});
