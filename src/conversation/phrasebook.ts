import type { Phrases } from "../config/phrases.js";
import type { DtmfMenu } from "./dtmf-menu.js";

export type Occasion = keyof Phrases;

/** Said when speech-to-text understood nothing. No occasion of its own: an administrator's phrases are for the others. */
export const NOT_UNDERSTOOD = "Sorry, I did not catch that. Could you say it again?";

/** Said while the operator's telephone rings, and when nobody answers there. */
export const PUTTING_THROUGH = "One moment, I am putting you through.";
export const NO_OPERATOR = "Nobody can be reached there right now. How else can I help you?";

/** Chooses among the phrases of an occasion. One per call: nobody hears the same one twice in a row. */
export interface Phrasebook {
  /** @param isPreferred chooses among those that it holds for, where there are any */
  pick(occasion: Occasion, isPreferred?: (phrase: string) => boolean): string;
}

export function createPhrasebook(phrases: Phrases): Phrasebook {
  const last = new Map<Occasion, string>();
  return {
    pick(occasion, isPreferred = () => true) {
      const preferred = phrases[occasion].filter(isPreferred);
      const all = preferred.length > 0 ? preferred : phrases[occasion];
      const others = all.filter((phrase) => phrase !== last.get(occasion));
      const choice = others.length > 0 ? others : all;
      const phrase = choice[Math.floor(Math.random() * choice.length)] ?? "";
      last.set(occasion, phrase);
      return phrase;
    },
  };
}

/** A phrase for the occasion, one that is cached where there is any. */
export function pickCached(
  occasion: Occasion,
  from: { readonly phrasebook: Phrasebook; readonly cached: (phrase: string) => Int16Array | undefined },
): string {
  return from.phrasebook.pick(occasion, (phrase) => from.cached(phrase) !== undefined);
}

/** What is said, in fixed words, when a back end is away or the operator is called. */
export function noticesOf(menu: Pick<DtmfMenu, "items" | "notice">): readonly string[] {
  const hasOperator = menu.items.some(({ does }) => does.kind === "operator");
  return [...menu.notice("llm"), ...menu.notice("stt"), ...(hasOperator ? [PUTTING_THROUGH, NO_OPERATOR] : [])];
}

/**
 * Everything that may have to be said without a model: what to have synthesised before the first call. One of each
 * occasion comes first, and what says that something went wrong before that: there may be more than there is room for.
 */
export function standingPhrases(phrases: Phrases, notices: readonly string[] = []): readonly string[] {
  const { errors, greetings, thinking, goodbyes, followups, acknowledgments } = phrases;
  const occasions = [errors, greetings, thinking, goodbyes, followups, acknowledgments];
  const firsts = occasions.flatMap(([first]) => first ?? []);
  const longest = Math.max(...occasions.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, at) => occasions.flatMap((each) => each[at] ?? []));
  return [...new Set([...firsts, NOT_UNDERSTOOD, ...notices, ...rounds.flat()])];
}
