import { area } from "../area.js";
import { address, decimal, integer, line, oneOf, optional, setting } from "../setting.js";
import { model, token } from "../text-readers.js";

export const speech = area("Speech, both directions", ["SPEECH_"], {
  baseUrl: optional("SPEECH_BASE_URL", address(), {
    usual: true,
    description:
      "Base address of an OpenAI-style speech server, as a rule ending in /v1. Needed unless STT_BASE_URL and TTS_BASE_URL are both set.",
  }),
  apiKey: optional("SPEECH_API_KEY", token, { secret: true, description: "Sent to it as a bearer token." }),
});

export const stt = area("Speech to text", ["STT_"], {
  baseUrl: optional("STT_BASE_URL", address(), {
    fallbackText: "SPEECH_BASE_URL",
    description: "A server of its own for speech to text.",
  }),
  apiKey: optional("STT_API_KEY", token, {
    secret: true,
    fallbackText: "SPEECH_API_KEY, unless STT_BASE_URL is set",
    description: "Sent to that server as a bearer token.",
  }),
  model: setting("STT_MODEL", model, { default: "whisper-1", description: "The model to ask for." }),
  language: setting("STT_LANGUAGE", line("a language code such as en or de", /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$/), {
    default: "en",
    description: "What callers speak.",
  }),
  mode: setting("STT_MODE", oneOf("batch", "realtime"), {
    default: "batch",
    description:
      "batch sends each utterance as a whole once it is over. realtime streams it over a WebSocket while it is being said, so that the words are there when it ends; the server has to speak OpenAI's realtime transcription, and what it does not understand in time is sent as a whole.",
  }),
});

export const tts = area("Text to speech", ["TTS_"], {
  baseUrl: optional("TTS_BASE_URL", address(), {
    fallbackText: "SPEECH_BASE_URL",
    description: "A server of its own for text to speech.",
  }),
  apiKey: optional("TTS_API_KEY", token, {
    secret: true,
    fallbackText: "SPEECH_API_KEY, unless TTS_BASE_URL is set",
    description: "Sent to that server as a bearer token.",
  }),
  model: setting("TTS_MODEL", model, { default: "tts-1", description: "The model to ask for." }),
  voice: setting("TTS_VOICE", model, { default: "alloy", description: "The voice to ask for." }),
  speed: setting("TTS_SPEED", decimal(0.25, 4), { default: 1, description: "1 is the voice's own pace." }),
  sampleRate: optional("TTS_SAMPLE_RATE", oneOf(8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000), {
    fallbackText: "what the server says, or 24000",
    description: "The rate of the raw audio that the server sends, in Hz, where it does not say it, or says another.",
  }),
});

export const backends = area("Back ends", ["BACKEND_"], {
  timeoutMs: optional("BACKEND_TIMEOUT_MS", integer(500, 300_000), {
    fallbackText: "15000 for the language model, 10000 for speech",
    description:
      "Longest wait for a back end, in ms: for the text of an utterance, for the next piece of a reply, and for the first audio of a sentence.",
  }),
});
