import { writeWav } from "../audio/wav.js";
import { type Backend, nonsense, type Purpose } from "../backends/openai.js";
import type { SpeechToText } from "./ports.js";

export interface SpeechToTextSettings {
  readonly backend: Backend;
  /** The model's name at the server. */
  readonly model: string;
  /** What callers speak, such as `en` or `en-GB`; of that the server is told the language. Unless given it guesses. */
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
  },
};

/** Nobody says more than this, in characters, in one utterance. */
const MAX_TEXT_LENGTH = 10_000;
/** What recognisers write about sound that is no speech: `[BLANK_AUDIO]`, `(silence)`, `*coughs*`, `♪`. Not `(555)`. */
const ANNOTATION = /\[[^\]]*\]|\([^)\d]*\)|\*[^*]*\*|[♩♪♫♬]/g;

/** Recognition of whole utterances behind OpenAI's audio transcriptions. */
export function createSpeechToText({ backend, model, language }: SpeechToTextSettings): SpeechToText {
  return {
    async transcribe(samples, signal) {
      const answer: unknown = await backend.ask(SPEECH_TO_TEXT, signal, (api, closing) =>
        api.audio.transcriptions.create(
          {
            file: new File([writeWav([samples]) as Uint8Array<ArrayBuffer>], "utterance.wav", { type: "audio/wav" }),
            model,
            response_format: "json",
            ...(language && { language: language.split("-")[0] as string }),
          },
          { signal: closing },
        ),
      );
      const text = typeof answer === "object" && answer !== null && "text" in answer ? answer.text : undefined;
      if (typeof text !== "string" || text.length > MAX_TEXT_LENGTH) {
        throw nonsense("answered with what is no transcription", SPEECH_TO_TEXT, backend);
      }
      return spokenWords(text);
    },
  };
}

/** What was said of what was written; empty when that is nothing, or only punctuation. */
function spokenWords(text: string): string {
  const said = text.replace(ANNOTATION, " ").replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}
