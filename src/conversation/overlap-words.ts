import type { OverlapKind } from "../records/call-record.js";
import { isBackchannel, isPickUpGreeting } from "./backchannels.js";
import { completenessOf } from "./completeness.js";
import { isEchoOf } from "./echoed-words.js";
import { spokenWords } from "./spoken-words.js";
import { isAsking, type Turn } from "./turn.js";

/** Whether words said over a turn are those of somebody who listens; of words that are not complete, may become that. */
export type IsListening = (text: string, turn: Turn, isComplete: boolean) => boolean;

/** Those who listen to a conversation in this language: they may greet whoever has picked up as well. */
export function listenersIn(language: string, greeting: () => Turn | undefined): IsListening {
  return (text, turn, isComplete) => {
    if (turn === greeting() && isPickUpGreeting(text, language, isComplete)) return true;
    return !isAsking(turn) && isBackchannel(text, language, isComplete);
  };
}

/** Whose words these are that were found in what was heard over a turn; of words that are not complete, may become. */
export function kindOfWords(
  text: string,
  turn: Turn | undefined,
  isListening: IsListening,
  isComplete = true,
): OverlapKind {
  if (spokenWords(text).length === 0) return "nobody";
  if (turn && isEchoOf(turn, text, isComplete)) return "echo";
  return turn && isListening(text, turn, isComplete) ? "listening" : "words";
}

/**
 * Whether it is worth waiting for these words to become those of somebody who listens. It is not where they are an answer or
 * an order of their own, behind words of listening perhaps: "no" and "uh, no" are said far oftener than "no problem".
 */
export function isWorthWaiting(
  text: string,
  turn: Turn | undefined,
  isListening: IsListening,
  language: string,
): boolean {
  if (!turn || !isListening(text, turn, false)) return false;
  const words = spokenWords(text);
  const isListener = (count: number) => count === 0 || isListening(words.slice(0, count).join(" "), turn, true);
  return !words.some((_, at) => isListener(at) && completenessOf(words.slice(at).join(" "), language) === "finished");
}
