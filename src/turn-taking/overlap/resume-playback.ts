import { FRAME_MS } from "../../audio/pcm.js";
import { hasSyllables } from "../../listening/speech-in.js";
import { isLikeWords } from "../like-words.js";
import type { Speech } from "../../speech/ports.js";
import { type Deadline, isPending, lastKnown, type Look, mayBeHalfAWord, type Part, type Step } from "./sound.js";

/** Maximum pause of a reply, each and in total for one sound, in ms, including the recogniser's time. */
const LONGEST_PAUSE_MS = 2_500;
const LONGEST_PAUSES_MS = 4_000;
/**
 * Maximum pause for a sound that continues without recognised words, in ms: before any of the reply was heard, after
 * that, if the sound resembles words, and if it is as short as one and its transcript is due soon.
 */
const WORDLESS_PAUSE_MS = { unheard: 560, heard: 680, syllables: 1_300, due: 1_500 };
/** The latest time of such a transcript, in ms since the pause began: it may be late. */
const LATEST_DUE_MS = 1_350;
/** Maximum length of the rest of a backchannel's last word, in ms. */
const MAX_REST_MS = 200;
/** After this time without voice, the caller is not between two words, in ms. */
export const BETWEEN_WORDS_MS = 240;
/** If the reply was already paused for long, a silence longer than a gap within a word is enough, in ms. */
const WITHIN_WORDS_MS = 80;

/**
 * Pauses the reply until the sound is identified, or the maximum pause is over. A slow recogniser is waited for only if
 * the sound resembles words.
 */
export function pause(step: Step): void {
  const { of, seen, act } = step;
  const maxMs = Math.min(LONGEST_PAUSE_MS, LONGEST_PAUSES_MS - of.heldMs);
  if (maxMs <= 0) return;
  if (!of.pause) {
    const { unheard, heard } = WORDLESS_PAUSE_MS;
    of.pause = { since: seen.now, deadlines: [{ at: seen.now + maxMs, why: "longest pause" }] };
    if (!seen.isQuick) resumeAfter(step, seen.isReplyHeard ? heard : unheard, { why: "unlike words" });
  }
  act({ kind: "pause" });
}

/** Resumes the reply: as far as is known, it was not interrupted. */
export function resume({ of, seen, act }: Step): void {
  if (!of.pause) return;
  of.heldMs += seen.now - of.pause.since;
  of.pause = undefined;
  act({ kind: "resume" });
}

/** Resumes the reply if a deadline that has passed says so. */
export function resumeInTime(step: Step): void {
  const { of, seen } = step;
  if (!of.pause) return;
  const due = of.pause.deadlines.filter(({ at }) => at <= seen.now);
  of.pause = { ...of.pause, deadlines: of.pause.deadlines.filter(({ at }) => at > seen.now) };
  for (const { why } of due)
    if (why === "unlike words" && isWordDue(step)) resumeAfter(step, WORDLESS_PAUSE_MS.due, { why });
  if (due.some((deadline) => isStillSo(step, deadline))) resume(step);
  else if (due.some(({ why }) => why === "listener is silent")) resumeAfterBackchannel(step);
}

function isStillSo(step: Step, { why, look, startedAt = 0 }: Deadline): boolean {
  const { of } = step;
  const isLatest = look === undefined || lastKnown(of)?.part === look;
  switch (why) {
    case "longest pause":
      return true;
    case "no words":
      return isLatest;
    case "not like words":
      return isLatest && !mayBeWords(step);
    case "unlike words":
      return (of.last === undefined || !isLikeWords(of.last)) && !isWordDue(step);
    case "nothing added":
      return (look ? isLatest : of.isBegun) && of.pausedAfter < startedAt;
    case "listener is silent":
      return false;
  }
}

/**
 * Whether a short sound is over whose transcript is due before a longer one would have been waited for: a "stop" has too
 * few vowels to resemble words, and its transcript often comes right after the reply would have resumed.
 */
function isWordDue({ of, seen }: Step): boolean {
  if (!of.pause || !of.isJudging || of.goesOn || !of.judged || !mayBeHalfAWord(of.judged)) return false;
  const { since } = of.pause;
  return seen.isReplyHeard && of.dueAt <= since + LATEST_DUE_MS && seen.now < since + WORDLESS_PAUSE_MS.due;
}

/** Resumes the reply once the pause has lasted `ms`, if it is still paused then. */
function resumeAfter({ of }: Step, ms: number, deadline: Omit<Deadline, "at">): void {
  if (!of.pause) return;
  const { since, deadlines } = of.pause;
  of.pause = { since, deadlines: [...deadlines, { ...deadline, at: since + ms }] };
}

/** Records that these words were a backchannel and, as far as is known, the only words. */
export function hasListened(step: Step, { endedAt }: Pick<Speech, "endedAt">): void {
  if (endedAt > step.of.wentOnAfter) step.of.listened = endedAt;
  resumeAfterBackchannel(step);
}

/** Resumes the reply once a listener is silent: the rest of the sound is judged while the reply continues. */
export function resumeAfterBackchannel(step: Step): void {
  const { of, seen } = step;
  if (!of.pause) return;
  const { since } = of.pause;
  const deadlines = of.pause.deadlines.filter(({ why }) => why !== "listener is silent");
  of.pause = { since, deadlines };
  if (of.listened === undefined || of.goesOn || of.endedAt - of.listened > MAX_REST_MS) return;
  const voiceAt = seen.now - seen.voicelessMs;
  const dueAt = Math.min(voiceAt + BETWEEN_WORDS_MS, since + WORDLESS_PAUSE_MS.heard);
  const stillMs = Math.max(voiceAt + WITHIN_WORDS_MS, dueAt) - seen.now;
  if (stillMs <= 0) return resume(step);
  const at = seen.now + Math.max(stillMs, FRAME_MS);
  of.pause = { since, deadlines: [...deadlines, { at, why: "listener is silent" }] };
}

/**
 * Resumes the reply unless words are recognised in the sound, which has none so far. A sound that resembles words is
 * waited for while it continues or is being transcribed, but only after some of the reply was heard: before that, the
 * caller hears nothing while waiting, and voices behind them resemble words too.
 */
export function resumeUnlessWords(step: Step, look?: Look["part"]): void {
  if (!step.seen.isReplyHeard) return resumeAfter(step, WORDLESS_PAUSE_MS.unheard, { why: "no words", look });
  resumeAfter(step, WORDLESS_PAUSE_MS.heard, { why: "not like words", look });
  resumeAfter(step, WORDLESS_PAUSE_MS.syllables, { why: "no words", look });
}

/**
 * Resumes the reply unless words are added to these, which may become a backchannel. A caller who has paused and
 * continues is waited for.
 */
export function resumeUnlessMore(step: Step, { startedAt }: Part, look?: Look["part"]): void {
  resumeAfter(step, WORDLESS_PAUSE_MS.heard, { why: "nothing added", startedAt, look });
}

/** Whether the sound may contain words that are not known yet. */
function mayBeWords({ of, seen }: Step): boolean {
  const { last, partial, isJudging, goesOn, looks } = of;
  const isToBeKnown = isJudging || goesOn || looks.some(isPending) || seen.voicelessMs < BETWEEN_WORDS_MS;
  const isKnown = partial !== undefined && partial.startedAt === last?.startedAt;
  return isToBeKnown && !isKnown && last !== undefined && hasSyllables(last.samples);
}
