import { findLocale } from "../../locales/locales.js";
import { isPickUpGreeting } from "../backchannels.js";
import { MIN_ECHO_WORDS } from "../overlap/words.js";
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

/** What a greeting is read with. */
export interface GreetingContext {
  /** Language of the callee: a code such as `en`. */
  readonly language: string;
  /** Everything that we may say in the call. It is no evidence: it may come back as our echo. Default: nothing. */
  readonly ours?: string | undefined;
}

export interface GreetingRead {
  /** Undefined when the words do not tell. */
  readonly who: Greeter | undefined;
  /** Whether a person asks who is calling. */
  readonly isAskingWho: boolean;
  /** Whether all of the last utterance is ours. */
  readonly isEcho: boolean;
}

const UNKNOWN: GreetingRead = { who: undefined, isAskingWho: false, isEcho: false };
/** More words than a person says who only asks who is calling. */
const MAX_QUESTION = 10;

/**
 * Reads a greeting by the rules of its language. What only machines say counts as soon as it is heard; what people say
 * counts at the end of their utterance, because machines begin like people.
 */
export function readGreeting(
  { all, last, isComplete }: HeardGreeting,
  { language, ours = "" }: GreetingContext,
): GreetingRead {
  const rules = findLocale(language)?.pickUp;
  if (!rules) return UNKNOWN;
  const said = spokenWords(all).join(" ");
  const own = spokenWords(ours).join(" ");
  const isAmong = (patterns: readonly RegExp[], text = said) =>
    patterns.some((pattern) => {
      const [found] = pattern.exec(text) ?? [];
      return found !== undefined && !own.includes(found);
    });
  if (isAmong(rules.screener)) return { ...UNKNOWN, who: "screener" };
  if (isAmong(rules.machine)) return { ...UNKNOWN, who: "machine" };
  if (isAmong(rules.menu)) return { ...UNKNOWN, who: "menu" };
  const words = spokenWords(last);
  const utterance = words.join(" ");
  if (words.length >= MIN_ECHO_WORDS && own.includes(utterance)) return { ...UNKNOWN, isEcho: true };
  if (!isComplete) return UNKNOWN;
  const isAskingWho = words.length <= MAX_QUESTION && isAmong(rules.asksWho, utterance);
  const isPerson = isAskingWho || isPickUpGreeting(last, language) || isAmong(rules.human, utterance);
  return isPerson ? { ...UNKNOWN, who: "human", isAskingWho } : UNKNOWN;
}
