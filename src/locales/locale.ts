import type { Asides, ChoiceWords, ClockWords } from "./choice.js";
import type { PHRASES } from "./en/phrases.js";
import type { WeatherWords } from "./weather.js";

/** A language with a folder here. */
export type LanguageCode = "en" | "de" | "es" | "fr" | "it";

/** An occasion on which something is said, or listened for. */
export type Occasion = keyof typeof PHRASES;

/** Phrases by occasion; no list is empty. Placeholders are in braces. */
export type PhraseLists = Readonly<Record<Occasion, readonly string[]>>;

/** How a time of day is spoken in English: `digital` 9:30 AM · `spoken` half past nine in the morning · `24h` 21:30. */
export type TimeStyle = "digital" | "spoken" | "24h";

/** A time of day, as on a clock. */
export interface Clock {
  readonly hour: number;
  readonly minute: number;
}

/** A day of the calendar; months and weekdays count from 1, and weeks begin on Monday. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

/** The first hour of the morning: the hours after midnight belong to the night before, and are said of it. */
export const NIGHT_ENDS = 4;

/** A time in the future: when, how many midnights away, the day before it, and whether it is said as of that day's night. */
export interface Moment {
  readonly at: Day & Clock;
  readonly daysAhead: number;
  readonly eve: Day;
  readonly isNight: boolean;
}

/** The signs in telephone numbers that are no digits. */
export type Sign = "+" | "*" | "#" | "." | "-" | "_";

/** Numbers as a language writes and speaks them. */
export interface NumberWords {
  /** A whole number below a billion in words, as it is counted. */
  inWords(value: number): string;
  /** The decimal point as it is written, and in words; the sign of negative numbers, and the names of signs. */
  readonly mark: string;
  readonly point: string;
  readonly minus: string;
  readonly signs: Readonly<Record<Sign, string>>;
}

/** Times and dates. */
export interface TimeWords {
  /** A time of day: half past nine, halb zehn, las nueve y media. */
  timeOfDay(at: Clock, style: TimeStyle): string;
  /** A time to come, as an adverbial: at 9 AM, tomorrow at noon, on Monday, November 21st, at 9:30 AM. */
  moment(moment: Moment, style: TimeStyle): string;
  /** A duration as an object: ten seconds, an hour. In whole seconds. */
  duration(seconds: number): string;
}

/** Kinds of tasks of callers. */
export type TaskKind = "timer" | "callback";

/** Why a sum has no answer. */
export type SumFault = "not_understood" | "no_answer" | "too_large" | "by_zero" | "no_factorial";

/** How a cancelled task is identified when spoken. */
export interface TaskDetails {
  readonly type: TaskKind;
  /** The number that it calls, in words, if it is not the caller's. */
  readonly number?: string | undefined;
  /** Its subject: its message, or the duration of a timer without one, never both. */
  readonly name?: string | undefined;
  readonly duration?: string | undefined;
}

/** A task that is read out. */
export interface PendingTask extends TaskDetails {
  /** Time left, in seconds, as precisely as it is spoken. */
  readonly leftSeconds: number;
  /** When a callback is due. */
  readonly when: string;
}

/** Every sentence of the built-in tools, except phrases that can be configured. */
export interface ToolSentences {
  readonly calc: {
    answer(result: string): string;
    about(result: string): string;
    /** A number times a power of ten. */
    power(digits: string, exponent: string): string;
    readonly faults: Readonly<Record<SumFault, string>>;
    unknownName(name: string): string;
  };
  readonly datetime: {
    /** The time, the date, or both; in a place if one is named. */
    now(what: {
      readonly time?: string;
      readonly day?: Day;
      readonly hasWeekday?: boolean;
      readonly place?: string;
    }): string;
    unknownZone(name: string): string;
  };
  readonly tasks: {
    timerSet(seconds: number): string;
    /** @param number in words; undefined for the caller's own */
    callSet(number: string | undefined, when: string): string;
    inSeconds(seconds: number): string;
    readonly none: string;
    /** @param kinds what {@link ofKind} made */
    youHave(kinds: readonly string[]): string;
    /** @param more how many are not in the list */
    ofKind(type: TaskKind, tasks: readonly PendingTask[], more: number): string;
    notFound(type: TaskKind | "all"): string;
    nothingToCancel(type: TaskKind | "all"): string;
    /** @param counts without kinds of which there were none */
    cancelledMany(counts: readonly (readonly [type: TaskKind, count: number])[]): string;
    cancelled(task: TaskDetails): string;
  };
  readonly hangup: { readonly goodbye: string; readonly noCall: string };
  readonly joke: { allTold(kind: JokeKind | "any"): string };
  readonly simonSays: { readonly nothing: string };
  readonly weather: WeatherWords;
}

