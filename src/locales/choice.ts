/**
 * Clauses that name an option of a question without choosing it, because they speak of something else: "my son is ill". Patterns match
 * whole clauses, folded (lower case, no accents, numbers as digits), with marks in the place of words:
 *
 * - `*` an option that is no "yes" or "no": to "fine, tired or ill?", "My son is ill" is "my son is *";
 * - `=` another word of the question that has no use of its own: to "How will you travel, by car or train?", "I travel by car" is
 *   "i = by *";
 * - `?` "can I have" and the like: "Can I have red?" is "? *".
 *
 * Where a question has "yes" or "no" for answers and a clause names nothing else, those are `*`, and so is each longer word of the question:
 * to "Are you at home on Tuesday?", "I'll tell you on Tuesday" is "i will tell you on *".
 *
 * Patterns of `always` that match what was said, without marks, count too, unless they match the option's name by itself.
 */
export interface Asides {
  /** Said of others, "my son is ill", of calendars, "today is Monday", and of calls, "I'll ring on Monday"; but not "my answer is Monday". */
  readonly always: readonly RegExp[];
  /** Said of oneself: "I work in sales", not "I'm choosing sales". They are answers where questions ask for that. */
  readonly ofSelf: readonly RegExp[];
  /** Asks how someone is, who they are, or what they have, do or did; the question, folded. */
  readonly asksOfSelf: RegExp;
  /** Says who someone is. Clauses that do are answers to "Who is this?", for which {@link asksOfSelf} is tested. */
  readonly introduces: RegExp;
  /** The same, where questions ask for a person: "it's Mary" names a colour elsewhere. */
  readonly saysWho: RegExp;
  readonly asksWho: RegExp;
  /** Said of the past: "I had Monday", but not "I'd have Monday". They are answers to questions about the past. */
  readonly past: RegExp;
  readonly asksPast: RegExp;
  /**
   * Matches an option's words behind the part before them, where they are something else: "I May", "zu groß". They are folded, with a
   * capital if the option has one.
   */
  readonly otherUse?: RegExp;
  /** A pronoun between "no" and its verb, where a language has the same word for "no" and "not"; folded. */
  readonly pronouns?: RegExp;
  /** Matches a clause that breaks off: with a word in which no sentence ends. */
  readonly unfinished: RegExp;
}

/** Words of questions with options, and of answers to them; folded. */
export interface ChoiceWords {
  /** Asks for one of several things, or for their number, right before its noun: "which side", "how many tickets". */
  readonly asksFor: RegExp;
  readonly articles: RegExp;
  readonly counts: RegExp;
  /** Has someone say one of several words. */
  readonly says: RegExp;
  /** Stands between alternatives. */
  readonly alternates: RegExp;
  /** Asks for something, or proposes it: "can we move it?", "how about Friday?" "Can I" may only ask if one may. */
  readonly requests: RegExp;
  /** Says that the next words are meant instead: "Monday, no, sorry, I mean Friday"; not "Monday rather than Friday". */
  readonly corrects: RegExp;
  /** Said by someone who needs nothing, and by someone to whom something suits: "I'm fine". Only where a language has such words. */
  readonly content?: RegExp;
  /** Offers something, or asks if it is needed; the question, folded. Then "I'm fine" means "no". */
  readonly offers?: RegExp;
  /** Lessens the next word: "a bit large" may be too large, not so "a bit larger". */
  readonly slightly: RegExp;
  /** Before "one": it is a pronoun, as in "that one". */
  readonly points: RegExp;
  /** Behind "one": it is a pronoun that continues, as in "one of those". */
  readonly continues: RegExp;
}

/** How people tell the time, as a whole text, folded (lower case, no accents, numbers as digits). */
export interface ClockWords {
  /** Asks for a time; the question, folded. Elsewhere numbers are no times. */
  readonly asked: RegExp;
  /** Words before a time. */
  readonly before: RegExp;
  /** Tells a time where a number of things is asked for, with `*` for the number. */
  readonly told: RegExp;
  /**
   * Forms of a time, with groups for the `hour` and for the minutes `past` or `to` it; the number is of minutes that the words add to the
   * hour: "half past ten" is 30, "halb elf" -30.
   */
  readonly forms: readonly (readonly [said: RegExp, minutes: number])[];
  /** Said behind a time of the first half of the day, and of the second. */
  readonly forenoon: RegExp;
  readonly afternoon: RegExp;
}
