import { tone } from "../audio/tone.js";
import type { LanguageModel } from "../language/ports.js";
import type { SpeechToText, TextToSpeech } from "../speech/ports.js";

/** What is as small as a request can be: a second of faint sound, and a word. Nobody hears or reads what comes of it. */
const SOUND = tone(440, 1_000, 0.01);
const WORD = "Okay.";

/**
 * Asks a back end for real work, as little of it as there is. A server that lists its models and hangs at every request, as
 * one does whose model no longer fits its card, is away, and only this tells.
 *
 * @throws what the back end throws · the signal's reason
 */
export interface BackendProbes {
  readonly stt: (signal: AbortSignal) => Promise<void>;
  readonly llm: (signal: AbortSignal) => Promise<void>;
  readonly tts: (signal: AbortSignal) => Promise<void>;
}

export function createBackendProbes(stt: SpeechToText, model: LanguageModel, tts: TextToSpeech): BackendProbes {
  return {
    async stt(signal) {
      await stt.transcribe(SOUND, signal);
    },
    async llm(signal) {
      for await (const _ of model.stream([{ role: "user", content: `Say: ${WORD}` }], [], signal)) return;
    },
    async tts(signal) {
      for await (const chunk of tts.synthesise(WORD, signal)) if (chunk.length > 0) return;
    },
  };
}