export type JokeKind = "general" | "tech" | "dad";

/** What callers ask that a rule answers. Patterns match whole clauses in lower case without punctuation. */
export interface Requests {
  /** Asks whether they talk to a person or a machine. */
  readonly whetherPerson: readonly RegExp[];
  /** Asks to speak another language: `{language}` stands for its name. */
  readonly speaking: readonly string[];
  /** Names a language without a word of speaking: the same request, unless it answers a question ("Italian, please"). */
  readonly naming: readonly string[];
  /**
   * May come before a request to speak a language, but not right before the mere name of one: "no Italian" refuses it; "no, Italian"
   * asks for it.
   */
  readonly denial?: string;
  /** Words that may surround any of these. */
  readonly before: string;
  readonly after: string;
  /**
   * Words that may come with those by which callees want no more calls; lists are separated by blanks.
   */
  readonly unwanted: {
    /** Words that may stand between them. */
    readonly aside: string;
    /** Words that make a phrase negative itself. */
    readonly negations: string;
    /**
     * Matches where a negation governs them, so that they mean the opposite: "don't stop calling". Tested on the words before in the
     * clause, the phrase as said and the words behind, folded, with bars in between.
     */
    readonly denies: RegExp;
    /**
     * Matches words of saying, meaning and asking that are denied or asked, after which they may be words that were never said: "I didn't
     * say stop calling", but not "I said stop calling". Tested on all words before, folded, with a bar between clauses.
     */
    readonly reports: RegExp;
    /**
     * Matches where they mean less: "do not call again today". Tested on the words before and behind in the clause, folded (lower case,
     * no accents), with a bar in between.
     */
    readonly unless: RegExp;
  };
  /** Questions about live facts, by the tool that answers them. */
  readonly live: readonly (readonly [tool: string, question: RegExp])[];
}

/**
 * What is said where a placed call is answered. Patterns are found anywhere in what was said since the answer, in lower case without
 * punctuation.
 */
export interface PickUpWords {
  /** Asks for name and reason before a person decides whether to take the call. */
  readonly screener: readonly RegExp[];
  /** Said by answering machines and networks, and by no person who picks up. */
  readonly machine: readonly RegExp[];
  /**
   * Says that someone cannot be reached: machines, and people who answer for someone. Counts as a machine's at the end of an utterance,
   * unless more tells a person.
   */
  readonly absent: readonly RegExp[];
  /** A person with their title, as people name someone for whom they answer. */
  readonly titled: RegExp;
  /** Offers keys or words, or has callers wait for someone. */
  readonly menu: readonly RegExp[];
  /** Said by people who pick up, besides the plain greetings. */
  readonly human: readonly RegExp[];
  /** A person asks who is calling. */
  readonly asksWho: readonly RegExp[];
  /** What a machine calls itself, and says of its beep. Outweighs what else it says as people would who answer for someone. */
  readonly itself: readonly RegExp[];
  /** A person answers for someone else: offers to tell them, or asks what it is about. Outweighs the words of machines. */
  readonly answersFor: readonly RegExp[];
  /** Words that are frequent in announcements and rare in people who pick up; each is matched alone. */
  readonly announcing: RegExp;
  /** Words of one who speaks for themselves, or asks; each is matched alone. */
  readonly personal: RegExp;
}

/** A language in which the assistant speaks and listens. */
export interface Locale {
  readonly code: LanguageCode;
  /** For `Intl`: the language, and the region whose habits are followed. */
  readonly tag: string;
  /** Says in this language that the call goes on in it. */
  readonly phrases: PhraseLists;
  readonly numbers: NumberWords;
  readonly times: TimeWords;
  readonly tools: ToolSentences;
  readonly jokes: Readonly<Record<JokeKind, readonly string[]>>;
  readonly requests: Requests;
  readonly pickUp: PickUpWords;
  readonly asides: Asides;
  readonly choices: ChoiceWords;
  readonly clock: ClockWords;
  /** Tells the language model which language to speak. */
  readonly instruction: string;
}
