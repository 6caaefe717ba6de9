import type { Scope } from "../kernel/scope.js";
import type { Metrics } from "../observability/metrics.js";
import { isInTheMiddle } from "../speech/in-the-middle.js";
import type { PartialWords } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import type { OverlapKind } from "../records/call-record.js";
import type { Conversation } from "./conversation.js";
import type { HeardAt, Hearing, Lull, Utterance } from "./hear-caller.js";
import { heldUp } from "./held-up.js";
import { type IsListening, isWorthWaiting, kindOfWords } from "./overlap-words.js";
import { BETWEEN_WORDS_MS, playOnWhen } from "./play-on.js";
import { recogniseSoon } from "./recognise-soon.js";
import {
  beginSound,
  hasSoftEnd,
  isEarly,
  isJudged,
  isJustOver,
  isPending,
  isShort,
  lastKnown,
  type Look,
  mayBeHalfAWord,
  reaches,
  type SoundOverTurn,
} from "./sound-over-turn.js";
import { isSameWords, spokenWords } from "./spoken-words.js";
import type { Turn } from "./turn.js";

/** An utterance, and what was said in it where that is known already. */
export type HeardUtterance = Utterance & { readonly text: string | undefined };

export interface OverlapNeeds extends Pick<Conversation, "recogniser" | "isAvailable" | "language"> {
  readonly line: Line;
  readonly hearing: Pick<Hearing, "dismiss" | "startedAt" | "voicelessMs">;
  readonly scope: Scope;
  readonly metrics: Pick<Metrics, "overlapped" | "pausedReply">;
  readonly isListening: IsListening;
  /** The turn that has the floor now. */
  readonly turn: () => Turn | undefined;
  /**
   * Told when somebody wants to speak, with the words so far; undefined where nothing could be recognised. It takes the
   * floor from the turn, and has this forget what was heard.
   *
   * @param endedAt where these words end, ms of line time
   */
  readonly onWords: (text: string | undefined, endedAt: number) => void;
  /** Told of an utterance that is to be answered. */
  readonly onUtterance: (utterance: Utterance) => void;
}

/** So long a recogniser may take to tell whether what was heard is words, ms: the caller hears nothing meanwhile. */
const JUDGE_MS = 2_000;
/** And so long about the beginning of it, or asking about that only has all of it known later. */
const EARLY_MS = 450;
/** So many beginnings are looked at at a time. */
const MAX_LOOKS = 2;
/** Whoever goes on after so long a silence has paused; what they say then is another word, ms. */
const MIN_PAUSE_MS = 200;
/** Where words end that are still being said: at no known place. */
const UNFINISHED = -1;

/**
 * Decides what becomes of the assistant's turn when something is heard over it. What may be the caller pauses the reply at
 * once, and ends nothing: the reply goes on from the same sample when it was nobody, or somebody who listens. Words decide,
 * looked for as soon as there is a gap after them; where nothing can be recognised, an utterance counts as words.
 */
