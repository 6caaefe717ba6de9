import { FRAME_MS } from "../../audio/pcm.js";
import { hasSyllables } from "../../listening/speech-in.js";
import type { Speech } from "../../speech/ports.js";
import { type Deadline, isPending, lastKnown, type Look, type Part, type Step } from "./sound.js";

/** Longest pause of a reply at a stretch, and for one sound in all, in ms: a recogniser has its time in it. */
const LONGEST_PAUSE_MS = 2_500;
const LONGEST_PAUSES_MS = 4_000;
/**
 * Longest pause for a sound that continues without recognised words, in ms: before anything of the reply was heard, after that,
 * and where the sound is like words.
 */
const WORDLESS_PAUSE_MS = { unheard: 560, heard: 680, syllables: 1_300 };
/** What follows a backchannel and is no longer than this is the rest of its last word, in ms. */
const MAX_REST_MS = 200;
/** A caller who has had no voice for so long is not between two words, in ms. */
export const BETWEEN_WORDS_MS = 240;
/** Where the reply was paused for long already, more than a gap within a word is enough, in ms. */
const WITHIN_WORDS_MS = 80;

/** Pauses the reply until it is known what the sound is, or the longest pause is over. */
export function pause({ of, seen, act }: Step): void {
  const maxMs = Math.min(LONGEST_PAUSE_MS, LONGEST_PAUSES_MS - of.heldMs);
  if (maxMs <= 0) return;
  if (!of.pause) {
    const since = seen.now;
    of.pause = { since, deadlines: [{ at: since + maxMs, why: "longest pause" }] };
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

/** Resumes the reply if one of the deadlines that have come says so. */
export function resumeInTime(step: Step): void {
  const { of, seen } = step;
  if (!of.pause) return;
  const due = of.pause.deadlines.filter(({ at }) => at <= seen.now);
  of.pause = { ...of.pause, deadlines: of.pause.deadlines.filter(({ at }) => at > seen.now) };
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
    case "nothing added":
      return (look ? isLatest : of.isBegun) && of.pausedAfter < startedAt;
    case "listener is silent":
      return false;
  }
}

/** Resumes the reply after so long a pause, in ms, if it is still paused then. */
function resumeAfter({ of }: Step, ms: number, deadline: Omit<Deadline, "at">): void {
  if (!of.pause) return;
  const { since, deadlines } = of.pause;
  of.pause = { since, deadlines: [...deadlines, { ...deadline, at: since + ms }] };
}

/** These words were a backchannel: as far as is known, there are no others. */
export function hasListened(step: Step, { endedAt }: Pick<Speech, "endedAt">): void {
  if (endedAt > step.of.wentOnAfter) step.of.listened = endedAt;
  resumeAfterBackchannel(step);
}

/** A listener who is silent is not waited for: the rest of the sound is judged while the reply goes on. */
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
 * Nothing is said in it so far. A sound that is like words is waited for while it goes on, or is being transcribed. Not before
 * anything of the reply was heard: a caller who waits for it hears nothing, and others behind them are like words as well.
 */
export function resumeUnlessWords(step: Step, look?: Look["part"]): void {
  if (!step.seen.isReplyHeard) return resumeAfter(step, WORDLESS_PAUSE_MS.unheard, { why: "no words", look });
  resumeAfter(step, WORDLESS_PAUSE_MS.heard, { why: "not like words", look });
  resumeAfter(step, WORDLESS_PAUSE_MS.syllables, { why: "no words", look });
}

/** Words may become a backchannel, and no others may be known in time. A caller who has paused and goes on is waited for. */
export function resumeUnlessMore(step: Step, { startedAt }: Part, look?: Look["part"]): void {
  resumeAfter(step, WORDLESS_PAUSE_MS.heard, { why: "nothing added", startedAt, look });
}

/** Whether there may be words in it of which none are known. */
function mayBeWords({ of, seen }: Step): boolean {
  const { last, partial, isJudging, goesOn, looks } = of;
  const isToBeKnown = isJudging || goesOn || looks.some(isPending) || seen.voicelessMs < BETWEEN_WORDS_MS;
  const isKnown = partial !== undefined && partial.startedAt === last?.startedAt;
  return isToBeKnown && !isKnown && last !== undefined && hasSyllables(last.samples);
}
