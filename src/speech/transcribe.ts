import { msOf } from "../audio/pcm.js";
import { writeWav } from "../audio/wav.js";
import { type Backend, BackendFailure, type Purpose, tracedBy } from "../backends/openai.js";
import type { AttendantError } from "../kernel/errors.js";
import { primaryLanguage } from "../locales/locales.js";
import type { SpeechToText } from "./ports.js";
import { heardIn, readTranscription, type Segment, textOf } from "./transcription-answer.js";

export interface SpeechToTextSettings {
  readonly backend: Backend;
  /** The model's name at the server. */
  readonly model: string;
  /**
   * The language of the callers, such as `en` or `en-GB`; only the language is sent to the server. Default: the server detects
   * it.
   */
  readonly language?: string | undefined;
  /** Names and words that callers use, as a text in their language. */
  readonly prompt?: string | undefined;
  /** Additional fields of every request. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Called when requests are sent in another form from now on, with a clause for the log. */
  readonly onAdapted?: ((what: string) => void) | undefined;
  /** Called with the failure of an utterance that was given up although the server works. */
  readonly onGivenUp?: ((why: AttendantError) => void) | undefined;
  /** Called with the whole text of an utterance in which no words were found. */
  readonly onIgnored?: ((text: string) => void) | undefined;
}

/** What the speech-to-text server is asked for. */
export const SPEECH_TO_TEXT: Purpose = {
  code: "stt_failed",
  server: "speech-to-text server",
  settings: {
    address: "STT_BASE_URL or SPEECH_BASE_URL",
    key: "STT_API_KEY or SPEECH_API_KEY",
    model: "STT_MODEL",
    others: [
      [/\blanguage\b/i, "STT_LANGUAGE"],
      [/\bprompt\b/i, "STT_PROMPT"],
    ],
  },
};

type Form = "verbose_json" | "json";

/** Statuses of servers that fail, instead of rejecting the request, if asked for a form of answer that they do not support. */
const FORM_FAILED: ReadonlySet<number> = new Set([500, 501]);
/** A server that worked may fail at this many utterances in a row; more are an outage. */
const MAX_GIVEN_UP = 2;

/**
 * Transcribes whole utterances with OpenAI's transcription API. The longer form of answer, `verbose_json`, says how
 * likely a stretch is no speech; a server that refuses it is asked for `json` from then on, and one that fails at it is asked for
 * it again ever more rarely: it may have been loading. An utterance that the
 * server rejects, or answers with nonsense, has no words if the server works otherwise.
 */
export function createSpeechToText(settings: SpeechToTextSettings): SpeechToText {
  const { backend, onAdapted, onGivenUp, onIgnored } = settings;
  /** The form that the server has; undefined while that is not known. */
  let known: Form | undefined;
  /** After a failure at the longer form: how many utterances go without it, and how many still do. */
  let pause = 0;
  let paused = 0;
  let hasWorked = false;
  let givenUp = 0;

  function askFor(form: Form, samples: Int16Array, signal: AbortSignal, traceparent?: string) {
    return backend.ask(SPEECH_TO_TEXT, signal, async (api, closing): Promise<readonly Segment[]> => {
      const response = await api.audio.transcriptions
        .create(requestFor(samples, form, settings), { signal: closing, ...tracedBy(traceparent) })
        .asResponse();
      const answer = readTranscription(await response.text(), response.headers.get("content-type") ?? "");
      if (!("what" in answer)) return answer;
      throw backend.unusable(SPEECH_TO_TEXT, answer.what, answer.said, answer.fault);
    });
  }

  async function segmentsOf(samples: Int16Array, signal: AbortSignal, traceparent?: string) {
    const form = known ?? (paused > 0 ? "json" : "verbose_json");
    try {
      const segments = await askFor(form, samples, signal, traceparent);
      if (form === "verbose_json") known = form;
      else paused--;
      return segments;
    } catch (error) {
      if (known || form === "json" || !mayBeOfForm(error)) throw error;
      const segments = await askFor("json", samples, signal, traceparent);
      if (refusesForm(error)) {
        known = "json";
        onAdapted?.("transcripts are requested without probabilities (response_format json)");
      } else paused = pause = 2 * pause + 1;
      return segments;
    }
  }

  return {
    async transcribe(samples, signal, _tellSoFar, traceparent) {
      try {
        const segments = await segmentsOf(samples, signal, traceparent);
        const words = heardIn(segments, msOf(samples));
        if (words === undefined) throw backend.unusable(SPEECH_TO_TEXT, "answered with a text that is too long");
        hasWorked = true;
        givenUp = 0;
        if (words) return words;
        onIgnored?.(textOf(segments));
        return "";
      } catch (error) {
        if (signal.aborted || !hasWorked || givenUp >= MAX_GIVEN_UP || !isOfUtterance(error)) throw error;
        givenUp++;
        onGivenUp?.(error);
        return "";
      }
    },
  };
}

function requestFor(samples: Int16Array, form: Form, { model, language, prompt, extraBody }: SpeechToTextSettings) {
  return {
    ...extraBody,
    file: new File([writeWav([samples]) as Uint8Array<ArrayBuffer>], "utterance.wav", { type: "audio/wav" }),
    model,
    response_format: form,
    ...(language && { language: primaryLanguage(language) }),
    ...(prompt && { prompt }),
  };
}

/** Whether a server may have failed at the form of answer that it was asked for. */
function mayBeOfForm(error: unknown): error is BackendFailure {
  if (!(error instanceof BackendFailure) || !(error.isRejection || FORM_FAILED.has(error.status ?? 0))) return false;
  return error.refusal === "format_unsupported" || !(error.fault === "unknown_model" || error.fault === "unknown_path");
}

/** Whether a server that answers in the other form has refused this one, rather than having failed at that moment. */
function refusesForm(error: BackendFailure): boolean {
  return error.refusal === "format_unsupported" || error.isRejection;
}

/** Whether a failure may concern this utterance alone: the server rejected it, or answered with other JSON. A page is from another server. */
function isOfUtterance(error: unknown): error is BackendFailure {
  return error instanceof BackendFailure && (error.isRejection || error.fault === "unusable_answer");
}
