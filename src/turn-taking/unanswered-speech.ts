import { SAMPLE_RATE } from "../audio/pcm.js";
import type { Speech } from "../speech/ports.js";

/** Maximum length kept, in samples: one minute. Beyond that, the oldest utterances are discarded. */
const MAX_SAMPLES = 60 * SAMPLE_RATE;

/** What the caller has said without an answer yet: it is put before what they say next. */
export interface UnansweredSpeech {
  readonly isEmpty: boolean;
  /** The utterances, in order. */
  readonly all: readonly Speech[];
  add(utterance: Speech): void;
  /** Takes what they had said when they interrupted a turn, as far as known. */
  interrupted(words: string | undefined): void;
  /** These words: the only ones if the whole utterance is not understood. */
  readonly begun: string;
  /** Whether they have interrupted a turn and not been answered since. */
  readonly hasInterrupted: boolean;
  /** Records that words are known of these utterances before their end. */
  hasWords(utterances: readonly Pick<Speech, "startedAt">[]): void;
  /** Whether any were known of these. */
  hadWords(utterances: readonly Speech[]): boolean;
  /** Drops it: the caller does something else. */
  drop(): void;
  /** Ends it with an answer. */
  answered(): void;
}

export function createUnansweredSpeech(): UnansweredSpeech {
  let utterances: readonly Speech[] = [];
  let begun = "";
  let hasInterrupted = false;
  /** Start of each utterance with words known before its end, in ms of line time. */
  const worded = new Set<number>();
  const length = () => utterances.reduce((sum, { samples }) => sum + samples.length, 0);

  function drop(): void {
    utterances = [];
    begun = "";
    hasInterrupted = false;
  }

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
    interrupted(words = "") {
      begun = words;
      hasInterrupted = true;
    },
    get begun() {
      return begun;
    },
    get hasInterrupted() {
      return hasInterrupted;
    },
    hasWords(all) {
      for (const { startedAt } of all) worded.add(startedAt);
    },
    hadWords: (all) => all.some(({ startedAt }) => worded.has(startedAt)),
    drop,
    answered() {
      drop();
      worded.clear();
    },
  };
}
