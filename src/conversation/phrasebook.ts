/** The occasions for which there are phrases. */
export type Occasion = "greetings" | "goodbyes" | "acknowledgments" | "thinking" | "errors" | "followups";

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

export function createPhrasebook(phrases: Readonly<Record<Occasion, readonly string[]>>): Phrasebook {
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

/**
 * Everything that may have to be said without a model at hand: what to have synthesised before the first call. One of each
 * occasion comes first, and what says that something went wrong before that: there may be more than there is room for.
 *
 * @param notices what else there is to say when something is away
 */
export function standingPhrases(
  phrases: Readonly<Record<Occasion, readonly string[]>>,
  notices: readonly string[] = [],
): readonly string[] {
  const { errors, greetings, thinking, goodbyes, followups, acknowledgments } = phrases;
  const occasions = [errors, greetings, thinking, goodbyes, followups, acknowledgments];
  const firsts = occasions.flatMap(([first]) => first ?? []);
  const longest = Math.max(...occasions.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, at) => occasions.flatMap((each) => each[at] ?? []));
  return [...new Set([...firsts, NOT_UNDERSTOOD, ...notices, ...rounds.flat()])];
}
