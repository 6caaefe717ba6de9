import { findLocale } from "../../locales/locales.js";
import { isPickUpGreeting } from "../backchannels.js";
import { spokenWords } from "../spoken-words.js";

/** Who speaks when a placed call is answered. */
export type Greeter = "human" | "machine" | "menu" | "screener";

export interface HeardGreeting {
  /** Everything said since the answer, and the last utterance of it. */
  readonly all: string;
  readonly last: string;
  /** Whether the last utterance has ended. */
  readonly isComplete: boolean;
}

export interface GreetingRead {
  /** Undefined when the words do not tell. */
  readonly who: Greeter | undefined;
  /** Whether a person asks who is calling. */
  readonly isAskingWho: boolean;
}

const UNKNOWN: GreetingRead = { who: undefined, isAskingWho: false };
/** More words than a person says who only asks who is calling. */
const MAX_QUESTION = 10;

/**
 * Reads a greeting by the rules of its language. What only machines say counts as soon as it is heard; what people say
 * counts at the end of their utterance, because machines begin like people.
 */
export function readGreeting({ all, last, isComplete }: HeardGreeting, language: string): GreetingRead {
  const rules = findLocale(language)?.pickUp;
  if (!rules) return UNKNOWN;
  const said = spokenWords(all).join(" ");
  const isAmong = (patterns: readonly RegExp[], text = said) => patterns.some((pattern) => pattern.test(text));
  if (isAmong(rules.screener)) return { who: "screener", isAskingWho: false };
  if (isAmong(rules.machine)) return { who: "machine", isAskingWho: false };
  if (isAmong(rules.menu)) return { who: "menu", isAskingWho: false };
  if (!isComplete) return UNKNOWN;
  const words = spokenWords(last);
  const utterance = words.join(" ");
  const isAskingWho = words.length <= MAX_QUESTION && isAmong(rules.asksWho, utterance);
  const isPerson = isAskingWho || isPickUpGreeting(last, language) || isAmong(rules.human, utterance);
  return isPerson ? { who: "human", isAskingWho } : UNKNOWN;
}
