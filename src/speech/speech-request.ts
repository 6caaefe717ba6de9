import type { ServerFault } from "../backends/failure.js";
import { type Backend, BackendFailure, type Purpose, tracedBy, wordsIn, wordsOfText } from "../backends/openai.js";
import { CompressedSoundError, NoSoundError, samplesFrom, WrittenSoundError } from "./pcm-stream.js";
import type { RawRate } from "./raw-rate.js";
import { type DeclaredSound, declaredSound } from "./sound-format.js";

/** What the text-to-speech server is asked for. */
export const TEXT_TO_SPEECH: Purpose = {
  code: "tts_failed",
  server: "text-to-speech server",
  settings: {
    address: "TTS_BASE_URL or SPEECH_BASE_URL",
    key: "TTS_API_KEY or SPEECH_API_KEY",
    model: "TTS_MODEL and TTS_VOICE",
    others: [
      [/no configuration for/i, "TTS_MODEL"],
      [/\bvoices?\b/i, "TTS_VOICE"],
      [/\bspeed\b/i, "TTS_SPEED"],
      [/\bmodels?\b/i, "TTS_MODEL"],
    ],
  },
};

/** The supported formats: raw samples, which can be played first, and WAV for servers that produce nothing else. */
export type Format = "pcm" | "wav";

/** Called for an answer with the rate in use (Hz), and whether a WAV header stated it. */
export type OnRate = (rate: number, isOfWav: boolean) => void;

export interface SpeechRequestNeeds {
  readonly backend: Backend;
  readonly model: string;
  readonly voice: string;
  readonly speed: number;
  readonly rawRate: Pick<RawRate, "at">;
}

/** Requests the speech of a text once, in one format. */
export type SpeechRequest = (text: string, asked: Format, options: SpeechRequestOptions) => AsyncIterable<Int16Array>;

export interface SpeechRequestOptions {
  readonly signal: AbortSignal;
  readonly traceparent?: string | undefined;
  readonly onRate?: OnRate | undefined;
}

/** Creates what sends requests for speech. They fail with `text_refused` for an answer without sound. */
export function createSpeechRequest({ backend, model, voice, speed, rawRate }: SpeechRequestNeeds): SpeechRequest {
  async function* audible(
    body: AsyncIterable<Uint8Array>,
    declared: DeclaredSound,
    asked: Format,
    onRate: OnRate | undefined,
  ): AsyncGenerator<Int16Array, void, void> {
    try {
      yield* samplesFrom(body, rawRate.at(declared.rate), declared, onRate);
    } catch (error) {
      if (error instanceof CompressedSoundError) throw ofOtherFormat(error.message, asked);
      if (error instanceof WrittenSoundError) throw noSound(error.message, wordsOfText(error.said));
      throw error instanceof NoSoundError ? noSound(error.message) : error;
    }
  }

  function noSound(what: string, said?: unknown, fault?: ServerFault): BackendFailure {
    const { message } = backend.unusable(TEXT_TO_SPEECH, what, said);
    return new BackendFailure(TEXT_TO_SPEECH.code, message, 200, "text_refused", fault);
  }

  function ofOtherFormat(what: string, asked: Format): BackendFailure {
    const { address, model: models } = TEXT_TO_SPEECH.settings;
    const detail = `The ${TEXT_TO_SPEECH.server} at ${backend.address} ${what} although ${asked} was requested; see ${models}, and ${address} for a server that supports pcm or wav.`;
    return new BackendFailure(TEXT_TO_SPEECH.code, detail, 200, "format_unsupported");
  }

  return (text, asked, { signal, traceparent, onRate }) =>
    backend.stream(TEXT_TO_SPEECH, signal, async (api, closing) => {
      const response = await api.audio.speech.create(
        { model, voice, input: text, response_format: asked, ...(speed !== 1 && { speed }) },
        { signal: closing, ...tracedBy(traceparent) },
      );
      const declared = declaredSound(response.headers.get("content-type"));
      if (!response.body || /^text\/|html|json|xml/.test(declared.type)) {
        const what = `answered with ${declared.type || "nothing"}, not with audio`;
        throw noSound(what, await wordsIn(response), "not_this_interface");
      }
      return audible(response.body, declared, asked, onRate);
    });
}
