import { isSampleRate, SAMPLE_RATES } from "../audio/resample.js";
import type { ServerFault } from "../backends/failure.js";
import { type Backend, BackendFailure, type Purpose, tracedBy, wordsIn, wordsOfText } from "../backends/openai.js";
import { AttendantError } from "../kernel/errors.js";
import { CompressedSoundError, NoSoundError, samplesFrom, WrittenSoundError } from "./pcm-stream.js";
import type { TextToSpeech } from "./ports.js";
import { type DeclaredSound, declaredSound } from "./sound-format.js";

export interface TextToSpeechSettings {
  readonly backend: Backend;
  /** The model's name at the server. */
  readonly model: string;
  readonly voice: string;
  /** 1 is the voice's own pace; then no speed is sent. */
  readonly speed?: number | undefined;
  /**
   * Sample rate of raw audio from the server, in Hz; default: the rate that the server declares, otherwise 24 000. A WAV file
   * states its own.
   */
  readonly sampleRate?: number | undefined;
  /** Called once for each feature that the server rejected and that is requested differently from then on. */
  readonly onAdapted?: ((what: string) => void) | undefined;
  /** Called once when the server declares a rate other than the configured one (Hz). */
  readonly onOtherRate?: ((said: number, set: number) => void) | undefined;
  /** Called for each answer with the rate in use (Hz), and whether a WAV header stated it. */
  readonly onRate?: ((rate: number, isOfWav: boolean) => void) | undefined;
}

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

/** The rate of OpenAI and most compatible servers. */
const USUAL_RATE = 24_000;

/** The supported formats: raw samples, which can be played first, and WAV for servers that produce nothing else. */
type Format = "pcm" | "wav";

/**
 * A voice behind OpenAI's speech API: raw audio, passed on as it arrives. A server that rejects this format, or answers with
 * compressed audio, is asked for WAV, and after the first success only for that. A text for which it has no sound is requested
 * once more, simplified or in the other format; if that fails, the text is refused (`text_refused`).
 *
 * @throws {AttendantError} `settings_invalid` when the rate is not supported
 */
export function createTextToSpeech(settings: TextToSpeechSettings): TextToSpeech {
  const { backend, model, voice, speed = 1, sampleRate, onAdapted, onOtherRate, onRate } = settings;
  if (sampleRate !== undefined && !isSampleRate(sampleRate)) {
    throw new AttendantError("settings_invalid", `TTS_SAMPLE_RATE must be one of ${SAMPLE_RATES.join(", ")}.`);
  }
  let format: Format = "pcm";
  let isRateDoubted = false;
  /** Whether the last text was spoken. */
  let isProven = true;

  async function* synthesise(
    text: string,
    signal: AbortSignal,
    traceparent?: string,
  ): AsyncGenerator<Int16Array, void, void> {
    const usual = format;
    let hasBegun = false;
    try {
      for await (const chunk of spoken(text, usual, signal, traceparent)) {
        hasBegun = isProven = true;
        yield chunk;
      }
    } catch (error) {
      if (signal.aborted || hasBegun || !(isOfFormat(error) || isOfText(error))) throw error;
      yield* otherwise(text, usual, error, signal, traceparent);
    }
  }

  /** Asks once more, in another format or with simpler text. */
  async function* otherwise(
    text: string,
    usual: Format,
    failure: BackendFailure,
    signal: AbortSignal,
    traceparent: string | undefined,
  ): AsyncGenerator<Int16Array, void, void> {
    const simple = isOfFormat(failure) ? text : simplified(text);
    const asked = simple !== text ? usual : usual === "pcm" ? "wav" : "pcm";
    try {
      for await (const chunk of spoken(simple, asked, signal, traceparent)) {
        if (format !== asked && isOfFormat(failure)) {
          onAdapted?.(`speech is requested as ${asked}`);
          format = asked; // Only now is it certain that the rest of the request was valid.
        }
        isProven = true;
        yield chunk;
      }
    } catch (error) {
      if (signal.aborted || !(isOfFormat(error) || isOfText(error))) throw error;
      throw ofText(isOfFormat(failure) ? error : failure);
    }
  }

  /** Two refusals in a row concern the server, one concerns the text. */
  function ofText(failure: BackendFailure): BackendFailure {
    const isOne = isProven;
    isProven = false;
    const { message, status, fault } = failure;
    if (isOne) return new BackendFailure(TEXT_TO_SPEECH.code, message, status, "text_refused", fault);
    if (failure.refusal !== "text_refused") return failure;
    return new BackendFailure(TEXT_TO_SPEECH.code, message, undefined, undefined, fault);
  }

  function spoken(text: string, asked: Format, signal: AbortSignal, traceparent?: string): AsyncIterable<Int16Array> {
    return backend.stream(TEXT_TO_SPEECH, signal, async (api, closing) => {
      const response = await api.audio.speech.create(
        { model, voice, input: text, response_format: asked, ...(speed !== 1 && { speed }) },
        { signal: closing, ...tracedBy(traceparent) },
      );
      const declared = declaredSound(response.headers.get("content-type"));
      if (!response.body || /^text\/|html|json|xml/.test(declared.type)) {
        const what = `answered with ${declared.type || "nothing"}, not with audio`;
        throw noSound(what, await wordsIn(response), "not_this_interface");
      }
      if (sampleRate !== undefined && declared.rate !== undefined && declared.rate !== sampleRate && !isRateDoubted) {
        isRateDoubted = true;
        onOtherRate?.(declared.rate, sampleRate);
      }
      return audible(response.body, declared, asked);
    });
  }

  async function* audible(
    body: AsyncIterable<Uint8Array>,
    declared: DeclaredSound,
    asked: Format,
  ): AsyncGenerator<Int16Array, void, void> {
    try {
      yield* samplesFrom(body, sampleRate ?? declared.rate ?? USUAL_RATE, declared, onRate);
    } catch (error) {
      if (error instanceof CompressedSoundError) throw ofOtherFormat(error.message, asked);
      if (error instanceof WrittenSoundError) throw noSound(error.message, wordsOfText(error.said));
      throw error instanceof NoSoundError ? noSound(error.message) : error;
    }
  }

  function noSound(what: string, said?: unknown, fault?: ServerFault): AttendantError {
    const { message } = backend.unusable(TEXT_TO_SPEECH, what, said);
    return new BackendFailure(TEXT_TO_SPEECH.code, message, 200, "text_refused", fault);
  }

  function ofOtherFormat(what: string, asked: Format): AttendantError {
    const { address, model: models } = TEXT_TO_SPEECH.settings;
    const detail = `The ${TEXT_TO_SPEECH.server} at ${backend.address} ${what} although ${asked} was requested; see ${models}, and ${address} for a server that supports pcm or wav.`;
    return new BackendFailure(TEXT_TO_SPEECH.code, detail, 200, "format_unsupported");
  }

  return { synthesise };
}

function isOfText(error: unknown): error is BackendFailure {
  if (!(error instanceof BackendFailure)) return false;
  return error.refusal === "text_refused" || (error.refusal === undefined && error.isRejection);
}

/** Letters, numbers and the signs that every voice knows. */
const simplified = (text: string) =>
  text
    .replace(/[^\p{L}\p{M}\p{N}.,?!'’ -]/gu, " ")
    .replace(/([.,?!'’-])\1+/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

function isOfFormat(error: unknown): error is BackendFailure {
  return error instanceof BackendFailure && error.refusal === "format_unsupported";
}
