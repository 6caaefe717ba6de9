import type { ChoiceWords } from "../choice.js";

export const CHOICES: ChoiceWords = {
  asksFor: /^(que|cuant[ao]s?|cual(es)?)$/,
  articles: /^(el|la|los|las)$/,
  counts: /^(cuant[ao]s)$/,
  says: /^(diga)$/,
  alternates: /^(o|u|no)$/,
  requests: /^(podemos|podria|podriamos)$/,
  corrects: /(^| )(perdon|(mejor|mas bien)(?! (que|del)( |$))|digo)( |$)/,
  slightly: /^1 poco (?!mas|menos|despues|antes)/,
  points: /^(ese|esa|este|esta|es|no)$/,
  continues: /^(para|de)$/,
};
