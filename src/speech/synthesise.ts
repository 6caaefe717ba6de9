import { isSampleRate, SAMPLE_RATES } from "../audio/resample.js";
import { type Backend, nonsense, type Purpose } from "../backends/openai.js";
import { AttendantError } from "../kernel/errors.js";
import { NoSoundError, samplesFrom } from "./pcm-stream.js";
import type { TextToSpeech } from "./ports.js";

export interface TextToSpeechSettings {
  readonly backend: Backend;
  /** The model's name at the server. */
  readonly model: string;
  readonly voice: string;
  /** 1 is the voice's own pace, which is what the server is left to unless this is another. */
  readonly speed?: number | undefined;
  /** Rate of the raw audio that the server sends, Hz; 24 000 unless given. A server that sends WAV says it itself. */
  readonly sampleRate?: number | undefined;
}

/** What the text-to-speech server is asked for. */
export const TEXT_TO_SPEECH: Purpose = {
  code: "tts_failed",
  server: "text-to-speech server",
  settings: {
    address: "TTS_BASE_URL or SPEECH_BASE_URL",
    key: "TTS_API_KEY or SPEECH_API_KEY",
    model: "TTS_MODEL and TTS_VOICE",
  },
};

/** What would be noise in the caller's ear if it were played as samples. */
const NOT_SAMPLES = /text|html|json|xml|mpeg|mp3|mp4|aac|flac|ogg|opus|webm/i;

/**
 * A voice behind OpenAI's audio speech: raw audio, passed on as it arrives.
 *
 * @throws {AttendantError} `settings_invalid` when the rate is one that cannot be converted
 */
export function createTextToSpeech(settings: TextToSpeechSettings): TextToSpeech {
  const { backend, model, voice, speed = 1, sampleRate = 24_000 } = settings;
  if (!isSampleRate(sampleRate)) {
    throw new AttendantError("settings_invalid", `TTS_SAMPLE_RATE must be one of ${SAMPLE_RATES.join(", ")}.`);
  }

  async function* synthesise(text: string, signal: AbortSignal): AsyncGenerator<Int16Array, void, void> {
    yield* backend.stream(TEXT_TO_SPEECH, signal, async (api, closing) => {
      const response = await api.audio.speech.create(
        { model, voice, input: text, response_format: "pcm", ...(speed !== 1 && { speed }) },
        { signal: closing },
      );
      const type = response.headers.get("content-type") ?? "";
      if (!response.body || NOT_SAMPLES.test(type)) {
        throw nonsense(`answered with ${type || "nothing"}, not with PCM audio`, TEXT_TO_SPEECH, backend);
      }
      return audible(response.body);
    });
  }

  async function* audible(body: AsyncIterable<Uint8Array>): AsyncGenerator<Int16Array, void, void> {
    try {
      yield* samplesFrom(body, sampleRate);
    } catch (error) {
      throw error instanceof NoSoundError ? nonsense(error.message, TEXT_TO_SPEECH, backend) : error;
    }
  }

  return { synthesise };
}
