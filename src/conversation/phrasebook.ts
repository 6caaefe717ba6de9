import type { Occasion } from "../config/phrase-categories.js";
import type { Phrases } from "../config/phrases.js";
import type { DtmfMenu } from "./dtmf-menu.js";

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

/** The occasions of a call that may come up without a model, by what must be ready first: there may be no room for all. */
const STANDING: readonly Occasion[] = [
  "errors",
  "greetings",
  "thinking",
  "goodbyes",
  "followups",
  "acknowledgments",
  "not_understood",
  "resumed",
  "resumed_unheard",
];

/**
 * Everything that may have to be said without a model: what to have synthesised before the first call. One of each
 * occasion comes first.
 */
export function standingPhrases(phrases: Phrases, menu: Pick<DtmfMenu, "items" | "notice">): readonly string[] {
  const hasOperator = menu.items.some(({ does }) => does.kind === "operator");
  const operator: readonly Occasion[] = hasOperator ? ["putting_through", "no_operator"] : [];
  const occasions = [...STANDING, ...menu.notice("llm"), ...menu.notice("stt"), ...operator];
  const longest = Math.max(...occasions.map((occasion) => phrases[occasion].length));
  const rounds = Array.from({ length: longest }, (_, at) =>
    occasions.flatMap((occasion) => phrases[occasion][at] ?? []),
  );
  return [...new Set(rounds.flat())];
}
