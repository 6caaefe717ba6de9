import { clausesIn, wholeClause } from "../locales/asked.js";
import { findLocale } from "../locales/locales.js";
import type { Locale } from "../locales/locale.js";
import { asksForSum } from "./asked-sum.js";

/*
 * Questions that a model must not answer from its own knowledge, by the tool that answers them. Only tools that look something
 * up: no action is ever taken because of matching words. Each pattern must match a whole clause, so that "what time is it"
 * matches and "what time is it open" does not.
 */

type Question = readonly [tool: string, whole: RegExp];

/** Prepared patterns, made once per language. */
const made = new Map<string, readonly Question[]>();

function questionsIn(locale: Locale): readonly Question[] {
  let questions = made.get(locale.code);
  if (!questions) {
    questions = locale.requests.live.map(([tool, { source }]) => [tool, wholeClause(locale, source)] as const);
    made.set(locale.code, questions);
  }
  return questions;
}

/**
 * Returns the tools needed to answer the caller's words, in the order of the questions; usually none. In a language without
 * patterns the model decides, and in all but English it decides about calculations.
 */
export function toolsForLiveFacts(said: string, language = "en"): readonly string[] {
  const locale = findLocale(language);
  if (!locale || said.length > MAX_QUESTION_LENGTH) return [];
  const questions = questionsIn(locale);
  if (locale.code !== "en") return [...new Set(clausesIn(said).flatMap((clause) => toolFor(clause, questions) ?? []))];
  const words = plain(said);
  // Between clauses, and within one: "the weather, um, and the time", "what is, um, the time".
  const parted = askedIn(
    words.replace(HESITATION, (pause) => (pause.includes(",") ? " , " : " ")),
    questions,
  );
  return parted.length > 0 ? parted : askedIn(words.replace(HESITATION, " "), questions);
}

function toolFor(clause: string, questions: readonly Question[]): string | undefined {
  return questions.find(([, whole]) => whole.test(clause))?.[0];
}

function askedIn(text: string, questions: readonly Question[]): readonly string[] {
  const words = text.replace(/\s+/g, " ").replace(/^[ ,]+|[ ,]+$/g, "");
  const found = new Set<string>();
  if (asksForSum(words)) found.add("CALC");
  for (const clause of words.split(/(?: ?,)+ | and (?=(?:what|how|which|is|are|do|tell|can)\b)/)) {
    const live = toolFor(clause, questions);
    if (live) found.add(live);
    else if (asksForSum(clause)) found.add("CALC");
  }
  return [...found];
}

/** A longer text, in characters, is not a question. */
const MAX_QUESTION_LENGTH = 300;

/** Hesitation sounds. */
const HESITATION = /[ ,]*\b(?:u[hm]+|e[hr]+m?|hm+|ah+|mm+)\b[ ,]*/g;

/** In lower case; punctuation between clauses becomes commas, everything else that is not spoken is removed. */
function plain(said: string): string {
  return said
    .toLowerCase()
    .replace(/[’']/g, "'")
    .replace(/\b(what|how|it|today|that)'?s\b/g, "$1 is")
    .replace(/\bst\./g, "st")
    .replace(/[.,;:!?…]{2,}|…|(?<!\d)(?:[,;:!?]|\.(?!\d))|[.,;:!?](?!\d)/g, " , ")
    .replace(/[^\p{L}\p{N}.,:#=+*×÷/^%()−– -]/gu, "")
    .replace(/\s+/g, " ");
}
