import { samplesIn } from "../audio/pcm.js";
import { hasSyllables, speechIn } from "../listening/speech-in.js";
import type { Recogniser, Speech } from "../speech/ports.js";
import { spokenWords } from "./spoken-words.js";

/** Transcriptions in a row that may find no words before the next is put off. */
const FREE = 3;
/** After that the next is put off for so long, twice as long each time, ms of the line. */
const FIRST_MS = 4_000;
const MAX_MS = 30_000;
/** End of a sound that is examined for likeness to words, in ms: examining a second takes 1 ms. */
const RECENT_MS = 1_000;

/**
 * A recogniser that is asked ever more seldom about sound in which it finds no words: a fax machine, music, a fan. What is put
 * off has no words. Sound that is like speech is never put off, and words end all of it.
 *
 * One that hears the call as it is said has these words already, and nothing is put off.
 */
export function withWordlessBackoff(recogniser: Recogniser): Recogniser {
  let wordless = 0;
  /** Line time before which nothing is asked, in ms. */
  let notBefore = Number.NEGATIVE_INFINITY;

  return {
    hear: (piece) => recogniser.hear(piece),
    heard: (utterance) => recogniser.heard(utterance),
    async transcribe(speech, signal, tellSoFar, traceparent) {
      const until = Math.max(...speech.map(({ endedAt }) => endedAt));
      if (!recogniser.hasPartials && until < notBefore && !speech.some(isLikeWords)) return "";
      const text = await recogniser.transcribe(speech, signal, tellSoFar, traceparent);
      wordless = spokenWords(text).length > 0 ? 0 : wordless + 1;
      notBefore =
        wordless < FREE ? Number.NEGATIVE_INFINITY : until + Math.min(MAX_MS, FIRST_MS * 2 ** (wordless - FREE));
      return text;
    },
    get hasPartials() {
      return recogniser.hasPartials;
    },
    onPartial: (tell) => recogniser.onPartial(tell),
  };
}

function isLikeWords({ samples }: Speech): boolean {
  const recent = samples.subarray(Math.max(0, samples.length - samplesIn(RECENT_MS)));
  return speechIn(recent).ms > 0 || hasSyllables(recent);
}
