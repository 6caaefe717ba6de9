import { area } from "../area.js";
import { extraBody } from "../extra-body.js";
import { address, decimal, integer, line, oneOf, optional, prose, required, setting } from "../setting.js";
import { DEFAULT_SYSTEM_PROMPT } from "../system-prompt.js";
import { model, token } from "../text-readers.js";

export const llm = area("Language model", ["LLM_", "SYSTEM_PROMPT"], {
  baseUrl: required("LLM_BASE_URL", address(), {
    description: "Base address of an OpenAI-style language-model server, as a rule ending in /v1.",
  }),
  model: required("LLM_MODEL", model, { description: "The model to ask for." }),
  apiKey: optional("LLM_API_KEY", token, { usual: true, secret: true, description: "Sent to it as a bearer token." }),
  maxTokens: optional("LLM_MAX_TOKENS", integer(1, 100_000), {
    fallbackText: "no limit is sent",
    description:
      "The longest answer, in tokens. A model that thinks first uses them for that as well, and says nothing when they are too few.",
  }),
  temperature: optional("LLM_TEMPERATURE", decimal(0, 2), {
    fallbackText: "the server's own",
    description: "How freely it words its answers.",
  }),
  reasoningEffort: optional(
    "LLM_REASONING_EFFORT",
    line("a word of the server's: none, minimal, low, medium, high …", /^[\w.-]{1,40}$/),
    {
      fallbackText: "the server's own",
      description:
        "How long a model thinks before it answers; sent as reasoning_effort. Callers wait for it: none or low, where the model knows it.",
    },
  ),
  extraBody: optional("LLM_EXTRA_BODY", extraBody(), {
    fallbackText: "nothing",
    description: "Further fields of each request for a completion, which only your server knows.",
  }),
  toolProtocol: setting("LLM_TOOL_PROTOCOL", oneOf("auto", "native", "text"), {
    default: "auto",
    description:
      "How it calls tools: native is the server's function calling, text a protocol for servers without it; auto finds out which by a short request at the start.",
  }),
  contextTokens: setting("LLM_CONTEXT_TOKENS", integer(1024, 10_000_000), {
    default: 8192,
    description:
      "What the model can read and write at a time, in tokens. Of a longer conversation the oldest turns go.",
  }),
  systemPrompt: setting("SYSTEM_PROMPT", prose(50_000), {
    default: DEFAULT_SYSTEM_PROMPT,
    fallbackText: "a prompt made for the telephone",
    file: true,
    description: "What the model is told before every conversation.",
  }),
});
