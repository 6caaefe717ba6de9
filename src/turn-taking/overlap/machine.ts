/**
 * Decides what happens to the reply when something is heard over it.
 *
 *            a sound              a voice, or more after a backchannel
 *   quiet ───────────▶ suspected ─────────────────────────────────────▶ paused
 *     ▲                    │  ◀──────────── a deadline of the pause ──────┘ │
 *     │                    │                                                │
 *     │                    └───── a lull, an utterance ──▶ judged ◀─────────┘
 *     │                                                    │    │
 *     └─── noise, our own echo, or a backchannel ──────────┘    └── words ──▶ yielded
 *
 * A sound that may be the caller pauses the reply at once but ends nothing: if it was noise or a backchannel, the reply
 * resumes from the same sample. Words decide, and are checked as soon as there is a gap after them. If nothing can be
 * recognised, an utterance counts as words. `quiet` and `yielded` are not states; a sound is `paused` while it has a
 * pause.
 */

import { isInTheMiddle } from "../../speech/in-the-middle.js";
import type { PartialWords } from "../../speech/ports.js";
import type { HeardAt, Lull, Utterance } from "../hear-caller.js";
import { isLikeWords } from "../like-words.js";
import { isSameWords, spokenWords } from "../spoken-words.js";
import {
  hasListened,
  pause,
  resumeAfterBackchannel,
  resumeInTime,
  resumeUnlessMore,
  resumeUnlessWords,
} from "./resume-playback.js";
import {
  type Evidence,
  isEarly,
  isJudged,
  isJustOver,
  isPending,
  lastKnown,
  type Look,
  mayBeHalfAWord,
  NEW_SOUND,
  type OverlapAction,
  type OverlapEvent,
  type Part,
  reaches,
  type Sound,
  type Step,
} from "./sound.js";
import { type Verdict, verdictOn } from "./verdict.js";

/** Maximum number of beginnings transcribed at the same time. */
const MAX_LOOKS = 2;
/** Silence longer than those within a phrase, in ms: another word follows. */
const MIN_PAUSE_MS = 200;
/** End of words that are still being said: not known. */
const UNFINISHED = -1;

/** The sound after an event, undefined if it is settled, and the actions to take, in order. */
export interface Transition {
  readonly sound: Sound | undefined;
  readonly actions: readonly OverlapAction[];
}

/** Returns the result of an event. Pure: it depends only on the arguments. */
export function transition(sound: Sound | undefined, event: OverlapEvent, seen: Evidence): Transition {
  if (!sound && event.kind !== "heard") return { sound, actions: [] };
  const actions: OverlapAction[] = [];
  const step: Step = { of: { ...(sound ?? NEW_SOUND) }, seen, act: (action) => actions.push(action), isOver: false };
  switch (event.kind) {
    case "heard":
      hear(step, event.heard);
      break;
    case "partial":
      hearPartial(step, event.words);
      break;
    case "judged":
      step.of.isJudging = false;
      step.of.text = event.text;
      decide(step);
      break;
    case "looked":
      hasLooked(step, event.part, event.text);
      break;
    case "deadline":
      resumeInTime(step);
  }
  return { sound: step.isOver ? undefined : step.of, actions };
}

function hear(step: Step, heard: HeardAt): void {
  const { of, seen } = step;
  if ("samples" in heard) of.last = heard;
  switch (heard.kind) {
    case "voice":
      of.isDiscarded = false;
      of.isOpen = true;
      return pause(step);
    case "lull":
      of.goesOn = isInTheMiddle(heard);
      of.endedAt = heard.endedAt;
      if (isEarly(heard, seen.isQuick)) look(step, heard);
      else if (!seen.hasPartials || !isJustOver(heard)) judgeOrDecide(step, heard);
      return resumeAfterBackchannel(step);
    case "utterance":
      of.isOpen = of.goesOn = false;
      of.utterances = [...of.utterances, heard];
      return judgeOrDecide(step, heard);
    case "discarded":
      return discard(step);
    case "resumed":
      of.goesOn = true;
      if (!of.pause && (of.listened !== undefined || of.isBegun)) pause(step);
      of.listened = undefined;
      of.wentOnAfter = of.endedAt;
      if (heard.silentMs >= MIN_PAUSE_MS) of.pausedAfter = of.endedAt;
      return;
    case "talk": // Whether it has ended matters once it has taken the floor.
  }
}

/** Discards a voice that was too short. */
function discard(step: Step): void {
  const { of } = step;
  of.isDiscarded = true;
  of.isOpen = false;
  if (of.isJudging || of.looks.some(isPending)) resumeUnlessWords(step); // It may have been a short word.
  else if (of.utterances.length === 0) forget(step);
}

/** Judges one part at a time. A beginning examined in the middle of a word may turn out to be the whole part. */
function judgeOrDecide(step: Step, part: Part): void {
  const { of, seen } = step;
  const known = of.looks.find((each) => reaches(each, part));
  if (isJudged(of, part)) {
    if (!of.isJudging) decide(step);
  } else if (of.isJudging || (known && isPending(known))) {
    of.waiting = [...of.waiting.filter(({ startedAt }) => startedAt !== part.startedAt), part];
  } else if (known) decideByLook(step, known);
  else {
    of.judged = part;
    of.isJudging = true;
    of.dueAt = seen.now + seen.transcriptMs;
    step.act({ kind: "judge", part });
  }
}

/** Judges the part that has waited longest. Returns whether there was one. */
function judgeNext(step: Step): boolean {
  const [next, ...others] = step.of.waiting;
  if (!next) return false;
  step.of.waiting = others;
  judgeOrDecide(step, next);
  return true;
}

