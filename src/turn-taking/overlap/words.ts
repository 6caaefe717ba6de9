import type { OverlapKind } from "../../records/call-record.js";
import { isBackchannel, isPickUpGreeting } from "../backchannels.js";
import { completenessOf } from "../endpoint/completeness.js";
import { spokenWords } from "../spoken-words.js";
import { isAsking, type Turn } from "../turn.js";

/** Whether words over a turn are a backchannel; of words that are not complete, whether they may become one. */
export type IsListening = (text: string, turn: Turn, isComplete: boolean) => boolean;

/** Returns the rule for listeners to a conversation in this language, who may also greet when a call is picked up. */
export function listenersIn(language: string, greeting: () => Turn | undefined): IsListening {
  return (text, turn, isComplete) => {
    if (turn === greeting() && isPickUpGreeting(text, language, isComplete)) return true;
    return !isAsking(turn) && isBackchannel(text, language, isComplete);
  };
}

/** What words mean that are found over a turn, as far as the turn has come. */
export interface WordsOverTurn {
  /** Whose words these are; of words that are not complete, whose they may become. */
  kindOf(text: string, isComplete?: boolean): OverlapKind;
  /** Whether these words are a backchannel. */
  isBackchannel(text: string): boolean;
  /**
   * Whether it is worth waiting for these words to become a backchannel. It is not where they are an answer or an order of
   * their own, perhaps behind a backchannel: "no" and "uh, no" are said far more often than "no problem".
   */
  mayBecomeBackchannel(text: string): boolean;
}

/** Without a turn there is nothing to listen to. */
export function wordsOver(turn: Turn | undefined, isListening: IsListening, language: string): WordsOverTurn {
  const isHeard = (text: string, isComplete: boolean) => turn !== undefined && isListening(text, turn, isComplete);
  return {
    kindOf(text, isComplete = true) {
      if (spokenWords(text).length === 0) return "nobody";
      if (turn && isEchoOf(turn, text, isComplete)) return "echo";
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

/** Fewer words than this may be the caller's own, though we have just said them ("no"). */
const MIN_ECHO_WORDS = 3;

/**
 * Whether the text is what we are just saying, as a recogniser hears it from a loudspeaker; of a text that is still being said,
 * whether it may become that.
 */
export function isEchoOf({ spoken }: Turn, text: string, isComplete = true): boolean {
  const words = spokenWords(text);
  if (isComplete && words.length < MIN_ECHO_WORDS) return false;
  const ours = spokenWords([...spoken.heard.slice(-2), ...spoken.unheard.slice(0, 2)].join(" "));
  return ` ${ours.join(" ")} `.includes(` ${words.join(" ")}${isComplete ? " " : ""}`);
}
