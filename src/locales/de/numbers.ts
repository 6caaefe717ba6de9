import { forAllNumbers } from "../counting.js";
import type { NumberWords } from "../locale.js";

const UNITS = `null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn
  siebzehn achtzehn neunzehn`.split(/\s+/);
const TENS = "- zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" ");

/** Whole numbers as one word below a million: "einundzwanzig", "zweihundertfünf". */
function whole(value: number): string {
  const words = joined(value);
  return /ein$/.test(words) ? `${words}s` : words;
}

/** The same before a noun or another number: "ein", "einundzwanzig", "hundertein". */
function joined(value: number): string {
  if (value >= 1_000_000) {
    const millions = Math.floor(value / 1_000_000);
    const head =
      millions === 1 ? "eine Million" : `${joined(millions).replace(/hundertein$/, "hunderteine")} Millionen`;
    return value % 1_000_000 === 0 ? head : `${head} ${joined(value % 1_000_000)}`;
  }
  if (value >= 1_000) return tail(`${joined(Math.floor(value / 1_000))}tausend`, value % 1_000);
  if (value >= 100) return tail(`${UNITS[Math.floor(value / 100)]}hundert`, value % 100);
  if (value < 20) return UNITS[value] ?? "";
  const [unit, tens] = [value % 10, TENS[Math.floor(value / 10)] ?? ""];
  return unit === 0 ? tens : `${UNITS[unit]}und${tens}`;
}

const tail = (head: string, rest: number) => (rest === 0 ? head : head + joined(rest));

export const NUMBERS: NumberWords = {
  inWords: forAllNumbers("minus", whole),
  mark: ",",
  point: "Komma",
  minus: "minus",
  signs: { "+": "plus", "*": "Stern", "#": "Raute", ".": "Punkt", "-": "Strich", _: "Unterstrich" },
};

/** A noun with its gender: singular, plural, and the plural after "in". */
export interface Noun {
  readonly one: string;
  readonly many: string;
  readonly gender: "m" | "f" | "n";
  readonly dative?: string;
}

export const DAY: Noun = { one: "Tag", many: "Tage", gender: "m", dative: "Tagen" };
export const HOUR: Noun = { one: "Stunde", many: "Stunden", gender: "f" };
export const MINUTE: Noun = { one: "Minute", many: "Minuten", gender: "f" };
export const SECOND: Noun = { one: "Sekunde", many: "Sekunden", gender: "f" };

/** "einen Tag", "einem Tag", "eine Stunde", "zwei Tage", "zwei Tagen". */
export function counted(
  count: number,
  { one, many, gender, dative = many }: Noun,
  to: "accusative" | "dative",
): string {
  const isDative = to === "dative";
  if (count !== 1) return `${NUMBERS.inWords(count)} ${isDative ? dative : many}`;
  if (gender === "f") return `${isDative ? "einer" : "eine"} ${one}`;
  return `${isDative ? "einem" : gender === "m" ? "einen" : "ein"} ${one}`;
}
