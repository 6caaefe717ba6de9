/** Function of words in an answer to a question with a fixed set of options. */
export type WordUse =
  /** Fills a pause. Alone, it is not an answer yet. */
  | "hesitation"
  /** Asks for time. As the last words of an answer, they take back what was said before: "Yes, hold on". */
  | "waits"
  /** Says that someone listens: "Sí, dígame". */
  | "listens"
  /** Says who is speaking, or that someone is there: "Yes, it's me". */
  | "identifies"
  /** Has the other one speak: "Yes, go ahead". It accepts only what the question offers to do. */
  | "invites"
  /** Polite words. */
  | "courtesy"
  /** Said by people who pick up. "Yes, hello" says no more than that they listen. */
  | "greets"
  /** Accompanies the answer and chooses nothing: "I would like … please", articles, pronouns. */
  | "carrier"
  /** Chooses and denies nothing, although it may contain a negation or a question: "no problem". */
  | "idiom"
  /** Means only "yes". */
  | "assent"
  /** Means only "no". */
  | "denial"
  /** Says "yes" in other words. */
  | "affirms"
  /** May say "yes", but may also mean that something was heard, or begin a sentence: "okay", "I have". */
  | "agrees"
  /** Says that someone comes: "I'll be there". That is a "yes" only to a question about coming. */
  | "attends"
  /** Says that someone cannot come, or is not able to: "I can't make it". */
  | "misses"
  /** Says that someone comes, or is able to, alone or among other words: "vengo". Contradicts a "no". */
  | "promises"
  /** Says "no" in other words. */
  | "declines"
  /** Says "no" by halves: "not necessary", "I'm fine". It is left to the model. */
  | "hedges"
  /** Negates or excludes the words around it. */
  | "negation"
  /** The same by degree: "understood badly". A word that the call's own language uses otherwise does not count. */
  | "degree"
  /** Contrasts the next words with the previous ones. */
  | "contrast"
  /** Leaves the answer open: doubt, conditions, wishes. */
  | "unsure"
  /** Asks something. `inverts` does so only at the beginning of a clause. */
  | "asks"
  | "inverts"
  /** Asks as the last word of a clause: "entendido, ¿qué?" written without signs. */
  | "asksLast"
  /** Asks for an option in the form of a question: "can I have …". */
  | "requests"
  /** Announces the number of a place in the list, of a key, or of either one. */
  | "place"
  | "key"
  | "number";

/** Phrases by their use, separated by bars. Longer phrases win. */
export type SpokenAnswers = Readonly<Record<Exclude<WordUse, "asksLast">, string>> & { readonly asksLast?: string };

/** Negations of further languages, so that a denial in one of them is never taken for an answer. */
export const FURTHER_NEGATIONS = `niet|geen|nooit|nergens|zonder|nee|não|nunca|sem|nenhum|nie|nigdy|bez|żaden|нет|не|ни|никогда|без|ні|değil|hayır|yok|
  asla|inte|aldrig|ikke|aldri|nem|nincs|δεν|όχι|ne|není|nikdy`;
