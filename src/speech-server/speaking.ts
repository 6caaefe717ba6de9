import { createResampler } from "../audio/resample.js";
import { Mailbox } from "../kernel/mailbox.js";
import type { Cores } from "./cores.js";
import type { NativeVoice } from "./engine.js";

/** The rate of the sound that is served, in Hz: clients of OpenAI's interface expect it of raw sound. */
export const SPOKEN_RATE = 24_000;

/** Voices by name. */
export interface Speaking {
  readonly voices: readonly string[];
  /**
   * Speaks a text: samples at {@link SPOKEN_RATE}, sentence by sentence, each as soon as it is made.
   *
   * @param voice another name than those of `voices` means the first
   * @param speed 1 is the voice's own pace
   * @throws {TooBusy} · the signal's reason
   */
  speak(text: string, voice: string, speed: number, signal: AbortSignal): AsyncIterable<Int16Array>;
}

/** Sentences that may wait for a slow client: more than the longest text has. */
const MAX_SENTENCES = 4_096;

export function createSpeaking(voices: ReadonlyMap<string, NativeVoice>, cores: Cores): Speaking {
  const [first] = voices.values();
  if (!first) throw new Error("no voice was loaded");

  return {
    voices: [...voices.keys()],
    async *speak(text, name, speed, signal) {
      const voice = voices.get(name) ?? first;
      const ended = new AbortController();
      const limited = AbortSignal.any([signal, ended.signal]);
      const sentences = new Mailbox<Float32Array>(MAX_SENTENCES, "drop-newest");
      const made = cores
        .run(limited, () =>
          voice.generateAsync({
            text,
            sid: 0,
            speed,
            enableExternalBuffer: false,
            onProgress({ samples }) {
              // The engine uses its memory again.
              if (!limited.aborted) sentences.put(Float32Array.from(samples));
              return limited.aborted ? 0 : 1;
            },
          }),
        )
        .finally(() => sentences.close());
      made.catch(() => {}); // Reported after the last sentence.
      const resampler = createResampler(voice.sampleRate, SPOKEN_RATE);
      try {
        for await (const sentence of sentences) yield resampler.push(integers(sentence));
        signal.throwIfAborted();
        await made;
        yield resampler.flush();
      } finally {
        ended.abort();
      }
    },
  };
}

function integers(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))));
}
