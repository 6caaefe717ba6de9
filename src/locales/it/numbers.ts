import { forAllNumbers } from "../counting.js";
import type { NumberWords } from "../locale.js";

const BELOW_20 = `zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici
  sedici diciassette diciotto diciannove`.split(/\s+/);
const TENS = "- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split(" ");

/** Whole numbers as one word below a million: "ventuno", "centocinque", "duemila". */
function whole(value: number): string {
  if (value >= 1_000_000) {
    const millions = Math.floor(value / 1_000_000);
    const head = millions === 1 ? "un milione" : `${whole(millions)} milioni`;
    return value % 1_000_000 === 0 ? head : `${head} ${whole(value % 1_000_000)}`;
  }
  return joined(value).replace(/(?<=\p{L})tre$/u, "tré");
}

function joined(value: number): string {
  if (value >= 1_000) {
    const thousands = Math.floor(value / 1_000);
    return tail(thousands === 1 ? "mille" : `${joined(thousands)}mila`, value % 1_000);
  }
  if (value >= 100) return tail(value < 200 ? "cento" : `${BELOW_20[Math.floor(value / 100)]}cento`, value % 100);
  if (value < 20) return BELOW_20[value] ?? "";
  const [unit, tens] = [value % 10, TENS[Math.floor(value / 10)] ?? ""];
  // The vowels of "venti" and "uno", "otto" would meet.
  return unit === 0 ? tens : (unit === 1 || unit === 8 ? tens.slice(0, -1) : tens) + BELOW_20[unit];
}

const tail = (head: string, rest: number) => (rest === 0 ? head : head + joined(rest));

export const NUMBERS: NumberWords = {
  inWords: forAllNumbers("meno", whole),
  mark: ",",
  point: "virgola",
  minus: "meno",
  signs: { "+": "più", "*": "asterisco", "#": "cancelletto", ".": "punto", "-": "trattino", _: "trattino basso" },
};

/** A noun with its gender. */
export type Noun = readonly [one: string, many: string, gender: "m" | "f"];

/** "un minuto", "un'ora", "una chiamata", "ventuno minuti". */
export function counted(count: number, [one, many, gender]: Noun): string {
  if (count === 1) {
    if (gender === "m") return `un ${one}`;
    return /^[aeiou]/.test(one) ? `un'${one}` : `una ${one}`;
  }
  return `${NUMBERS.inWords(count).replace(/^meno uno$/, "meno un")} ${count === -1 ? one : many}`;
}
