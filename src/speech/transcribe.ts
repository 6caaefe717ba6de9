import { writeWav } from "../audio/wav.js";
import { type Backend, type Purpose, tracedBy } from "../backends/openai.js";
import type { SpeechToText } from "./ports.js";

export interface SpeechToTextSettings {
  readonly backend: Backend;
  /** The model's name at the server. */
  readonly model: string;
  /**
   * The language of the callers, such as `en` or `en-GB`; only the language is sent to the server. Default: the server detects
   * it.
   */
  readonly language?: string | undefined;
}

/** What the speech-to-text server is asked for. */
export const SPEECH_TO_TEXT: Purpose = {
  code: "stt_failed",
  server: "speech-to-text server",
  settings: {
    address: "STT_BASE_URL or SPEECH_BASE_URL",
    key: "STT_API_KEY or SPEECH_API_KEY",
    model: "STT_MODEL",
    others: [[/\blanguage\b/i, "STT_LANGUAGE"]],
  },
};

/** Maximum length of an utterance, in characters. */
const MAX_TEXT_LENGTH = 10_000;
/** What recognisers write about sounds that are not speech: `[BLANK_AUDIO]`, `(silence)`, `*coughs*`, `♪`. Not `(555)`. */
const ANNOTATION = /\[[^[\]]*\]|\([^()\d]*\)|\*[^*]*\*|[♩♪♫♬]/g;
/** The beginning of an annotation. */
const OPEN_ANNOTATION = /[[(*][^[\]()*]*$/;

/** Transcribes whole utterances with OpenAI's transcription API. */
export function createSpeechToText({ backend, model, language }: SpeechToTextSettings): SpeechToText {
  const requestFor = (samples: Int16Array) => ({
    file: new File([writeWav([samples]) as Uint8Array<ArrayBuffer>], "utterance.wav", { type: "audio/wav" }),
    model,
    response_format: "json" as const,
    ...(language && { language: language.split("-")[0] as string }),
  });

  function textOf(answer: unknown): string {
    const text = typeof answer === "object" && answer !== null && "text" in answer ? answer.text : undefined;
    const words = wordsIn(text);
    if (words !== undefined) return words;
    // A text instead of an object may be a caller's words, so it is not quoted.
    const said = typeof answer === "object" ? answer : undefined;
    throw backend.unusable(SPEECH_TO_TEXT, `answered with ${whatIs(answer)}`, said);
  }

  return {
    async transcribe(samples, signal, _tellSoFar, traceparent) {
      const answer = await backend.ask<unknown>(SPEECH_TO_TEXT, signal, (api, closing) =>
        api.audio.transcriptions.create(requestFor(samples), { signal: closing, ...tracedBy(traceparent) }),
      );
      return textOf(answer);
    },
  };
}

/** Text sent as JSON arrives as a string, because the client parses it. */
function whatIs(answer: unknown): string {
  if (typeof answer !== "string") return "something that is not a transcription";
  const type = /^\s*</.test(answer) ? "text/html" : "text/plain";
  return `${type}, not with a transcription${type === "text/plain" ? ": it ignores response_format=json" : ""}`;
}

/**
 * The words in a recogniser's text: empty when there are none, or only punctuation. Undefined when it is not text, or too long.
 */
export function wordsIn(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > MAX_TEXT_LENGTH) return undefined;
  const said = text.replace(ANNOTATION, " ").replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}

/** The same for an incomplete text: what may become an annotation does not count yet. */
export function wordsSoFarIn(text: string): string | undefined {
  return text.length > MAX_TEXT_LENGTH
    ? undefined
    : wordsIn(text.replace(ANNOTATION, " ").replace(OPEN_ANNOTATION, ""));
}
