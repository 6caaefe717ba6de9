import type { ChoiceWords } from "../choice.js";

export const CHOICES: ChoiceWords = {
  asksFor: /^(which|what|many)$/,
  articles: /^(the)$/,
  counts: /^(many)$/,
  says: /^(say)$/,
  alternates: /^(or|no|not)$/,
  requests: /^(can we|could we|can you|could you|how about|what about)$/,
  corrects: /(^| )(sorry|i mean|actually|rather(?! than)|make that)( |$)/,
  content: /^(i am|we are) (good|fine|all set)$/,
  offers: /(^| )(do you (need|want|require)|would you like)( |$)/,
  slightly: /^(a bit|a little) (?!more|less|\p{L}+er$)/u,
  points: /^(that|this|the|which|no|any|every|each|not|is|are)$/,
  continues: /^(for|of|that|with|which|who)$/,
};
