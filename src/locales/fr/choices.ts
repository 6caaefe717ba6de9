import type { ChoiceWords } from "../choice.js";

export const CHOICES: ChoiceWords = {
  asksFor: /^(quels?|quelles?|combien)$/,
  articles: /^(le|la|les|l)$/,
  counts: /^(combien)$/,
  says: /^(dites)$/,
  alternates: /^(ou|non)$/,
  requests: /^(pouvez vous|pourriez vous)$/,
  corrects: /(^| )(pardon|plutot(?! qu)|enfin non)( |$)/,
  slightly: /^1 peu (?!plus|moins|apres|avant)/,
  points: /^(ce|cette|quel|quelle|est|pas)$/,
  continues: /^(pour|de|d)$/,
};
