import { SAMPLE_RATE } from "../audio/pcm.js";
import type { Speech } from "../speech/ports.js";

/** Maximum length kept, in samples: one minute. Beyond that, the oldest utterances are discarded. */
const MAX_SAMPLES = 60 * SAMPLE_RATE;

/** What the caller has said without an answer yet: it is put before what they say next. */
export interface UnansweredAudio {
  readonly isEmpty: boolean;
  /** The utterances, in order. */
  readonly all: readonly Speech[];
  add(utterance: Speech): void;
  clear(): void;
}

export function createUnansweredAudio(): UnansweredAudio {
  let utterances: readonly Speech[] = [];
  const length = () => utterances.reduce((sum, { samples }) => sum + samples.length, 0);

  return {
    get isEmpty() {
      return utterances.length === 0;
    },
    get all() {
      return utterances;
    },
    add(utterance) {
      utterances = [...utterances, utterance];
      while (utterances.length > 1 && length() > MAX_SAMPLES) utterances = utterances.slice(1);
    },
    clear() {
      utterances = [];
    },
  };
}