/**
 * Transcribes the beginning of a sound for words, in parallel to what is being judged. The latest known result counts.
 */
function look(step: Step, part: Lull): void {
  const { of, seen } = step;
  if (!seen.isQuick || seen.hasPartials || of.looks.filter(isPending).length >= MAX_LOOKS) return;
  const known = lastKnown(of)?.text;
  const isKnown = known !== undefined && !of.isBegun && seen.words.kindOf(known) === "words";
  if (isKnown || of.looks.some((before) => reaches(before, part))) return;
  of.looks = [...of.looks, { part, text: undefined }];
  step.act({ kind: "look", part });
}

function hasLooked(step: Step, part: Part, text: string | undefined): void {
  const { of } = step;
  of.looks = of.looks.flatMap((each) => {
    if (each.part !== part) return each;
    return text === undefined ? [] : { ...each, text };
  });
  const last = lastKnown(of);
  if (last?.part === part && (of.isJudging || !isJudged(of, part))) hearHalf(step, last);
  if (of.isJudging || judgeNext(step)) return;
  if (of.isDiscarded && !of.looks.some(isPending)) decideByLook(step, last); // Nothing else would settle it.
}

function decideByLook(step: Step, known: Look | undefined): void {
  step.of.judged = known?.part;
  step.of.text = known?.text;
  decide(step);
}

/**
 * Handles a transcript from the middle of a word. It can show a backchannel, the beginning of one, or that nothing was
 * said so far. Any other half word may become anything, so the whole is judged when it is over.
 */
function hearHalf(step: Step, { part, text = "" }: Look): void {
  const { of, seen } = step;
  of.listened = undefined;
  of.isBegun = seen.words.mayBecomeBackchannel(text);
  if (seen.words.isBackchannel(text)) hasListened(step, part);
  else if (spokenWords(text).length === 0) resumeUnlessWords(step, part);
  else if (of.isBegun) resumeUnlessMore(step, part, part);
}

/**
 * Handles partial transcripts: they end the turn before there is a gap after them, provided that no continuation could
 * make them a backchannel, or our own words.
 */
function hearPartial(step: Step, words: PartialWords): void {
  const { of, seen } = step;
  const { startedAt, text } = words;
  if (!seen.hasTurn || startedAt !== seen.startedAt) return; // Words said before the turn are not said over it.
  // Words trail the sound: if reported again, they end where they did, and do not include what came since.
  const { partial = words } = of;
  const isAgain = partial.startedAt === startedAt && isSameWords(partial.text, text);
  of.partial = isAgain ? partial : words;
  if (seen.words.kindOf(text, false) === "words") yieldTo(step, text, UNFINISHED);
  else if (of.endedAt >= startedAt && seen.words.isBackchannel(text)) hasListened(step, of.partial);
}

/** Decides with the words of the judged part, or without any if nothing could be recognised. */
function decide(step: Step): void {
  const { of, seen } = step;
  const { judged, utterances } = of;
  const verdict = verdictOn(of, seen);
  of.looks = of.looks.filter((each) => isPending(each) || !isJudged(of, each.part));
  of.isBegun = verdict.isBegun;
  if (verdict.isYielding) return yieldTo(step, of.text, verdict.endsAt ?? UNFINISHED);
  if (verdict.kind !== undefined && !verdict.isToCome) {
    step.act({ kind: "note", what: verdict.kind, text: of.text ?? "" });
    of.utterances = utterances.filter((utterance) => !isJudged(of, utterance));
  }
  if (!verdict.isWhole) of.judged = undefined;
  if (!judgeNext(step) && !verdict.isToCome && !isMoreOpen(of, utterances)) {
    if (utterances.length === 0) dismiss(step, verdict);
    return forget(step);
  }
  if (!step.isOver) waitForMore(step, verdict, judged);
}

/** Whether another part of the sound is undecided: a beginning, or a voice that began after utterances. */
function isMoreOpen({ looks, isOpen }: Sound, utterances: readonly Utterance[]): boolean {
  return looks.some(isPending) || (isOpen && utterances.length > 0);
}

/** Limits the pause of the reply while no words of the caller's are known. */
function waitForMore(step: Step, { kind, isWhole }: Verdict, judged: Part | undefined): void {
  if (kind === "listening" && judged && isWhole) hasListened(step, judged);
  const isNothing = kind === "echo" || (kind === "nobody" && !isRestComing(step, judged));
  if (isNothing) resumeUnlessWords(step);
  if (step.of.isBegun && judged) resumeUnlessMore(step, judged);
}

/**
 * Whether what was judged may have been half a word, and a slow recogniser has only now begun with the whole, which
 * resembles words.
 */
function isRestComing({ of, seen }: Step, half: Part | undefined): boolean {
  if (seen.isQuick || !of.isJudging || !of.judged || !half) return false;
  return mayBeHalfAWord(half) && isLikeWords(of.judged);
}

function dismiss(step: Step, { kind }: Verdict): void {
  step.act({ kind: "dismiss", who: kind === "listening" ? "listener" : "noise" });
}

function forget(step: Step): void {
  step.isOver = true;
  step.of.pause = undefined;
  step.act({ kind: "forget" });
}

/** Ends the turn: the caller wants to speak. */
function yieldTo(step: Step, text: string | undefined, endedAt: number): void {
  const { judged, utterances, isDiscarded } = step.of;
  const isUnreported = isDiscarded && utterances.length === 0 && judged;
  step.isOver = true;
  step.of.pause = undefined;
  step.act({ kind: "note", what: "words", text: text ?? "" });
  step.act({
    kind: "yield",
    text,
    endedAt,
    utterances: isUnreported ? [{ ...judged, kind: "utterance", truncated: false }] : utterances,
  });
}
