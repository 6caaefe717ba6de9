import type { Locale, PickUpWords } from "../../locales/locale.js";
import { findLocale } from "../../locales/locales.js";
import { isBackchannel, isPickUpGreeting } from "../backchannels.js";
import { MIN_ECHO_WORDS } from "../overlap/words.js";
import { spokenWords } from "../spoken-words.js";
import { datedWords } from "./dated-words.js";

/** Who speaks when a placed call is answered. */
export type Greeter = "human" | "machine" | "menu" | "screener";

export interface HeardGreeting {
  /** Everything said since the answer, an utterance in each line, and the last utterance of it. */
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

/**
 * What words show apart from the phrases that tell by themselves. Words of ours, which may be an echo, are not held against them, but
 * speak for them: people use them, too.
 */
export interface GreetingSigns {
  /** How many words the last utterance has; of a pick-up, the longest. */
  readonly words: number;
  /** How many different ones announcements are made of: numbers and names of days and months among them. */
  readonly announcing: number;
  /** How many different ones are of someone who speaks for themselves, or asks for something. */
  readonly personal: number;
  /** Whether the same was said again. */
  readonly isRepeated: boolean;
  /** Whether it began like a person who picks up: "Hello", "Pronto". Machines do so less often. */
  readonly isOpened: boolean;
  /** Whether the last utterance asks something. */
  readonly isAsking: boolean;
}

export interface GreetingRead {
  /** Undefined when no phrase tells. */
  readonly who: Greeter | undefined;
  /** Whether a person answers for someone else, which outweighs the words of machines heard before. */
  readonly isForAnother: boolean;
  /** Whether a person asks who is calling. */
  readonly isAskingWho: boolean;
  /** Whether all of the last utterance is ours. */
  readonly isEcho: boolean;
  readonly signs: GreetingSigns;
}

export const NO_SIGNS: GreetingSigns = {
  words: 0,
  announcing: 0,
  personal: 0,
  isRepeated: false,
  isOpened: false,
  isAsking: false,
};
const UNKNOWN: GreetingRead = {
  who: undefined,
  isForAnother: false,
  isAskingWho: false,
  isEcho: false,
  signs: NO_SIGNS,
};
/** In the order in which their words count. */
const MACHINES = ["screener", "machine", "menu"] as const;
/** More words than a person says who only asks who is calling. */
const MAX_QUESTION = 10;
/** An announcement has as many words at least; what is said again has so many, of which so many are different. */
const MIN_ANNOUNCEMENT = 6;
const MIN_REPEATED = 4;
const MIN_DIFFERENT = 3;

/**
 * Reads a greeting by the rules of its language. What only machines say counts as soon as it is heard; what people say
 * counts at the end of their utterance, because machines begin like people.
 */
export function readGreeting(
  { all, last, isComplete }: HeardGreeting,
  { language, ours = "" }: GreetingContext,
): GreetingRead {
  const locale = findLocale(language);
  if (!locale) return UNKNOWN;
  const rules = locale.pickUp;
  const utterances = all.split("\n").map((each) => spokenWords(each).join(" "));
  const said = utterances.join(" ");
  const own = spokenWords(ours).join(" ");
  // A phrase is said in one go: "Diga?" and then "Sí" is no "diga sí".
  const isAmong = (patterns: readonly RegExp[], texts: readonly string[] = utterances) =>
    texts.some((text) =>
      patterns.some((pattern) => {
        const found = pattern.exec(text);
        return found !== null && !isWithin(own, wholeWords(text, found.index, found[0].length));
      }),
    );
  const told = readPhrases(rules, isAmong, isComplete);
  if (told) return told;
  const words = spokenWords(last);
  const utterance = words.join(" ");
  if (words.length >= MIN_ECHO_WORDS && isWithin(own, utterance)) return { ...UNKNOWN, isEcho: true };
  if (!isComplete) return UNKNOWN;
  const isAskingWho = words.length <= MAX_QUESTION && isAmong(rules.asksWho, [utterance]);
  const isHuman = isAskingWho || isAmong(rules.human, [utterance]);
  const signs = signsOf(said.split(" "), own, locale, last);
  // A mailbox that names its owner says more than that they are away; who answers for them may not, or asks something.
  if (isAmong(rules.absent) && !isAmong([rules.titled]) && !isHuman && !signs.isAsking)
    return { ...UNKNOWN, who: "machine" };
  const isPerson = isHuman || greets(last, said === utterance, language);
  return { ...UNKNOWN, who: isPerson ? "human" : undefined, isAskingWho, signs };
}

/** Whether someone picks up with nothing but a greeting. After other words, "thank you" ends an announcement. */
function greets(last: string, isFirst: boolean, language: string): boolean {
  return isPickUpGreeting(last, language) && (isFirst || !isBackchannel(last, language));
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
  return who && { ...UNKNOWN, who };
}

/** Returns what words show that match no phrase: also what is left of one when a recogniser mistakes words of it. */
function signsOf(words: readonly string[], own: string, locale: Locale, last: string): GreetingSigns {
  const { announcing: rule, personal } = locale.pickUp;
  const dated = datedWords(locale);
  const announcing = words.filter((each) => (rule.test(each) || dated.has(each)) && !isWithin(own, each));
  return {
    words: spokenWords(last).length,
    announcing: words.length < MIN_ANNOUNCEMENT ? 0 : new Set(announcing).size,
    personal: new Set(words.filter((each) => personal.test(each))).size,
    isRepeated: isRepeated(words),
    isOpened: isPickUpGreeting(words[0] ?? "", locale.code),
    isAsking: last.includes("?"),
  };
}

/** Returns whether words are found in a text as whole words. */
function isWithin(text: string, words: string): boolean {
  return ` ${text} `.includes(` ${words} `);
}

/** Returns the words of a text that a part of it touches. */
function wholeWords(text: string, at: number, length: number): string {
  const before = text.slice(0, at).match(/\S*$/)?.[0] ?? "";
  const behind = text.slice(at + length).match(/^\S*/)?.[0] ?? "";
  return `${before}${text.slice(at, at + length)}${behind}`.trim();
}

function isRepeated(words: readonly string[]): boolean {
  const runs = words.slice(MIN_REPEATED - 1).map((_, at) => words.slice(at, at + MIN_REPEATED));
  const told = runs.filter((run) => new Set(run).size >= MIN_DIFFERENT).map((run) => run.join(" "));
  return new Set(told).size < told.length;
}
