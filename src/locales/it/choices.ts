import type { ChoiceWords } from "../choice.js";

export const CHOICES: ChoiceWords = {
  asksFor: /^(che|quale|quali|quant[aei])$/,
  articles: /^(il|lo|la|i|gli|le|l)$/,
  counts: /^(quant[ei])$/,
  says: /^(dica)$/,
  alternates: /^(o|no)$/,
  requests: /^(possiamo|potremmo)$/,
  corrects: /(^| )(scusi|scusa|anzi|meglio(?! (che|di|del|della|dell)( |$)))( |$)/,
  slightly: /^1 (po|pochino) (?!piu|meno|dopo|prima)/,
  points: /^(questo|quello|e|sono|non)$/,
  continues: /^(per|di|d)$/,
};
