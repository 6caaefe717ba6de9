import { createBackend } from "../../src/backends/openai.js";
import { createChatModel } from "../../src/language/chat-model.js";
import { createPhraseCache } from "../../src/speech/phrase-cache.js";
import { createTextToSpeech } from "../../src/speech/synthesise.js";
import { createSpeechToText } from "../../src/speech/transcribe.js";
import { type LanguageModelUnderTest, languageModelContract } from "./language-model.contract.js";
import { startOpenAiStyleServer } from "./openai-style-server.js";
import { type SpeechToTextUnderTest, speechToTextContract } from "./speech-to-text.contract.js";
import { type TextToSpeechUnderTest, textToSpeechContract } from "./text-to-speech.contract.js";

/**
 * The clients of OpenAI-style servers against their contracts: with a small server of our own, and with a real one where
 * the environment names it (TEST_LLM_BASE_URL, TEST_SPEECH_BASE_URL, and what goes with them below).
 */
const NOBODY = createBackend({ baseUrl: "http://127.0.0.1:1", timeoutMs: 1_000 });
const TONE = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 10)));

type Server = AsyncDisposable & {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly open?: () => number;
};

/** A server that was there before the test and stays. */
const standing = (url: string, apiKey: string | undefined) => async (): Promise<Server> => ({
  url,
  apiKey,
  [Symbol.asyncDispose]: async () => {},
});

async function under<T>(
  start: () => Promise<Server>,
  make: (backend: ReturnType<typeof createBackend>) => Promise<T> | T,
) {
  const server = await start();
  const backend = createBackend({ baseUrl: server.url, apiKey: server.apiKey, timeoutMs: 30_000 });
  return {
    ...(await make(backend)),
    ...(server.open && { open: server.open }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function language(start: () => Promise<Server>, model = "any"): () => Promise<LanguageModelUnderTest> {
  return () =>
    under(start, (backend) => ({
      model: createChatModel({ backend, model, temperature: 0 }),
      unreachable: createChatModel({ backend: NOBODY, model }),
    }));
}

interface VoiceSettings {
  readonly model: string;
  readonly voice: string;
  readonly sampleRate?: number | undefined;
}

function voice(
  start: () => Promise<Server>,
  settings: VoiceSettings,
  cached = false,
): () => Promise<TextToSpeechUnderTest> {
  return () =>
    under(start, (backend) => {
      const made = createTextToSpeech({ backend, ...settings });
      return {
        voice: cached ? createPhraseCache(made, { maxBytes: 1_000_000 }) : made,
        unreachable: createTextToSpeech({ backend: NOBODY, ...settings }),
      };
    });
}

type Utterance = SpeechToTextUnderTest["utterance"];

function recogniser(start: () => Promise<Server>, model: string, utterance: () => Promise<Utterance>) {
  return (): Promise<SpeechToTextUnderTest> =>
    under(start, async (backend) => ({
      recogniser: createSpeechToText({ backend, model, language: "en" }),
      unreachable: createSpeechToText({ backend: NOBODY, model }),
      utterance: await utterance(),
    }));
}

const ANY_VOICE = { model: "any", voice: "any" };
languageModelContract("the chat-completions client", language(startOpenAiStyleServer));
speechToTextContract(
  "the transcriptions client",
  recogniser(startOpenAiStyleServer, "any", async () => ({ samples: TONE, words: /^Hello there\.$/ })),
);
textToSpeechContract("the speech client", voice(startOpenAiStyleServer, ANY_VOICE));
textToSpeechContract("the phrase cache", voice(startOpenAiStyleServer, ANY_VOICE, true));

const { env } = process;
if (env.TEST_LLM_BASE_URL) {
  const server = standing(env.TEST_LLM_BASE_URL, env.TEST_LLM_API_KEY);
  languageModelContract(`${env.TEST_LLM_MODEL} at ${env.TEST_LLM_BASE_URL}`, language(server, env.TEST_LLM_MODEL));
}
if (env.TEST_SPEECH_BASE_URL) {
  const server = standing(env.TEST_SPEECH_BASE_URL, env.TEST_SPEECH_API_KEY);
  const settings = {
    model: env.TEST_TTS_MODEL ?? "tts-1",
    voice: env.TEST_TTS_VOICE ?? "alloy",
    sampleRate: env.TEST_TTS_SAMPLE_RATE ? Number(env.TEST_TTS_SAMPLE_RATE) : undefined,
  };
  textToSpeechContract(`the voice at ${env.TEST_SPEECH_BASE_URL}`, voice(server, settings));
  // What the server says itself is what it has to understand.
  const said = async (): Promise<Utterance> => {
    await using speaking = await voice(server, settings)();
    const samples: number[] = [];
    const text = "What time is it?";
    for await (const chunk of speaking.voice.synthesise(text, new AbortController().signal)) samples.push(...chunk);
    return { samples: Int16Array.from(samples), words: /what time is it/i };
  };
  speechToTextContract(
    `the recogniser at ${env.TEST_SPEECH_BASE_URL}`,
    recogniser(server, env.TEST_STT_MODEL ?? "whisper-1", said),
  );
}
