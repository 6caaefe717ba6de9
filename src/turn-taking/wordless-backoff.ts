import { isInTheMiddle } from "../speech/in-the-middle.js";
import type { Recogniser, Speech } from "../speech/ports.js";
import { isLikeWords } from "./like-words.js";
import { LONGEST_WORD_MS } from "./overlap/sound.js";
import { spokenWords } from "./spoken-words.js";

/** Number of sounds without words in a row before the next transcription is delayed. */
const FREE = 3;
/** Delay of the next transcription, in ms of line time; it doubles each time. */
const FIRST_MS = 4_000;
const MAX_MS = 30_000;
/** Sounds that begin further apart than this do not repeat each other: a short one may be a word, in ms. */
const APART_MS = 1_000;

/**
 * Wraps a recogniser to ask it less and less often about sound in which it finds no words: a fax machine, music, a fan.
 * A delayed transcription returns no words. Sound that resembles speech is never delayed, nor is a word by itself, which
 * is too short to; and words end the back-off. The beginnings of a sound count once, and again as it goes on.
 *
 * A recogniser that hears the call as it is said has the words already, so nothing is delayed.
 */
export function withWordlessBackoff(recogniser: Recogniser): Recogniser {
  let wordless = 0;
  /** Line time before which nothing is transcribed, in ms. */
  let notBefore = Number.NEGATIVE_INFINITY;
  /** Starts of the last two sounds that were heard, in ms of line time. */
  let starts = { last: Number.NEGATIVE_INFINITY, before: Number.NEGATIVE_INFINITY };
  /** The sound without words that was counted last, up to where. */
  let counted = { startedAt: Number.NEGATIVE_INFINITY, endedAt: Number.NEGATIVE_INFINITY };

  function begins(startedAt: number): void {
    if (startedAt !== starts.last) starts = { last: startedAt, before: starts.last };
  }

  /** Whether the last sound may be a short word by itself. */
  function isWord(last: Speech): boolean {
    const isShort = last.endedAt - last.startedAt < LONGEST_WORD_MS;
    return isShort && !isInTheMiddle(last) && last.startedAt - starts.before > APART_MS;
  }

  function count({ startedAt, endedAt }: Speech): void {
    if (startedAt === counted.startedAt && endedAt - counted.endedAt <= LONGEST_WORD_MS) return;
    counted = { startedAt, endedAt };
    wordless++;
    if (wordless >= FREE) notBefore = endedAt + Math.min(MAX_MS, FIRST_MS * 2 ** (wordless - FREE));
  }

  return {
    hear: (piece) => recogniser.hear(piece),
    heard: (utterance) => recogniser.heard(utterance),
    async transcribe(speech, signal, tellSoFar, traceparent) {
      const last = speech.at(-1);
      if (last) begins(last.startedAt);
      const mayWait = last && !recogniser.hasPartials && last.endedAt < notBefore;
      if (mayWait && !isWord(last) && !speech.some(isLikeWords)) return "";
      const text = await recogniser.transcribe(speech, signal, tellSoFar, traceparent);
      if (spokenWords(text).length > 0) {
        wordless = 0;
        notBefore = Number.NEGATIVE_INFINITY;
      } else if (last) count(last);
      return text;
    },
    get hasPartials() {
      return recogniser.hasPartials;
    },
    latency: recogniser.latency,
    onPartial: (tell) => recogniser.onPartial(tell),
  };
}
