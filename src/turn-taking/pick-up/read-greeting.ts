import type { PickUpWords } from "../../locales/locale.js";
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
  /** Whether a person answers for someone else, which outweighs the words of machines heard before. */
  readonly isForAnother: boolean;
  /** Whether a person asks who is calling. */
  readonly isAskingWho: boolean;
  /** Whether all of the last utterance is ours. */
  readonly isEcho: boolean;
  /** Whether only single words tell, which people may say in a conversation. */
  readonly isGuess: boolean;
  /** Whether this is more than people say who pick up, and nothing of it is what one says for oneself, or asks. */
  readonly isImpersonal: boolean;
}

const UNKNOWN: GreetingRead = {
  who: undefined,
  isForAnother: false,
  isAskingWho: false,
  isEcho: false,
  isGuess: false,
  isImpersonal: false,
};
/** In the order in which their words count. */
const MACHINES = ["screener", "machine", "menu"] as const;
/** More words than a person says who only asks who is calling. */
const MAX_QUESTION = 10;
/** An announcement has as many words, and among them as many different ones that announcements are made of. */
const MIN_ANNOUNCEMENT = 6;
const MIN_ANNOUNCING = 2;
/** Number of words from which a person would have spoken for themselves, or asked something. */
const MIN_IMPERSONAL = 10;

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
  const told = readPhrases(rules, isAmong, isComplete);
  if (told) return told;
  const words = spokenWords(last);
  const utterance = words.join(" ");
  if (words.length >= MIN_ECHO_WORDS && own.includes(utterance)) return { ...UNKNOWN, isEcho: true };
  if (!isComplete) return UNKNOWN;
  const isAskingWho = words.length <= MAX_QUESTION && isAmong(rules.asksWho, utterance);
  const isPerson = isAskingWho || isPickUpGreeting(last, language) || isAmong(rules.human, utterance);
  if (isPerson) return { ...UNKNOWN, who: "human", isAskingWho };
  return shapeOf(said.split(" "), own, rules, last);
}

/** Reads what machines say, and people who answer for someone; undefined if there is neither. */
function readPhrases(
  rules: PickUpWords,
  isAmong: (patterns: readonly RegExp[]) => boolean,
  isComplete: boolean,
): GreetingRead | undefined {
  // An offer to take a message has words of a machine: they do not tell until it has ended.
  if (isAmong(rules.answersFor) && !isAmong(rules.itself))
    return isComplete ? { ...UNKNOWN, who: "human", isForAnother: true } : UNKNOWN;
  const who = MACHINES.find((kind) => isAmong(rules[kind]));
  if (who) return { ...UNKNOWN, who };
  return isComplete && isAmong(rules.absent) ? { ...UNKNOWN, who: "machine" } : undefined;
}

/** What can be said of words that match no rule. */
function shapeOf(words: readonly string[], own: string, rules: PickUpWords, last: string): GreetingRead {
  if (words.some((each) => rules.personal.test(each))) return UNKNOWN;
  if (isAnnouncement(words, own, rules)) return { ...UNKNOWN, who: "machine", isGuess: true };
  return { ...UNKNOWN, isImpersonal: words.length >= MIN_IMPERSONAL && !/\?\s*$/.test(last) };
}

/** What is left of an announcement when a recogniser mistakes words of every phrase that would tell. */
function isAnnouncement(words: readonly string[], own: string, { announcing }: PickUpWords): boolean {
  if (words.length < MIN_ANNOUNCEMENT) return false;
  return new Set(words.filter((each) => announcing.test(each) && !own.includes(each))).size >= MIN_ANNOUNCING;
}
