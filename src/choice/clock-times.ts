import { findLocale } from "../locales/locales.js";
import type { ClockWords } from "../locales/choice.js";
import type { ChoiceOption } from "../records/call-script.js";
import { foldText } from "./folded-words.js";
import type { PreparedChoice } from "./prepared-choice.js";
import type { WordUse } from "./spoken-answers.js";
import { wordUses } from "./word-uses.js";

/** A time on a clock face; whether it is after noon is not always said. */
interface ClockTime {
  /** In minutes, from 0 to 719. */
  readonly minutes: number;
  readonly isAfternoon: boolean | undefined;
}

const HALF_DAY = 12 * 60;
/** Uses of words around a time. */
const POLITE: ReadonlySet<WordUse> = new Set(["hesitation", "courtesy"] as const);

/**
 * Returns the option that is the time that an answer tells in other words: "14 Uhr" is "zwei". There is none for another time; the result
 * is undefined if no time is asked for, or told, if things are counted, or if not all options are times.
 */
export function timeSaid(
  answer: string,
  { options, language, folded, countsThings }: PreparedChoice,
): { readonly option: ChoiceOption | undefined } | undefined {
  const clock = findLocale(language ?? "")?.clock;
  const said = !countsThings && clock?.asked.test(folded) ? timeIn(answer, clock, language) : undefined;
  if (!clock || !said) return undefined;
  const times = options.map((option) => ({ option, time: timeIn(option.value, clock, language) }));
  if (times.some(({ time }) => !time)) return undefined;
  const [only, another] = times.filter(({ time }) => time && isSame(time, said));
  return { option: another ? undefined : only?.option };
}

function isSame(one: ClockTime, other: ClockTime): boolean {
  const isKnown = one.isAfternoon !== undefined && other.isAfternoon !== undefined;
  return one.minutes === other.minutes && (!isKnown || one.isAfternoon === other.isAfternoon);
}

/** Returns the time that a text tells, and nothing else. */
function timeIn(
  text: string,
  { forms, before, forenoon, afternoon }: ClockWords,
  language: string | undefined,
): ClockTime | undefined {
  const { words } = foldText(text, language);
  const isPolite = (word: (typeof words)[number]) =>
    wordUses()
      .index.in([word])
      .some(({ means }) => POLITE.has(means));
  const from = words.findIndex((word) => !before.test(word.word) && !isPolite(word));
  const to = words.findLastIndex((word) => !isPolite(word));
  const said = words
    .slice(Math.max(from, 0), to + 1)
    .map(({ word }) => word)
    .join(" ");
  const bare = said.replace(forenoon, "").replace(afternoon, "");
  for (const [form, minutes] of forms) {
    const found = form.exec(bare)?.groups;
    if (!found) continue;
    const hour = Number(found["hour"]);
    const whole = hour * 60 + minutes + Number(found["past"] ?? 0) - Number(found["to"] ?? 0);
    if (hour > 24 || Number(found["past"] ?? found["to"] ?? 0) > 59) return undefined;
    return { minutes: (whole + HALF_DAY) % HALF_DAY, isAfternoon: halfOf(hour, said, { forenoon, afternoon }) };
  }
  return undefined;
}

function halfOf(
  hour: number,
  said: string,
  { forenoon, afternoon }: Pick<ClockWords, "forenoon" | "afternoon">,
): boolean | undefined {
  if (hour > 12) return hour < 24;
  if (forenoon.test(said)) return false;
  return afternoon.test(said) ? true : undefined;
}
