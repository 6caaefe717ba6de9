import { address, area, decimal, integer, oneOf, optional, prose, setting } from "../setting.js";
import { extraBody } from "../extra-body.js";
import { language, model, token, voices } from "../text-readers.js";

export const speech = area("Speech, both directions", ["SPEECH_"], {
  baseUrl: optional("SPEECH_BASE_URL", address(), {
    usual: true,
    description:
      "Base URL of an OpenAI-compatible speech server, usually ending in /v1. Required unless STT_BASE_URL and TTS_BASE_URL are both set.",
  }),
  apiKey: optional("SPEECH_API_KEY", token, {
    secret: true,
    description: "API key of the speech server, sent as a bearer token.",
  }),
});

export const stt = area("Speech to text", ["STT_"], {
  baseUrl: optional("STT_BASE_URL", address(), {
    fallbackText: "SPEECH_BASE_URL",
    description: "Base URL of a separate server for speech to text.",
  }),
  apiKey: optional("STT_API_KEY", token, {
    secret: true,
    fallbackText: "SPEECH_API_KEY, unless STT_BASE_URL is set",
    description: "API key of the speech-to-text server, sent as a bearer token.",
  }),
  model: setting("STT_MODEL", model, { default: "whisper-1", description: "Speech-to-text model to use." }),
  language: setting("STT_LANGUAGE", language, {
    default: "en",
    description:
      "Language of calls: what callers speak, and what the assistant and its tools say. en, de, es, fr and it are complete; for others, phrases.json holds the phrases. Requests and callers can choose another language for a call.",
  }),
  prompt: optional("STT_PROMPT", prose(1_000), {
    fallbackText: "nothing",
    description:
      "Names and words that callers use, as a sentence in their language: Welcome to Brinkmann Heating. I would like to speak to Ms Öztürk about a Vitodens. Sent with every utterance; servers that do not support it ignore it.",
  }),
  extraBody: optional(
    "STT_EXTRA_BODY",
    extraBody({
      example: '{"vad_filter": true, "temperature": 0}',
      ours: {
        file: "it is the caller's utterance",
        response_format: "the service finds out which one the server has",
        stream: "utterances are short",
      },
      settings: { model: "STT_MODEL", language: "STT_LANGUAGE", prompt: "STT_PROMPT" },
    }),
    {
      fallbackText: "nothing",
      description:
        "Additional fields of every transcription request, for options that only your server has. Not sent over a realtime session.",
    },
  ),
  mode: setting("STT_MODE", oneOf("batch", "realtime"), {
    default: "batch",
    description:
      "batch sends each utterance as a whole after it ends. realtime streams it over a WebSocket while the caller speaks, so that the transcript is ready when the utterance ends. The server must support OpenAI's realtime transcription; an utterance that it does not transcribe in time is sent as a whole.",
  }),
});

export const tts = area("Text to speech", ["TTS_"], {
  baseUrl: optional("TTS_BASE_URL", address(), {
    fallbackText: "SPEECH_BASE_URL",
    description: "Base URL of a separate server for text to speech.",
  }),
  apiKey: optional("TTS_API_KEY", token, {
    secret: true,
    fallbackText: "SPEECH_API_KEY, unless TTS_BASE_URL is set",
    description: "API key of the text-to-speech server, sent as a bearer token.",
  }),
  model: setting("TTS_MODEL", model, { default: "tts-1", description: "Text-to-speech model to use." }),
  voice: setting("TTS_VOICE", voices, {
    default: { usual: "alloy", byLanguage: {} },
    fallbackText: "alloy",
    description: "Voice to use. Languages that it does not speak can have others: alloy, de: thorsten, es: ef_dora.",
  }),
  speed: setting("TTS_SPEED", decimal(0.25, 4), {
    default: 1,
    description: "Speaking rate. 1 is the voice's normal rate.",
  }),
  sampleRate: optional("TTS_SAMPLE_RATE", oneOf(8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000), {
    fallbackText: "the rate that the server reports, or 24000",
    description:
      "Sample rate of the raw audio that the server sends, in Hz. Set it if the server reports no rate, or a wrong one.",
  }),
});

export const backends = area("Back ends", ["BACKEND_"], {
  timeoutMs: optional("BACKEND_TIMEOUT_MS", integer(500, 300_000), {
    fallbackText: "15000 for the language model, 10000 for speech",
    description:
      "Maximum wait for a back end, in ms: for the transcript of an utterance, for the next piece of a reply, and for the first audio of a sentence.",
  }),
});
