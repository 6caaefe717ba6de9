import type { OverlapKind } from "../../records/call-record.js";
import { isAssent, isBackchannel, isFarewell, isPickUpGreeting } from "../backchannels.js";
import { completenessOf } from "../endpoint/completeness.js";
import { spokenWords } from "../spoken-words.js";
import { isAsking, type Turn } from "../turn.js";

/** Whether words over a turn are a backchannel; for incomplete words, whether they may become one. */
export type IsListening = (text: string, turn: Turn, isComplete: boolean) => boolean;

/** Returns the rule for conversations in this language. */
export function listenersIn(language: string): IsListening {
  return (text, turn, isComplete) => {
    if (endsCall(turn) && isFarewell(text, language, isComplete)) return true;
    const isAnswer = isAsking(turn) && isAssent(text, language);
    if (turn.isOpening && !isAnswer && isPickUpGreeting(text, language, isComplete)) return true;
    return !isAsking(turn) && isBackchannel(text, language, isComplete);
  };
}

function endsCall({ farewell }: Turn): boolean {
  return farewell === "goodbye" || farewell === "idle" || farewell === "closed";
}

/** The meaning of words over the current turn. */
export interface WordsOverTurn {
  /** Returns whose words these are; for incomplete words, whose they may become. */
  kindOf(text: string, isComplete?: boolean): OverlapKind;
  /** Whether these words are a backchannel. */
  isBackchannel(text: string): boolean;
  /**
   * Whether to wait for these words to become a backchannel. Not if they are an answer or a command by themselves, or
   * after a backchannel: "no" and "uh, no" are far more common than "no problem".
   */
  mayBecomeBackchannel(text: string): boolean;
}

/**
 * Returns the meaning of words over the turn. Without a turn, there are no backchannels; on a line without an echo, our
 * own words are an answer in the words of the question.
 */
export function wordsOver(
  turn: Turn | undefined,
  by: { readonly isListening: IsListening; readonly language: string; readonly mayEcho: boolean },
): WordsOverTurn {
  const { isListening, language, mayEcho } = by;
  const isHeard = (text: string, isComplete: boolean) => turn !== undefined && isListening(text, turn, isComplete);
  return {
    kindOf(text, isComplete = true) {
      if (spokenWords(text).length === 0) return "nobody";
      if (turn && mayEcho && isEchoOf(turn, text, isComplete)) return "echo";
      return isHeard(text, isComplete) ? "listening" : "words";
    },
    isBackchannel: (text) => isHeard(text, true),
    mayBecomeBackchannel(text) {
      if (!isHeard(text, false)) return false;
      const words = spokenWords(text);
      const isListener = (count: number) => count === 0 || isHeard(words.slice(0, count).join(" "), true);
      return !words.some(
        (_, at) => isListener(at) && completenessOf(words.slice(at).join(" "), language) === "finished",
      );
    },
  };
}

/** Minimum words of an echo: fewer may be the caller's own, although we have just said them ("no"). */
export const MIN_ECHO_WORDS = 3;

/**
 * Returns whether the text is what we are saying, as a recogniser hears it from a loudspeaker; for an incomplete text,
 * whether it may become that.
 */
export function isEchoOf({ spoken }: Turn, text: string, isComplete = true): boolean {
  const words = spokenWords(text);
  if (isComplete && words.length < MIN_ECHO_WORDS) return false;
  const ours = spokenWords([...spoken.heard.slice(-1), ...spoken.unheard.slice(0, 2)].join(" "));
  return ` ${ours.join(" ")} `.includes(` ${words.join(" ")}${isComplete ? " " : ""}`);
}
