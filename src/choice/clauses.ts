import type { ChoiceOption } from "../records/call-script.js";
import type { Part } from "./answer-parts.js";
import type { PreparedChoice } from "./prepared-choice.js";

/** Parts that say nothing by themselves. */
export const EMPTY: ReadonlySet<Part["kind"]> = new Set(["hesitation", "waits", "courtesy", "greets", "listens"]);
export const SAYS_YES: ReadonlySet<Part["kind"]> = new Set(["affirms", "agrees", "assent"]);
/** Parts that may surround an option without making the answer unclear. */
export const AROUND: ReadonlySet<Part["kind"]> = new Set<Part["kind"]>([
  ...([
    "hesitation",
    "waits",
    "courtesy",
    "greets",
    "listens",
    "carrier",
    "requests",
    "place",
    "key",
    "number",
  ] as const),
  ...(["idiom", "affirms", "agrees", "attends", "promises", "assent"] as const),
]);
/** Parts that say whether someone comes. */
export const OF_COMING: ReadonlySet<Part["kind"]> = new Set(["attends", "misses", "promises"]);
/** Parts that speak against what is in their clause. */
export const AGAINST: ReadonlySet<Part["kind"]> = new Set(["negation", "degree", "declines", "misses", "denial"]);

/** Splits parts into clauses, at punctuation marks and before words of contrast. */
export function clausesOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const clauses: Part[][] = [];
  let last: number | undefined;
  for (const part of parts) {
    if (part.clause !== last || part.kind === "contrast") clauses.push([]);
    clauses.at(-1)?.push(part);
    last = part.clause;
  }
  return clauses;
}

export function isNegated(clause: readonly Part[]): boolean {
  return clause.some(({ kind }) => AGAINST.has(kind));
}

export function hasContrast(clause: readonly Part[]): boolean {
  return clause.some(({ kind }) => kind === "contrast");
}

export function optionsIn(parts: readonly Part[]): ReadonlySet<ChoiceOption> {
  return new Set(parts.flatMap((part) => (part.kind === "option" ? [part.option] : [])));
}

/** Returns whether a part is an option other than "yes" and "no". */
export function isNamed(part: Part, { yes, no }: Pick<PreparedChoice, "yes" | "no">): boolean {
  return part.kind === "option" && part.option !== yes && part.option !== no;
}

export function names(clause: readonly Part[], option: ChoiceOption): boolean {
  return optionsIn(clause).has(option);
}
