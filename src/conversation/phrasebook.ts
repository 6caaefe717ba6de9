/** The occasions for which there are phrases. */
export type Occasion = "greetings" | "goodbyes" | "acknowledgments" | "thinking" | "errors" | "followups";

/** Said when speech-to-text understood nothing. No occasion of its own: an administrator's phrases are for the others. */
export const NOT_UNDERSTOOD = "Sorry, I did not catch that. Could you say it again?";

/** Chooses among the phrases of an occasion. One per call: nobody hears the same one twice in a row. */
export interface Phrasebook {
  pick(occasion: Occasion): string;
}

export function createPhrasebook(phrases: Readonly<Record<Occasion, readonly string[]>>): Phrasebook {
  const last = new Map<Occasion, string>();
  return {
    pick(occasion) {
      const all = phrases[occasion];
      const others = all.filter((phrase) => phrase !== last.get(occasion));
      const choice = others.length > 0 ? others : all;
      const phrase = choice[Math.floor(Math.random() * choice.length)] ?? "";
      last.set(occasion, phrase);
      return phrase;
    },
  };
}

/** Everything that may have to be said without a model at hand: what to have synthesised before the first call. */
export function standingPhrases(phrases: Readonly<Record<Occasion, readonly string[]>>): readonly string[] {
  const { errors, greetings, thinking, goodbyes, followups, acknowledgments } = phrases;
  const all = [errors, greetings, thinking, goodbyes, followups, acknowledgments].flat();
  return [...new Set([...all, NOT_UNDERSTOOD])];
}
