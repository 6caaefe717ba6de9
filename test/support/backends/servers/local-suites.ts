import {
  completion,
  type DocumentedServer,
  error,
  json,
  mp3,
  plain,
  TEXT_AND_SIMPLER,
  wav,
} from "./documented-server.js";

const LM_STUDIO: DocumentedServer = {
  name: "LM Studio",
  behaviours: [
    { of: "llm", what: "answers", answer: completion() },
    {
      of: "llm",
      what: "has no model loaded",
      answer: error(404, "No models loaded. Please load a model in the developer page or use the `lms load` command", {
        param: "model",
        code: "model_not_found",
      }),
      reads:
        "does not know this model (HTTP 404): No models loaded. Please load a model in the developer page or use the `lms load` command; see LLM_MODEL.",
    },
    {
      of: "tts",
      what: "makes no speech, and says so with status 200",
      requests: TEXT_AND_SIMPLER,
      answer: json(200, { error: "Unexpected endpoint or method. (POST /v1/audio/speech)" }),
      reads:
        "answered with application/json, not with audio: Unexpected endpoint or method. (POST /v1/audio/speech); see TTS_BASE_URL or SPEECH_BASE_URL.",
    },
    {
      of: "llm",
      what: "is asked at another path, and says so with status 200",
      answer: json(200, { error: "Unexpected endpoint or method. (POST /api/v1/chat/completions)" }),
      reads:
        "answered without a message: Unexpected endpoint or method. (POST /api/v1/chat/completions); see LLM_BASE_URL.",
    },
  ],
};

const LOCAL_AI: DocumentedServer = {
  name: "LocalAI",
  behaviours: [
    { of: "llm", what: "answers", answer: completion() },
    { of: "tts", what: "sends WAV where pcm is asked for", answer: wav(22_050, "audio/x-wav") },
    { of: "tts", what: "sends WAV that it calls a download", answer: wav(16_000, "application/octet-stream") },
    {
      of: "tts",
      what: "sends MP3 that it calls a download",
      answer: mp3("application/octet-stream"),
      requests: 2,
      reads:
        "sent MP3 although wav was requested; see TTS_MODEL and TTS_VOICE, and TTS_BASE_URL or SPEECH_BASE_URL for a server that supports pcm or wav.",
    },
    {
      of: "tts",
      what: "cannot load the model",
      answer: json(500, {
        error: {
          code: 500,
          message: "could not load model: rpc error: code = Unknown desc = stat /models/voice: no such file",
          type: "",
        },
      }),
      reads:
        "has an internal error (HTTP 500): could not load model: rpc error: code = Unknown desc = stat /models/voice: no such file; see TTS_BASE_URL or SPEECH_BASE_URL.",
    },
    {
      of: "stt",
      what: "knows no such path",
      answer: json(404, { error: { code: 404, message: "Resource not found", type: "" } }),
      reads:
        "does not know this model or path (HTTP 404): Resource not found; see STT_MODEL and STT_BASE_URL or SPEECH_BASE_URL.",
    },
    {
      of: "llm",
      what: "something else listens at the address",
      answer: plain(404, "404 page not found"),
      reads: "does not know this model or path (HTTP 404): 404 page not found; see LLM_MODEL and LLM_BASE_URL.",
    },
  ],
};

export const LOCAL_SUITES = [LM_STUDIO, LOCAL_AI];
