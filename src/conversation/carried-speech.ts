import { SAMPLE_RATE } from "../audio/pcm.js";

/** What is carried at most, in samples: a minute. Of more, the oldest utterances are let go of. */
const MOST = 60 * SAMPLE_RATE;

/** What the caller has said and got no answer to yet: it is put before what they say next. */
export interface CarriedSpeech {
  /** One for each utterance, in order. */
  readonly pieces: readonly Int16Array[];
  add(samples: Int16Array): void;
  /** Lets go of these; of what came later, not. */
  remove(pieces: readonly Int16Array[]): void;
  clear(): void;
  /** All of it, one after the other. */
  joined(): Int16Array;
}

export function createCarriedSpeech(): CarriedSpeech {
  let pieces: readonly Int16Array[] = [];
  const length = () => pieces.reduce((sum, piece) => sum + piece.length, 0);

  return {
    get pieces() {
      return pieces;
    },
    add(samples) {
      pieces = [...pieces, samples];
      while (pieces.length > 1 && length() > MOST) pieces = pieces.slice(1);
    },
    remove(answered) {
      pieces = pieces.filter((piece) => !answered.includes(piece));
    },
    clear() {
      pieces = [];
    },
    joined() {
      if (pieces.length === 1 && pieces[0]) return pieces[0];
      const all = new Int16Array(length());
      let at = 0;
      for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
      }
      return all;
    },
  };
}
