import type { Locale } from "../../locales/locale.js";
import { spokenWords } from "../spoken-words.js";

/** Numbers up to this are what hours, dates and prices are said with. */
const MAX_NUMBER = 60;
const DAYS = 7;
const MONTHS = 12;

const known = new Map<string, ReadonlySet<string>>();

/**
 * Returns the words that opening hours, dates, prices and telephone numbers are said with: numbers from two on, names of days and
 * months. People who pick up hardly use them.
 */
export function datedWords({ code, tag, numbers }: Pick<Locale, "code" | "tag" | "numbers">): ReadonlySet<string> {
  const made = known.get(code);
  if (made) return made;
  const one = new Set([0, 1].flatMap((value) => spokenWords(numbers.inWords(value))));
  const counted = Array.from({ length: MAX_NUMBER - 1 }, (_, at) => numbers.inWords(at + 2));
  const weekday = new Intl.DateTimeFormat(tag, { weekday: "long", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(tag, { month: "long", timeZone: "UTC" });
  const days = Array.from({ length: DAYS }, (_, at) => weekday.format(Date.UTC(2024, 0, 1 + at)));
  const months = Array.from({ length: MONTHS }, (_, at) => month.format(Date.UTC(2024, at, 1)));
  // "May" is a verb as well in English, and "and" joins its numbers. "March" is hardly said otherwise, and counts.
  const words = [...counted, ...days, ...months].flatMap((each) => spokenWords(each)).filter((each) => !one.has(each));
  const dated = new Set(words.filter((each) => each.length > 2 && each !== "may" && each !== "and"));
  known.set(code, dated);
  return dated;
}
