import { setImmediate as soon } from "node:timers/promises";
import type { NativeActivity, NativeRecogniser, NativeVoice, Sound } from "../../../src/speech-server/engine.js";

/** Understands how long a sound is. */
export function recogniser() {
  const asked: number[] = [];
  const native: NativeRecogniser = {
    createStream() {
      let sound: Sound | undefined;
      return Object.assign({ acceptWaveform: (given: Sound) => (sound = given) }, { sound: () => sound });
    },
    async decodeAsync(stream) {
      await soon();
      const { samples, sampleRate } = (stream as unknown as { sound(): Sound }).sound();
      const ms = Math.round((samples.length * 1000) / sampleRate);
      asked.push(ms);
      return { text: ` words of ${ms} ms` };
    },
  };
  return Object.assign(native, { asked });
}

/** Finds speech where it is told: beginning and length of each stretch, in samples. */
export function activity(stretches: readonly (readonly [start: number, length: number])[]): NativeActivity {
  let found: { start: number; samples: Float32Array }[] = [];
  return {
    acceptWaveform() {},
    reset: () => void (found = []),
    flush: () => void (found = stretches.map(([start, length]) => ({ start, samples: new Float32Array(length) }))),
    isEmpty: () => found.length === 0,
    front: () => found[0] ?? { start: 0, samples: new Float32Array(0) },
    pop: () => void found.shift(),
  };
}

/** Finds speech where a sound is not silent, and knows how much it has listened to. */
export function detector() {
  let samples: number[] = [];
  let found: { start: number; samples: Float32Array }[] = [];
  const native = {
    acceptWaveform(heard: Float32Array) {
      native.listened += heard.length;
      samples.push(...heard);
    },
    reset: () => void ((samples = []), (found = [])),
    flush() {
      for (let at = 0, from = 0; at <= samples.length; at++) {
        if (samples[at]) continue;
        if (at > from) found.push({ start: from, samples: new Float32Array(at - from) });
        from = at + 1;
      }
    },
    isEmpty: () => found.length === 0,
    front: () => found[0] ?? { start: 0, samples: new Float32Array(0) },
    pop: () => void found.shift(),
    listened: 0,
  };
  return native satisfies NativeActivity;
}

/** Says a second for each sentence, at 22 050 Hz. */
export function voice(sentences: readonly string[]) {
  const made: string[] = [];
  let failure: Error | undefined;
  let end = () => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  const native: NativeVoice = {
    sampleRate: 22_050,
    async generateAsync({ onProgress }) {
      try {
        if (failure) throw failure;
        for (const sentence of sentences) {
          await soon();
          made.push(sentence);
          if (onProgress({ samples: new Float32Array(22_050).fill(0.1) }) === 0) return;
        }
      } finally {
        end();
      }
    },
  };
  return Object.assign(native, { made, done, fail: (error: Error) => void (failure = error) });
}
