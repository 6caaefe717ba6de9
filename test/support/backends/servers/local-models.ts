import { completion, type DocumentedServer, error, json, when } from "./documented-server.js";

const offersTools = (body: Readonly<Record<string, unknown>>) => "tools" in body;

const OLLAMA: DocumentedServer = {
  name: "Ollama",
  behaviours: [
    { of: "llm", what: "answers", answer: completion() },
    {
      of: "llm",
      what: "the model was not pulled",
      answer: error(404, 'model "qwen4" not found, try pulling it first', { type: "api_error" }),
      reads: 'does not know this model (HTTP 404): model "qwen4" not found, try pulling it first; see LLM_MODEL.',
    },
    {
      of: "llm",
      what: "the model has no tools, and is served by the text protocol",
      answer: when(
        offersTools,
        error(400, "registry.ollama.ai/library/gemma:2b does not support tools", { type: "api_error" }),
        completion(),
      ),
      times: 2,
      requests: 3,
    },
    {
      of: "llm",
      what: "the model does not think",
      settings: { reasoningEffort: "low" },
      answer: error(400, '"llama3.2" does not support thinking', { type: "api_error" }),
      reads: 'rejected the request (HTTP 400): "llama3.2" does not support thinking; see LLM_REASONING_EFFORT.',
    },
    {
      of: "llm",
      what: "the model thinks until its tokens are used up",
      settings: { maxTokens: 50 },
      answer: completion(
        [
          { content: "", reasoning: "The user is asking for " },
          { content: "", reasoning: "the capital" },
        ],
        "length",
      ),
      reads:
        "reached its token limit before the model said a word, as models that think first do; see LLM_MAX_TOKENS (more, or none) and LLM_REASONING_EFFORT (less).",
    },
  ],
};

const VLLM: DocumentedServer = {
  name: "vLLM",
  behaviours: [
    { of: "llm", what: "answers", answer: completion() },
    {
      of: "llm",
      what: "serves another model",
      answer: json(404, {
        object: "error",
        message: "The model `Qwen/Qwen3-8B` does not exist.",
        type: "NotFoundError",
        param: null,
        code: 404,
      }),
      reads: "does not know this model (HTTP 404): The model `Qwen/Qwen3-8B` does not exist; see LLM_MODEL.",
    },
    {
      of: "llm",
      what: "was started without a parser for tools, and is served by the text protocol",
      answer: when(
        offersTools,
        json(400, {
          object: "error",
          message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          type: "BadRequestError",
          param: null,
          code: 400,
        }),
        completion(),
      ),
      times: 2,
      requests: 3,
    },
    {
      of: "llm",
      what: "the key is wrong",
      answer: json(401, { error: "Unauthorized" }),
      reads: "rejected the key (HTTP 401); see LLM_API_KEY.",
    },
    {
      of: "llm",
      what: "an old one behind a gateway that knows neither name of the limit",
      settings: { maxTokens: 300 },
      answer: when(
        (body) => "max_tokens" in body || "max_completion_tokens" in body,
        json(400, {
          object: "error",
          message:
            "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted', 'input': 300}]",
          type: "BadRequestError",
          code: 400,
        }),
        completion(),
      ),
      times: 2,
      requests: 4,
    },
  ],
};

const LLAMA_CPP: DocumentedServer = {
  name: "llama.cpp server",
  behaviours: [
    { of: "llm", what: "answers", answer: completion() },
    {
      of: "llm",
      what: "is loading its model",
      answer: json(503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }),
      reads: "is still loading (HTTP 503): Loading model; see LLM_BASE_URL.",
    },
    {
      of: "llm",
      what: "the key is wrong",
      answer: json(401, { error: { code: 401, message: "Invalid API Key", type: "authentication_error" } }),
      reads: "rejected the key (HTTP 401); see LLM_API_KEY.",
    },
    {
      of: "llm",
      what: "was started without --jinja, and is served by the text protocol",
      answer: when(
        offersTools,
        json(500, { error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" } }),
        completion(),
      ),
      times: 2,
      requests: 3,
    },
    {
      of: "llm",
      what: "an old one knows no tools at all",
      answer: when(
        offersTools,
        json(500, { error: { code: 500, message: "Unsupported param: tools", type: "server_error" } }),
        completion(),
      ),
      times: 2,
      requests: 3,
    },
  ],
};

export const LOCAL_MODEL_SERVERS = [OLLAMA, VLLM, LLAMA_CPP];
