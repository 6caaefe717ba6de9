import { writeWav } from "../audio/wav.js";
import { type Backend, BackendFailure, type Purpose, tracedBy } from "../backends/openai.js";
import type { SpeechToText, TellSoFar } from "./ports.js";
import { streamedText } from "./streamed-text.js";

export interface SpeechToTextSettings {
  readonly backend: Backend;
  /** The model's name at the server. */
  readonly model: string;
  /** What callers speak, such as `en` or `en-GB`; of that the server is told the language. Unless given it guesses. */
  readonly language?: string | undefined;
  /** Whether the server is to send words as it finds them; false unless given. */
  readonly stream?: boolean;
  /** Told once what is done differently from then on because the server does not do so. */
  readonly onAdapted?: (what: string) => void;
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

/** Nobody says more than this, in characters, in one utterance. */
const MAX_TEXT_LENGTH = 10_000;
/** What recognisers write about sound that is no speech: `[BLANK_AUDIO]`, `(silence)`, `*coughs*`, `♪`. Not `(555)`. */
const ANNOTATION = /\[[^[\]]*\]|\([^()\d]*\)|\*[^*]*\*|[♩♪♫♬]/g;
/** The beginning of one. */
const OPEN_ANNOTATION = /[[(*][^[\]()*]*$/;

/**
 * Recognition of whole utterances behind OpenAI's audio transcriptions. Servers that refuse to send words as they find them,
 * or send something else then, are asked for all of them at once from then on.
 */
export function createSpeechToText(settings: SpeechToTextSettings): SpeechToText {
  const { backend, model, language, onAdapted } = settings;
  let isStreamed = settings.stream ?? false;

  const requestFor = (samples: Int16Array) => ({
    file: new File([writeWav([samples]) as Uint8Array<ArrayBuffer>], "utterance.wav", { type: "audio/wav" }),
    model,
    response_format: "json" as const,
    ...(language && { language: language.split("-")[0] as string }),
  });

  async function askForAll(samples: Int16Array, signal: AbortSignal, traceparent?: string): Promise<string> {
    const answer = await backend.ask<unknown>(SPEECH_TO_TEXT, signal, (api, closing) =>
      api.audio.transcriptions.create(requestFor(samples), { signal: closing, ...tracedBy(traceparent) }),
    );
    return textOf(answer);
  }

  /** Undefined where it is to be asked for otherwise. */
  async function askForEvents(
    samples: Int16Array,
    signal: AbortSignal,
    tell: TellSoFar,
    traceparent?: string,
  ): Promise<string | undefined> {
    let hasBegun = false;
    const onBegun = () => {
      hasBegun = true;
    };
    try {
      const answer = await backend.ask(SPEECH_TO_TEXT, signal, (api, closing) =>
        streamedText(api, requestFor(samples), { signal: closing, onBegun, tell, ...tracedBy(traceparent) }),
      );
      return textOf(answer);
    } catch (error) {
      if (signal.aborted || !(hasBegun || isRefused(error))) throw error;
      return undefined;
    }
  }

  function textOf(answer: unknown): string {
    const text = typeof answer === "object" && answer !== null && "text" in answer ? answer.text : undefined;
    const words = wordsIn(text);
    if (words !== undefined) return words;
    // What callers say is not quoted: a text that is no object may be that.
    const said = typeof answer === "object" ? answer : undefined;
    throw backend.unusable(SPEECH_TO_TEXT, `answered with ${whatIs(answer)}`, said);
  }

  return {
    async transcribe(samples, signal, tellSoFar, traceparent) {
      if (!isStreamed) return await askForAll(samples, signal, traceparent);
      const tell = (text: string) => {
        const words = wordsSoFarIn(text);
        if (words) tellSoFar?.(words);
      };
      const words = await askForEvents(samples, signal, tell, traceparent);
      if (words !== undefined) return words;
      const all = await askForAll(samples, signal, traceparent);
      if (isStreamed) onAdapted?.("texts are asked for as a whole");
      isStreamed = false; // Only now is it known that the rest of the request was in order.
      return all;
    },
  };
}

/** A text where JSON was asked for came with the type of one: the client reads what is JSON. */
function whatIs(answer: unknown): string {
  if (typeof answer !== "string") return "what is no transcription";
  const type = /^\s*</.test(answer) ? "text/html" : "text/plain";
  return `${type}, not with a transcription${type === "text/plain" ? ": it ignores response_format=json" : ""}`;
}

/** With these, servers refuse what they do not know. */
function isRefused(error: unknown): boolean {
  return error instanceof BackendFailure && [400, 404, 415, 422, 501].includes(error.status ?? 0);
}

/**
 * What was said of what a recogniser wrote: empty when that is nothing, or only punctuation. Undefined where it is no text, or
 * more of it than anybody says.
 */
export function wordsIn(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > MAX_TEXT_LENGTH) return undefined;
  const said = text.replace(ANNOTATION, " ").replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}

/** The same of what a recogniser has written so far: what may become words about a sound is no words yet. */
export function wordsSoFarIn(text: string): string | undefined {
  return text.length > MAX_TEXT_LENGTH
    ? undefined
    : wordsIn(text.replace(ANNOTATION, " ").replace(OPEN_ANNOTATION, ""));
}
