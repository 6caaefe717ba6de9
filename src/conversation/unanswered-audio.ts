import { SAMPLE_RATE } from "../audio/pcm.js";

/** What is carried at most, in samples: a minute. Of more, the oldest utterances are let go of. */
const MAX_SAMPLES = 60 * SAMPLE_RATE;

/** What the caller has said and got no answer to yet: it is put before what they say next. */
export interface UnansweredAudio {
  readonly isEmpty: boolean;
  add(utterance: Int16Array): void;
  clear(): void;
  /** All of it, one utterance after the other. */
  joined(): Int16Array;
}

export function createUnansweredAudio(): UnansweredAudio {
  let utterances: Int16Array[] = [];
  const length = () => utterances.reduce((sum, utterance) => sum + utterance.length, 0);

  return {
    get isEmpty() {
      return utterances.length === 0;
    },
    add(utterance) {
      utterances.push(utterance);
      while (utterances.length > 1 && length() > MAX_SAMPLES) utterances.shift();
    },
    clear() {
      utterances = [];
    },
    joined() {
      if (utterances.length === 1 && utterances[0]) return utterances[0];
      const all = new Int16Array(length());
      let at = 0;
      for (const utterance of utterances) {
        all.set(utterance, at);
        at += utterance.length;
      }
      return all;
    },
  };
}
