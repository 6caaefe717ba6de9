import { isAround, nameWords } from "./name-words.js";

/** Words before a number. */
const NUMBER_WORDS: ReadonlySet<string> = new Set(
  [
    "number no num nr ext line phone telephone",
    "nummer durchwahl apparat nebenstelle telefon telefonnummer rufnummer",
    "numero n poste ligne telephone",
    "numero num extension interno anexo telefono linea",
    "numero n interno derivazione telefono",
  ].flatMap((words) => words.split(" ")),
);

/** Returns the number that a request consists of, apart from words such as "extension": digits, perhaps after a `+`. */
export function saidNumber(request: string): string | undefined {
  const words = nameWords(request);
  const digits = words.filter((word) => /^\d+$/.test(word));
  const isNumber = words.every((word) => /^\d+$/.test(word) || NUMBER_WORDS.has(word) || isAround(word));
  if (digits.length === 0 || !isNumber) return undefined;
  return (/\+\s*\d/.test(request.slice(0, 200)) ? "+" : "") + digits.join("");
}
