import { completion, type DocumentedServer, error, KEY, raw, transcription, wav, when } from "./documented-server.js";

const has = (name: string) => (body: Readonly<Record<string, unknown>>) => name in body;

const OPENAI: DocumentedServer = {
  name: "OpenAI",
  behaviours: [
    { of: "llm", what: "answers", answer: completion() },
    { of: "stt", what: "transcribes", answer: transcription },
    { of: "tts", what: "speaks at 24 000 Hz", answer: raw(24_000) },
    {
      of: "llm",
      what: "a reasoning model wants max_completion_tokens, and is asked so from then on",
      settings: { maxTokens: 300 },
      answer: when(
        has("max_tokens"),
        error(
          400,
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          {
            param: "max_tokens",
            code: "unsupported_parameter",
          },
        ),
        completion(),
      ),
      times: 2,
      requests: 3,
    },
    {
      of: "llm",
      what: "a reasoning model wants its own temperature",
      settings: { temperature: 0.7 },
      answer: when(
        has("temperature"),
        error(
          400,
          "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
          {
            param: "temperature",
            code: "unsupported_value",
          },
        ),
        completion(),
      ),
      times: 2,
      requests: 3,
    },
    {
      of: "llm",
      what: "a reasoning model spends its tokens before it says a word",
      settings: { maxTokens: 300 },
      answer: completion([{ role: "assistant", content: "" }], "length"),
      reads:
        "reached its token limit before the model said a word, as models that think first do; see LLM_MAX_TOKENS (more, or none) and LLM_REASONING_EFFORT (less).",
    },
    {
      of: "llm",
      what: "a model that does not reason knows no reasoning_effort",
      settings: { reasoningEffort: "low" },
      answer: error(400, "Unrecognized request argument supplied: reasoning_effort"),
      reads:
        "rejected the request (HTTP 400): Unrecognized request argument supplied: reasoning_effort; see LLM_REASONING_EFFORT.",
    },
    {
      of: "llm",
      what: "there is no such model",
      answer: error(404, "The model `gpt-9` does not exist or you do not have access to it.", {
        code: "model_not_found",
      }),
      reads:
        "does not know this model (HTTP 404): The model `gpt-9` does not exist or you do not have access to it; see LLM_MODEL.",
    },
    {
      of: "stt",
      what: "the key is wrong",
      answer: error(
        401,
        `Incorrect API key provided: ${KEY}. You can find your API key at https://platform.openai.com.`,
        {
          code: "invalid_api_key",
        },
      ),
      reads: "rejected the key (HTTP 401); see STT_API_KEY or SPEECH_API_KEY.",
    },
    {
      of: "llm",
      what: "the quota is used up",
      answer: error(429, "You exceeded your current quota, please check your plan and billing details.", {
        code: "insufficient_quota",
      }),
      reads:
        "is overloaded, or its quota is used up (HTTP 429): You exceeded your current quota, please check your plan and billing details; see LLM_API_KEY.",
    },
  ],
};

const GROQ: DocumentedServer = {
  name: "Groq",
  behaviours: [
    { of: "llm", what: "answers", answer: completion() },
    { of: "stt", what: "transcribes", answer: transcription },
    {
      of: "tts",
      what: "makes WAV only, and is asked for it from then on",
      answer: when(
        (body) => body.response_format === "wav",
        wav(48_000),
        error(400, "response_format must be one of [wav]"),
      ),
      times: 2,
      requests: 3,
    },
    {
      of: "llm",
      what: "there is no such model",
      answer: error(404, "The model `gpt-oss` does not exist or you do not have access to it.", {
        code: "model_not_found",
      }),
      reads:
        "does not know this model (HTTP 404): The model `gpt-oss` does not exist or you do not have access to it; see LLM_MODEL.",
    },
    {
      of: "tts",
      what: "the key is wrong",
      answer: error(401, "Invalid API Key", { code: "invalid_api_key" }),
      reads: "rejected the key (HTTP 401); see TTS_API_KEY or SPEECH_API_KEY.",
    },
  ],
};

/** Taken down from LiteLLM 1.106.2 itself. */
const LITELLM: DocumentedServer = {
  name: "LiteLLM proxy",
  behaviours: [
    { of: "llm", what: "answers", answer: completion() },
    {
      of: "llm",
      what: "has no such model",
      answer: error(
        400,
        "/chat/completions: Invalid model name passed in model=m. Call `/v1/models` to view available models for your key.",
        {
          code: "400",
          provider_specific_fields: { error: "/chat/completions: Invalid model name passed in model=m." },
        },
      ),
      reads:
        "does not know this model (HTTP 400): /chat/completions: Invalid model name passed in model=m. Call `/v1/models` to view available models for your key; see LLM_MODEL.",
    },
    {
      of: "stt",
      what: "has no such model for speech",
      answer: error(400, "{'error': '/audio/transcriptions: Invalid model name passed in model=whisper.'}"),
      reads:
        "does not know this model (HTTP 400): {'error': '/audio/transcriptions: Invalid model name passed in model=whisper.'}; see STT_MODEL.",
    },
  ],
};

export const REMOTE_SERVERS = [OPENAI, GROQ, LITELLM];
