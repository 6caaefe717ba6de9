import { forAllNumbers } from "../counting.js";
import type { NumberWords } from "../locale.js";

const BELOW_20 = `zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept
  dix-huit dix-neuf`.split(/\s+/);
const TENS = "- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split(" ");

/** Whole numbers: "vingt et un", "soixante-douze", "quatre-vingts", "deux cents", "mille cent". */
function whole(value: number): string {
  if (value >= 1_000_000) {
    const millions = Math.floor(value / 1_000_000);
    return tail(`${whole(millions)} million${millions === 1 ? "" : "s"}`, value % 1_000_000);
  }
  if (value >= 1_000) {
    const thousands = Math.floor(value / 1_000);
    return tail(thousands === 1 ? "mille" : `${whole(thousands).replace(/s$/, keepsItsS)} mille`, value % 1_000);
  }
  if (value >= 100) {
    const hundreds = Math.floor(value / 100);
    const head = hundreds === 1 ? "cent" : `${BELOW_20[hundreds]} cent`;
    return hundreds > 1 && value % 100 === 0 ? `${head}s` : tail(head, value % 100);
  }
  return below100(value);
}

/** "Deux cents" and "quatre-vingts" lose their s before "mille"; "trois" keeps it. */
function keepsItsS(_: string, at: number, words: string): string {
  return /(cent|vingt)s$/.test(words) && at > 0 ? "" : "s";
}

function below100(value: number): string {
  if (value < 20) return BELOW_20[value] ?? "";
  const tens = Math.floor(value / 10);
  const hasTeens = tens === 7 || tens === 9;
  const rest = hasTeens ? (value % 10) + 10 : value % 10;
  const head = TENS[tens] ?? "";
  if (rest === 0) return tens === 8 ? `${head}s` : head;
  return (rest === 1 || rest === 11) && tens < 8 ? `${head} et ${BELOW_20[rest]}` : `${head}-${BELOW_20[rest]}`;
}

const tail = (head: string, rest: number) => (rest === 0 ? head : `${head} ${whole(rest)}`);

export const NUMBERS: NumberWords = {
  inWords: forAllNumbers("moins", whole),
  mark: ",",
  point: "virgule",
  minus: "moins",
  signs: { "+": "plus", "*": "étoile", "#": "dièse", ".": "point", "-": "tiret", _: "tiret bas" },
};

/** A noun with its gender. */
export type Noun = readonly [one: string, many: string, gender: "m" | "f"];

/** "un jour", "une heure", "vingt et une minutes". Zero takes the singular. */
export function counted(count: number, [one, many, gender]: Noun): string {
  const number = NUMBERS.inWords(count);
  return `${gender === "f" ? number.replace(/un$/, "une") : number} ${Math.abs(count) < 2 ? one : many}`;
}

/** What is counted, governed by "de": "de deux minutes", "d'une minute". */
export const ofCounted = (words: string) => (/^une? /.test(words) ? `d'${words}` : `de ${words}`);
