import { FRAME_MS } from "../audio/pcm.js";
import { hasSyllables } from "../listening/speech-in.js";
import type { Speech } from "../speech/ports.js";
import type { Hearing, Lull, Utterance } from "./hear-caller.js";
import type { HeldUp } from "./held-up.js";
import { isPending, type SoundOverTurn } from "./sound-over-turn.js";
import type { Turn } from "./turn.js";

/**
 * So long a reply is held back at most for what keeps sounding, ms: nothing is said in it so far, and nothing was heard of the
 * reply, or something was; nothing is said, and it is like words.
 */
const MAX_PAUSE_MS = { unheard: 560, nothing: 680, syllables: 1_300 };
/** What follows words of listening and is no longer than this is the rest of the last of them, ms. */
const MAX_REST_MS = 200;
/** Whoever has had no voice for so long is not between two words, ms. */
export const BETWEEN_WORDS_MS = 240;
/** Where the reply was held up for long already, more than a gap within a word is enough, ms. */
const WITHIN_WORDS_MS = 80;

/** When the reply goes on that is held up by a sound of which not all is known. */
export function playOnWhen(held: HeldUp, hearing: Pick<Hearing, "voicelessMs">, turn: () => Turn | undefined) {
  const { playOn, playOnInTime } = held;
  return { hasListened, ifListening, unlessWords, unlessMore };

  /** These were words of listening: as far as is known, there are no others. */
  function hasListened(of: SoundOverTurn, { endedAt }: Pick<Speech, "endedAt">): void {
    if (endedAt > of.wentOnAfter) of.listened = endedAt;
    ifListening(of);
  }

  /** Who has said words of listening and is silent is not waited for: the rest of it is judged while the reply goes on. */
  function ifListening(of: SoundOverTurn): void {
    const isDone = of.listened !== undefined && !of.goesOn && of.endedAt - of.listened <= MAX_REST_MS;
    clearTimeout(of.doneTimer);
    if (!isDone || of.pausedAt === undefined) return;
    const now = performance.now();
    const voiceAt = now - hearing.voicelessMs;
    const dueAt = Math.min(voiceAt + BETWEEN_WORDS_MS, of.pausedAt + MAX_PAUSE_MS.nothing);
    const stillMs = Math.max(voiceAt + WITHIN_WORDS_MS, dueAt) - now;
    if (stillMs <= 0) return playOn(of);
    of.doneTimer = setTimeout(() => ifListening(of), Math.max(stillMs, FRAME_MS));
  }

  /**
   * Nothing is said in it so far; of what is like words more is waited for while it goes on, or is being asked about. Not before
   * anything is heard of the turn: who waits for it hears nothing, and others who talk behind them are like words as well.
   */
  function unlessWords(of: SoundOverTurn, isStillSo = () => true): void {
    if (!turn()?.audible) return playOnInTime(of, MAX_PAUSE_MS.unheard, isStillSo);
    playOnInTime(of, MAX_PAUSE_MS.nothing, () => isStillSo() && !mayBeWords(of));
    playOnInTime(of, MAX_PAUSE_MS.syllables, isStillSo);
  }

  /** Of what may become words of listening nothing more may be known in time; who has paused and goes on is waited for. */
  function unlessMore(of: SoundOverTurn, { startedAt }: Lull | Utterance, isStillSo: () => boolean): void {
    playOnInTime(of, MAX_PAUSE_MS.nothing, () => isStillSo() && of.pausedAfter < startedAt);
  }

  /** Whether there may be words in it of which none are known. */
  function mayBeWords({ last, told, isJudging, goesOn, looks }: SoundOverTurn): boolean {
    const isToBeKnown = isJudging || goesOn || looks.some(isPending) || hearing.voicelessMs < BETWEEN_WORDS_MS;
    const isKnown = told !== undefined && told.startedAt === last?.startedAt;
    return isToBeKnown && !isKnown && last !== undefined && hasSyllables(last.samples);
  }
}
