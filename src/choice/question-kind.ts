/** What the words of a question say about answers to it, so that the same words are not taken for the same answer everywhere. */
export interface QuestionKind {
  /** Whether it is negated: "never" may then agree or disagree. */
  readonly isNegated: boolean;
  /** Whether it offers alternatives or is negated: repeating its words is then not a "yes". */
  readonly isAlternative: boolean;
}

/** A negation. "Say no", "dites non" and "diga no" at the end of a clause name an answer. */
const NEGATION =
  /n['’]t\b|(?<!\p{L})(?:not|never|nicht|nie|kein\p{L}*|ne|n['’]\p{L}+|pas|(?:no|non)(?= \p{L}))(?!\p{L})/iu;
const ALTERNATIVE = /(?<!\p{L})(?:or|oder|ou|o|pas|non)(?!\p{L})/iu;

/** Returns what kind of question a prompt is. */
export function questionKind(prompt: string): QuestionKind {
  const isNegated = NEGATION.test(prompt);
  return { isNegated, isAlternative: isNegated || ALTERNATIVE.test(prompt) };
}
