import type { Scope } from "../kernel/scope.js";
import { isInTheMiddle } from "../speech/in-the-middle.js";
import type { PartialWords, Speech } from "../speech/ports.js";
import type { Lull, Utterance } from "./hear-caller.js";

/** Whoever has talked for less is in the middle of a word: what is recognised in it can tell who listens, and no more, ms. */
const MIN_TALK_MS = 500;
/** Hardly any word is longer, ms: in so much of an utterance a recogniser may have found nothing. */
const LONGEST_WORD_MS = 900;
/** So much of what sounds like silence may be the end of a word, ms. */
const SOFT_END_MS = 60;

/** What was looked at in the middle of a word: `text` is what was found there; undefined while that is not known. */
export interface Look {
  readonly part: Lull;
  text: string | undefined;
}

/** What sounds over the turn, while it is not known what it is. */
export interface SoundOverTurn {
  /** What was heard of it last. */
  last: Speech | undefined;
  /** Since when the reply is paused for it, on the clock of `performance.now()`; undefined while the reply goes on. */
  pausedAt: number | undefined;
  /** How long it was before, in all, ms. */
  heldMs: number;
  /** The part of it whose words are being looked for, or were last, and what was found in it. */
  judged: Lull | Utterance | undefined;
  text: string | undefined;
  /** Where the voice ended that was heard last. */
  endedAt: number;
  /** The words that were told of last while they were said, as they were told of first. */
  told: PartialWords | undefined;
  /** Until they have been silent for long enough to have listened. */
  doneTimer: NodeJS.Timeout | undefined;
  /** Where words of listening ended that were found so far, and where a silence began after which there was more. */
  listened: number | undefined;
  wentOnAfter: number;
  /** Likewise where a pause began: a silence longer than those within a phrase. */
  pausedAfter: number;
  /** Parts that come next: of each utterance the longest. */
  waiting: (Lull | Utterance)[];
  isJudging: boolean;
  /** Beginnings that are looked at beside that, or that more is known of than was judged, in their order. */
  looks: Look[];
  /** Whether it has begun with words that may become those of somebody who listens. */
  isBegun: boolean;
  /** Those that are over, and not judged to be nobody's. */
  utterances: Utterance[];
  /** Whether somebody has begun since the last utterance and is not done, and whether they have gone on since a lull. */
  isOpen: boolean;
  goesOn: boolean;
  /** Whether nothing more comes of it: it has not become an utterance. */
  isDiscarded: boolean;
  /** Lets the turn begin to be heard; undefined where it is not held back. */
  release: (() => void) | undefined;
  readonly scope: Scope;
}

export function beginSound(scope: Scope): SoundOverTurn {
  const sound: SoundOverTurn = {
    last: undefined,
    pausedAt: undefined,
    heldMs: 0,
    judged: undefined,
    text: undefined,
    endedAt: -1,
    told: undefined,
    doneTimer: undefined,
    listened: undefined,
    wentOnAfter: -1,
    pausedAfter: -1,
    waiting: [],
    isJudging: false,
    looks: [],
    isBegun: false,
    utterances: [],
    isOpen: false,
    goesOn: false,
    isDiscarded: false,
    release: undefined,
    scope,
  };
  scope.onEnd(() => clearTimeout(sound.doneTimer));
  return sound;
}

/** Whether it is the beginning of a word or two that go on. */
export function isEarly(part: Lull): boolean {
  return isInTheMiddle(part) && isShort(part);
}

export function isShort(part: Lull | Utterance): boolean {
  return voiceMs(part) < MIN_TALK_MS;
}

/** Whether it may be the beginning of a single long word, in which no recogniser finds it yet. */
export function mayBeHalfAWord(part: Lull | Utterance): boolean {
  return voiceMs(part) < LONGEST_WORD_MS;
}

/** How long the voice is that was told of: a word may begin in the middle of something else. */
function voiceMs(part: Lull | Utterance): number {
  return part.endedAt - (part.kind === "lull" ? part.voiceFrom : part.startedAt);
}

/** Whether the words up to there are being looked for, or are known: with the soft end of the last one, where that is in it. */
export function isJudged({ judged }: SoundOverTurn, part: Speech): boolean {
  if (!judged || part.endedAt > judged.endedAt) return false;
  return part.endedAt < judged.endedAt || hasSoftEnd(judged) || !hasSoftEnd(part);
}

/** Whether its voice may be over, and that is not sure yet. */
export function isJustOver(part: Speech): boolean {
  return part.silentMs > 0 && isInTheMiddle(part);
}

export function isPending({ text }: Look): boolean {
  return text === undefined;
}

/** What is known of the longest beginning. */
export function lastKnown({ looks }: SoundOverTurn): Look | undefined {
  return looks.findLast(({ text }) => text !== undefined);
}

/** Whether the soft end of its last word is in it. */
export function hasSoftEnd({ silentMs }: Speech): boolean {
  return silentMs >= SOFT_END_MS;
}

/** Whether the look was at all of the part. */
export function reaches({ part: known }: Look, { startedAt, endedAt }: Pick<Speech, "startedAt" | "endedAt">): boolean {
  return startedAt === known.startedAt && endedAt <= known.endedAt && hasSoftEnd(known);
}
