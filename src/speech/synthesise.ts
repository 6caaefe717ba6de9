import { isSampleRate, SAMPLE_RATES } from "../audio/resample.js";
import { type Backend, BackendFailure } from "../backends/openai.js";
import { AttendantError } from "../kernel/errors.js";
import type { TextToSpeech } from "./ports.js";
import { createRateLookup } from "./rate-lookup.js";
import { createRawRate, type OtherRate } from "./raw-rate.js";
import { createSpeechRequest, type Format, type OnRate, TEXT_TO_SPEECH } from "./speech-request.js";

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
  /** Whether the rate of raw audio is looked up in a WAV file of the server before the first text is spoken. */
  readonly looksUpRate?: boolean | undefined;
  /** Called once when the server states a rate other than the configured or usual one. */
  readonly onOtherRate?: ((rates: OtherRate) => void) | undefined;
  readonly onRate?: OnRate | undefined;
}

/** A voice behind a server. */
export interface ServedVoice extends TextToSpeech {
  /** Looks up the rate of raw audio, unless that is done, as the first text would. Rejects with the signal's reason alone. */
  lookUpRate(signal: AbortSignal): Promise<void>;
}

/**
 * A voice behind OpenAI's speech API: raw audio, passed on as it arrives. A server that rejects this format, or answers with
 * compressed audio, is asked for WAV, and after the first success only for that. A text for which it has no sound is requested
 * once more, simplified or in the other format; if that fails, the text is refused (`text_refused`).
 *
 * @throws {AttendantError} `settings_invalid` when the rate is not supported
 */
export function createTextToSpeech(settings: TextToSpeechSettings): ServedVoice {
  const { backend, model, voice, speed = 1, sampleRate, onAdapted, onRate } = settings;
  if (sampleRate !== undefined && !isSampleRate(sampleRate)) {
    throw new AttendantError("settings_invalid", `TTS_SAMPLE_RATE must be one of ${SAMPLE_RATES.join(", ")}.`);
  }
  let format: Format = "pcm";
  const rawRate = createRawRate({ set: sampleRate, onOther: settings.onOtherRate });
  const request = createSpeechRequest({ backend, model, voice, speed, rawRate });
  const lookup = settings.looksUpRate ? createRateLookup(request, rawRate) : undefined;
  /** Whether the last text was spoken. */
  let isProven = true;

  async function* synthesise(
    text: string,
    signal: AbortSignal,
    traceparent?: string,
  ): AsyncGenerator<Int16Array, void, void> {
    await lookup?.before(signal);
    const usual = format;
    let hasBegun = false;
    try {
      for await (const chunk of request(text, usual, { signal, traceparent, onRate })) {
        hasBegun = isProven = true;
        lookup?.worked();
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
      for await (const chunk of request(simple, asked, { signal, traceparent, onRate })) {
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

  return { synthesise, lookUpRate: (signal) => lookup?.before(signal) ?? Promise.resolve() };
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
