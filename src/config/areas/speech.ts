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
  mode: setting("STT_MODE", sttMode(), {
    default: "batch",
    description: "batch sends each utterance as a whole once it is over. A realtime mode is not available yet.",
  }),
  timeoutMs: setting("STT_TIMEOUT_MS", integer(500, 300_000), {
    default: 10_000,
    description: "The longest wait for the text of an utterance, in ms.",
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
  sampleRate: setting("TTS_SAMPLE_RATE", oneOf(8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000), {
    default: 24_000,
    description: "The rate of the raw audio that the server sends, in Hz. OpenAI's is 24000.",
  }),
  timeoutMs: setting("TTS_TIMEOUT_MS", integer(500, 300_000), {
    default: 10_000,
    description: "The longest wait for the first audio of a sentence, in ms.",
  }),
});

function sttMode() {
  const batch = oneOf("batch");
  return {
    values: batch.values,
    parse: (text: string) =>
      text.toLowerCase() === "realtime" ? { expected: "batch (realtime is not available yet)" } : batch.parse(text),
  };
}
