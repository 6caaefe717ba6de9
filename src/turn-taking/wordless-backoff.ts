import type { Recogniser } from "../speech/ports.js";
import { isLikeWords } from "./like-words.js";
import { spokenWords } from "./spoken-words.js";

/** Number of transcriptions without words in a row before the next is delayed. */
const FREE = 3;
/** Delay of the next transcription, in ms of line time; it doubles each time. */
const FIRST_MS = 4_000;
const MAX_MS = 30_000;

/**
 * Wraps a recogniser to ask it less and less often about sound in which it finds no words: a fax machine, music, a fan.
 * A delayed transcription returns no words. Sound that resembles speech is never delayed, and words end the back-off.
 *
 * A recogniser that hears the call as it is said has the words already, so nothing is delayed.
 */
export function withWordlessBackoff(recogniser: Recogniser): Recogniser {
  let wordless = 0;
  /** Line time before which nothing is transcribed, in ms. */
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
    latency: recogniser.latency,
    onPartial: (tell) => recogniser.onPartial(tell),
  };
}