export function watchOverlap(needs: OverlapNeeds) {
  const { line, hearing, recogniser, metrics, isListening, language } = needs;
  const held = heldUp(needs);
  const { holdUp, notePause } = held;
  const playOn = playOnWhen(held, hearing, needs.turn);
  let sound: SoundOverTurn | undefined;
  /** Whether the recogniser was quick enough to be asked early, as far as is known. */
  let isQuick = true;
  needs.scope.onEnd(recogniser.onPartial(hearPartial));

  return {
    /** Takes what is heard while the assistant has the floor. */
    hear(heard: HeardAt): void {
      const of = (sound ??= beginSound(needs.scope.child("overlap"))); // It may be over before all of this is.
      if ("samples" in heard) of.last = heard;
      switch (heard.kind) {
        case "voice":
          of.isDiscarded = false;
          of.isOpen = true;
          holdUp(of);
          break;
        case "lull":
          of.goesOn = isInTheMiddle(heard);
          of.endedAt = heard.endedAt;
          if (isEarly(heard)) look(of, heard);
          else if (!recogniser.hasPartials || !isJustOver(heard)) decideOrJudge(of, heard);
          playOn.ifListening(of);
          break;
        case "utterance":
          of.isOpen = of.goesOn = false;
          of.utterances.push(heard);
          decideOrJudge(of, heard);
          break;
        case "discarded":
          of.isDiscarded = true;
          of.isOpen = false;
          if (of.isJudging || of.looks.some(isPending)) playOn.unlessWords(of); // It may have been a short word.
          else if (of.utterances.length === 0) end();
          break;
        case "resumed":
          of.goesOn = true;
          if (of.pausedAt === undefined && (of.listened !== undefined || of.isBegun)) holdUp(of);
          of.listened = undefined;
          of.wentOnAfter = of.endedAt;
          if (heard.silentMs >= MIN_PAUSE_MS) of.pausedAfter = of.endedAt;
          break;
        case "talk": // Whether it ends is a question when it has taken the floor.
      }
    },
    /** Whether it is to be known what was said in a part of it. */
    get isJudging(): boolean {
      return sound?.isJudging ?? false;
    },
    /** Forgets what was heard: somebody else has decided. The line plays on. */
    end,
  };

  function end(): void {
    if (sound) notePause(sound);
    sound?.scope.end();
    sound = undefined;
    line.resume();
  }

  /** One part is judged after the other. What is looked at in the middle of a word may turn out to be all of it. */
  function decideOrJudge(of: SoundOverTurn, part: Lull | Utterance): void {
    const known = of.looks.find((look) => reaches(look, part));
    if (isJudged(of, part)) {
      if (!of.isJudging) decide(of);
    } else if (of.isJudging || (known && isPending(known))) {
      of.waiting = [...of.waiting.filter(({ startedAt }) => startedAt !== part.startedAt), part];
    } else if (known) decideByLook(of, known);
    else judge(of, part);
  }

  /** Looks for words in it. */
  function judge(of: SoundOverTurn, part: Lull | Utterance): void {
    const since = performance.now();
    of.judged = part;
    of.isJudging = true;
    void recogniseSoon(part, needs, of.scope, JUDGE_MS).then((text) => {
      if (of !== sound) return;
      of.isJudging = false;
      of.text = text;
      isQuick = text !== undefined && performance.now() - since < EARLY_MS;
      decide(of);
    });
  }

  /** Looks for words in the beginning of something, beside what is being judged. The last that is known counts. */
  function look(of: SoundOverTurn, part: Lull): void {
    if (!isQuick || recogniser.hasPartials || of.looks.filter(isPending).length >= MAX_LOOKS) return;
    const known = lastKnown(of)?.text;
    const isKnown = known !== undefined && !of.isBegun && kindOfWords(known, needs.turn(), isListening) === "words";
    if (isKnown || of.looks.some((before) => reaches(before, part))) return;
    const since = performance.now();
    const own: Look = { part, text: undefined };
    of.looks.push(own);
    void recogniseSoon(part, needs, of.scope, EARLY_MS).then((text) => {
      if (of !== sound) return;
      own.text = text;
      isQuick = text !== undefined && performance.now() - since < EARLY_MS;
      if (text === undefined) of.looks = of.looks.filter((each) => each !== own);
      else if (lastKnown(of) === own && (of.isJudging || !isJudged(of, part))) hearHalf(of, own, text);
      if (of.isJudging) return;
      const next = of.waiting.shift();
      const last = lastKnown(of);
      if (next) decideOrJudge(of, next);
      else if (of.isDiscarded && !of.looks.some(isPending)) decideByLook(of, last); // Nothing else would have it decided.
    });
  }

  function decideByLook(of: SoundOverTurn, known: Look | undefined): void {
    of.judged = known?.part;
    of.text = known?.text;
    decide(of);
  }

  /**
   * In the middle of a word it can be told who listens, and that nothing is said so far, or nothing but the beginning of what
   * listeners say, and no more. Whatever else is found in half a word may be anything; all of it is judged when it is over.
   */
  function hearHalf(of: SoundOverTurn, known: Look, text: string): void {
    const turn = needs.turn();
    of.listened = undefined;
    of.isBegun = isWorthWaiting(text, turn, isListening, language);
    if (turn && isListening(text, turn, true)) playOn.hasListened(of, known.part);
    else if (spokenWords(text).length === 0) playOn.unlessWords(of, () => lastKnown(of) === known);
    else if (of.isBegun) playOn.unlessMore(of, known.part, () => lastKnown(of) === known);
  }

  /**
   * Words that are being said end the turn before there is a gap after them, where nothing that may follow makes them those of
   * somebody who listens, or ours.
   */
  function hearPartial(words: PartialWords): void {
    const { startedAt, text } = words;
    const turn = needs.turn();
    if (!sound || !turn || startedAt !== hearing.startedAt) return; // What was said before the turn is not said over it.
    // Words trail the sound: told of again, they end where they did, and what has come since is not in them.
    const { told = words } = sound;
    const isAgain = told.startedAt === startedAt && isSameWords(told.text, text);
    sound.told = isAgain ? told : words;
    if (kindOfWords(text, turn, isListening, false) === "words") giveWay(sound, text, UNFINISHED);
    else if (sound.endedAt >= startedAt && isListening(text, turn, true)) playOn.hasListened(sound, sound.told);
  }

  /** It is known whether there are words in what was judged, or that nothing could be recognised. */
  function decide(of: SoundOverTurn): void {
    const { utterances, text, judged } = of;
    const turn = needs.turn();
    // In the middle of a word more of it is told as it comes: then all of it is judged when it is over.
    const isWhole = !judged || !isInTheMiddle(judged) || !recogniser.hasPartials;
    const kind = text === undefined ? undefined : kindOfWords(text, turn, isListening, isWhole);
    const isOver = of.isDiscarded || utterances.some((utterance) => isJudged(of, utterance));
    of.looks = of.looks.filter((each) => isPending(each) || !isJudged(of, each.part));
    // Who listens and is still talking, or has begun again, may go on with words of their own.
    const goesOn = of.goesOn || (!isOver && hearing.voicelessMs < BETWEEN_WORDS_MS);
    of.isBegun =
      kind === "words" && (goesOn || of.waiting.length > 0) && isWorthWaiting(text ?? "", turn, isListening, language);
    if ((kind === "words" && !of.isBegun) || (kind === undefined && utterances.length > 0)) {
      return giveWay(of, text, isWhole && judged && hasSoftEnd(judged) ? judged.endedAt : UNFINISHED);
    }
    // Of half a word there are none yet.
    const isHalf =
      of.goesOn && (!isWhole || (judged && (isShort(judged) || (kind === "nobody" && mayBeHalfAWord(judged)))));
    const isToCome = kind === undefined ? !of.isDiscarded : of.isBegun || (kind === "listening" && goesOn) || isHalf;
    if (kind !== undefined && !isToCome) {
      note(kind);
      of.utterances = utterances.filter((utterance) => !isJudged(of, utterance));
    }
    if (!isWhole) of.judged = undefined;
    const next = of.waiting.shift();
    if (next) decideOrJudge(of, next);
    else if (!isToCome && !of.looks.some(isPending) && !(of.isOpen && utterances.length > 0)) {
      if (utterances.length === 0) hearing.dismiss(kind === "listening" ? "listener" : "nobody");
      return end(); // It was nobody.
    }
    if (of !== sound) return;
    if (kind === "listening" && judged && isWhole) playOn.hasListened(of, judged);
    if (kind === "nobody" || kind === "echo") playOn.unlessWords(of);
    if (of.isBegun && judged) playOn.unlessMore(of, judged, () => of.isBegun);
  }

  /** It was somebody who wants to speak. */
  function giveWay(of: SoundOverTurn, text: string | undefined, endedAt: number): void {
    note("words");
    notePause(of);
    needs.onWords(text, endedAt);
    const { judged, utterances, isDiscarded } = of;
    for (const utterance of utterances) needs.onUtterance(utterance);
    if (isDiscarded && utterances.length === 0 && judged)
      needs.onUtterance({ ...judged, kind: "utterance", truncated: false });
  }

  /** What was heard is known. */
  function note(kind: OverlapKind): void {
    metrics.overlapped(kind);
    needs.turn()?.notes.overlapped(kind);
  }
}
