import type { Occasion } from "../config/phrase-categories.js";
import type { Phrases } from "../config/phrases.js";
import { withValues } from "../toolbox/wording.js";
import type { DtmfMenu } from "./dtmf-menu.js";

/** Chooses among the phrases of an occasion. One per call, so that no caller hears the same phrase twice in a row. */
export interface Phrasebook {
  /** Picks a phrase for the occasion, a cached one if there is any, and puts values into its places. */
  pick(occasion: Occasion, values?: Readonly<Record<string, string>>): string;
  /** Returns all phrases: for words that are listened for. */
  all(occasion: Occasion): readonly string[];
  /** Returns the speech of a phrase, read-only; undefined if it is not cached. */
  soundOf(phrase: string): Int16Array | undefined;
}

/** @param soundOf returns the speech of a phrase; undefined if it is not cached */
export function createPhrasebook(phrases: Phrases, soundOf: Phrasebook["soundOf"] = () => undefined): Phrasebook {
  const last = new Map<Occasion, string>();
  return {
    soundOf,
    all: (occasion) => phrases[occasion],
    pick(occasion, values) {
      const cached = phrases[occasion].filter(soundOf);
      const all = cached.length > 0 ? cached : phrases[occasion];
      const others = all.filter((phrase) => phrase !== last.get(occasion));
      const choice = others.length > 0 ? others : all;
      const phrase = choice[Math.floor(Math.random() * choice.length)] ?? "";
      last.set(occasion, phrase);
      return values ? withValues(phrase, values) : phrase;
    },
  };
}

/**
 * Occasions that may arise in a call without a model, most urgent first: there may not be room for all in the cache.
 */
const STANDING: readonly Occasion[] = [
  "disclosure",
  "errors",
  "greetings",
  "thinking",
  "goodbyes",
  "followups",
  "acknowledgments",
  "not_understood",
  "resumed",
  "resumed_unheard",
  "no_person",
  "language_changed",
];

/**
 * Returns everything that may have to be said without a model, to be synthesised before the first call. One phrase per
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
