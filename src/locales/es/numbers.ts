import { forAllNumbers } from "../counting.js";
import type { NumberWords } from "../locale.js";

const BELOW_30 = `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis
  diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete
  veintiocho veintinueve`.split(/\s+/);
const TENS = "- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const HUNDREDS = `- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos
  novecientos`.split(/\s+/);

/** Whole numbers: "veintiuno", "treinta y uno", "ciento cinco", "mil doscientos". */
function whole(value: number): string {
  if (value >= 1_000_000) {
    const millions = Math.floor(value / 1_000_000);
    const head = millions === 1 ? "un millón" : `${beforeNoun(whole(millions), "m")} millones`;
    return tail(head, value % 1_000_000);
  }
  if (value >= 1_000) {
    const thousands = Math.floor(value / 1_000);
    return tail(thousands === 1 ? "mil" : `${beforeNoun(whole(thousands), "m")} mil`, value % 1_000);
  }
  if (value === 100) return "cien";
  if (value > 100) return tail(HUNDREDS[Math.floor(value / 100)] ?? "", value % 100);
  if (value < 30) return BELOW_30[value] ?? "";
  const [unit, tens] = [value % 10, TENS[Math.floor(value / 10)] ?? ""];
  return unit === 0 ? tens : `${tens} y ${BELOW_30[unit]}`;
}

const tail = (head: string, rest: number) => (rest === 0 ? head : `${head} ${whole(rest)}`);

export const NUMBERS: NumberWords = {
  inWords: forAllNumbers("menos", whole),
  mark: ",",
  point: "coma",
  minus: "menos",
  signs: { "+": "más", "*": "asterisco", "#": "almohadilla", ".": "punto", "-": "guion", _: "guion bajo" },
};

/** A noun with its gender. */
export type Noun = readonly [one: string, many: string, gender: "m" | "f"];

/** A number before a noun: "un", "veintiún", "doscientas una". */
export function beforeNoun(number: string, gender: "m" | "f"): string {
  if (gender === "f")
    return number
      .replace(/cientos(?= |$)/, "cientas")
      .replace(/quinientos/, "quinientas")
      .replace(/uno$/, "una");
  return number.replace(/veintiuno$/, "veintiún").replace(/uno$/, "un");
}

/** "un minuto", "una hora", "veintiún días". */
export function counted(count: number, [one, many, gender]: Noun): string {
  return `${beforeNoun(NUMBERS.inWords(count), gender)} ${Math.abs(count) === 1 ? one : many}`;
}
