import { area } from "../area.js";
import { extraBody } from "../extra-body.js";
import { address, decimal, integer, line, oneOf, optional, prose, required, setting } from "../setting.js";
import { DEFAULT_SYSTEM_PROMPT } from "../system-prompt.js";
import { model, token } from "../text-readers.js";

const OF_THE_CONVERSATION = "each conversation has its own";

export const llm = area("Language model", ["LLM_", "SYSTEM_PROMPT"], {
  baseUrl: required("LLM_BASE_URL", address(), {
    description: "Base URL of an OpenAI-compatible language-model server, usually ending in /v1.",
  }),
  model: required("LLM_MODEL", model, { description: "Language model to use." }),
  apiKey: optional("LLM_API_KEY", token, {
    usual: true,
    secret: true,
    description: "API key of the language-model server, sent as a bearer token.",
  }),
  maxTokens: optional("LLM_MAX_TOKENS", integer(1, 100_000), {
    fallbackText: "no limit is sent",
    description:
      "Maximum length of a reply, in tokens. A reasoning model's thinking counts as well; if the limit is too low, it says nothing.",
  }),
  temperature: optional("LLM_TEMPERATURE", decimal(0, 2), {
    fallbackText: "set by the server",
    description: "Sampling temperature. Higher values give more varied wording.",
  }),
  reasoningEffort: optional(
    "LLM_REASONING_EFFORT",
    line("a value that the server accepts: none, minimal, low, medium, high …", /^[\w.-]{1,40}$/),
    {
      fallbackText: "set by the server",
      description:
        "How long a reasoning model thinks before it replies, sent as reasoning_effort. Callers wait for it: use none or low if the model supports it.",
    },
  ),
  extraBody: optional(
    "LLM_EXTRA_BODY",
    extraBody({
      example: '{"chat_template_kwargs": {"enable_thinking": false}}',
      ours: {
        messages: OF_THE_CONVERSATION,
        stream: OF_THE_CONVERSATION,
        tools: OF_THE_CONVERSATION,
        tool_choice: OF_THE_CONVERSATION,
      },
      settings: {
        model: "LLM_MODEL",
        max_tokens: "LLM_MAX_TOKENS",
        max_completion_tokens: "LLM_MAX_TOKENS",
        temperature: "LLM_TEMPERATURE",
        reasoning_effort: "LLM_REASONING_EFFORT",
      },
    }),
    {
      fallbackText: "nothing",
      description: "Additional fields of every completion request, for options that only your server has.",
    },
  ),
  toolProtocol: setting("LLM_TOOL_PROTOCOL", oneOf("auto", "native", "text"), {
    default: "auto",
    description:
      "How the model calls tools. native: the server's function calling. text: a protocol for servers without it. auto: a short request at startup finds out which of the two works.",
  }),
  contextTokens: setting("LLM_CONTEXT_TOKENS", integer(1024, 10_000_000), {
    default: 8192,
    description:
      "Size of the model's context window, in tokens. The oldest turns of a longer conversation are dropped.",
  }),
  systemPrompt: setting("SYSTEM_PROMPT", prose(50_000), {
    default: DEFAULT_SYSTEM_PROMPT,
    fallbackText: "a prompt written for telephone calls",
    file: true,
    description: "Instructions that the model receives before every conversation.",
  }),
});
