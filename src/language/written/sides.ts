import * as marks from "./marks.js";
import * as thoughts from "./thought-marks.js";

/** What a line says that comes before another one. */
export type LineBefore =
  /** Something with a label that is no side's name: "Password: blue42". */
  | "record"
  /** It announces what follows: "Your contacts:" */
  | "announcement"
  | "other";

/** A label at the beginning of a line, its name captured; and a line that may still become one. */
const NAME = String.raw`\p{L}[\p{L}\p{N}' -]{0,30}`;
const LABEL = new RegExp(String.raw`^[\s*_•–-]{0,6}(${NAME})[*_]{0,2}\s?:(?=[*_]{0,2}(?:\s|$))`, "u");
const HALF_LABEL = new RegExp(String.raw`^[\s*_•–-]{0,6}(?:${NAME})?[*_]{0,2}\s?:?[*_]{0,2}$`, "u");
/** A further label on the same line. */
const LABEL_WITHIN = new RegExp(String.raw`^.*?[.,;]\s[*_]{0,2}(?=\p{Lu})(${NAME})[*_]{0,2}\s?:\s`, "u");
/** Labels that are no sign of a record: those of thoughts and calls. */
const OF_MODELS = [...thoughts.LABELS, "action", "action input", "observation", "answer", "final answer"];
/** The colon with which German names people of any sex: "Nutzer:innen"; and what may become it. */
const OF_ANY_SEX = /^:in(?:nen)?/;
const HALF_OF_ANY_SEX = /^[*_]{0,2}\s?:?i?$/;
const COLON = /^[*_]{0,2}\s?:[*_]{0,2}/;
/** A few words that are no sentence. */
const VALUE = /^\s*(?:[\p{L}\p{N}][^\s.!?:;<>[\]{}|｜]*(?:\s+|$)){1,5}$/u;
/** What no value of a record has: it asks, exclaims, or has a side's name in capitals. */
const NO_VALUE = new RegExp(String.raw`[?!]|\b(?:${marks.IN_CAPITALS.join("|")})\s?:`);
/** Names of sides in a row that may belong to a record. */
const MAX_SIDES = 3;
/** Characters from a label on that are held back to see whether it is one of a record. */
const MAX_RECORD = 2_000;

const nameOn = (line: string) => LABEL.exec(line)?.[1]?.trim().toLowerCase();
const isSide = (name: string) => marks.OTHER_SIDES.includes(name) || marks.OWN_SIDE.includes(name);
const isOfRecord = (name: string) => !isSide(name) && !OF_MODELS.includes(name);
/** Whether a line begins with a side's name. */
export const isOfSide = (line: string) => isSide(nameOn(line) ?? "");
export const isAmbiguous = (word: string) => marks.AMBIGUOUS_SIDES.includes(word.toLowerCase());

/** Determines what a line says to the one that follows it. */
export function lineBefore(line: string): LineBefore {
  const [, announced] = /([\p{L}\p{N}]+)["”)*_\s]*:[*_\s]*$/u.exec(line) ?? [];
  if (announced !== undefined) return isSide(announced.toLowerCase()) ? "other" : "announcement";
  const name = nameOn(line);
  return name !== undefined && isOfRecord(name) ? "record" : "other";
}

/** What decides whether a name is a side's. */
export interface Around {
  readonly ended: boolean;
  readonly isHeading: boolean;
  readonly isItem: boolean;
  readonly hasSpoken: boolean;
  readonly before: LineBefore;
}

export type Side = "own" | "other";

/**
 * Returns the side whose words follow a name with a colon, or in a line of its own, at the beginning of a line or sentence. Undefined
 * if it is a word like others: one of a record that is read aloud has other labels around it.
 */
export function sideAt(word: string, rest: string, context: Around): Side | "unclear" | undefined {
  const behind = rest.slice(word.length);
  const named = sideNamed(word, behind, context);
  if (named === undefined || named === "unclear" || context.isHeading) return named;
  if (context.isItem && context.hasSpoken) return undefined;
  const colon = COLON.exec(behind)?.[0];
  // At the very beginning, the assistant's own label is left out, and its words are not.
  const isPlain = colon === undefined || (named === "own" && !context.hasSpoken && !isAmbiguous(word));
  if (isPlain) return named;
  const isRecord = isInRecord(word, behind.slice(colon.length), context);
  return isRecord === undefined ? "unclear" : isRecord ? undefined : named;
}

function sideNamed(word: string, behind: string, { isHeading, ended }: Around): Side | "unclear" | undefined {
  const name = word.toLowerCase();
  const heading = isHeading && Object.hasOwn(marks.HEADINGS, name) ? marks.HEADINGS[name] : undefined;
  const side = marks.OWN_SIDE.includes(name) ? "own" : marks.OTHER_SIDES.includes(name) ? "other" : heading;
  if (!side || OF_ANY_SEX.test(behind)) return undefined;
  if (!ended && HALF_OF_ANY_SEX.test(behind)) return "unclear";
  return COLON.test(behind) || (word === name && behind.startsWith("\n")) ? side : undefined;
}

/** Whether an ambiguous name stands before a value. */
const isLabelOf = (word: string, line: string) => isAmbiguous(word) && /^\p{Lu}/u.test(word) && VALUE.test(line);

/** Whether a label belongs to a record, by what stands behind it and around its line; undefined while more text decides. */
function isInRecord(word: string, behind: string, context: Around): boolean | undefined {
  const isWhole = context.ended || behind.length >= MAX_RECORD;
  const [line = "", ...others] = behind.slice(0, MAX_RECORD).split("\n");
  const [before = line, within] = LABEL_WITHIN.exec(line) ?? [];
  if (context.before !== "announcement" && NO_VALUE.test(before)) return false;
  if (within !== undefined) return isOfRecord(within.trim().toLowerCase());
  if (others.length > 0 && !line.trim()) return false;
  const byNext = isBeforeRecord(
    others.filter((other) => other.trim()),
    context.before !== "other",
    isWhole,
  );
  if (byNext !== "unlabelled") return byNext;
  return context.before !== "other" || (context.hasSpoken && isLabelOf(word, line));
}

/** The same by the lines that follow. Sides in a row are part of a record only between other labels, and only a few. */
function isBeforeRecord(
  lines: readonly string[],
  isBehindOne: boolean,
  isWhole: boolean,
): boolean | undefined | "unlabelled" {
  const read = !isWhole && HALF_LABEL.test(lines.at(-1) ?? "") ? lines.slice(0, -1) : lines;
  const other = read.find((line) => !isOfSide(line));
  const sides = other === undefined ? read.length : read.indexOf(other);
  if (sides > (isBehindOne ? MAX_SIDES : 0)) return false;
  if (other === undefined && !isWhole) return undefined;
  const name = nameOn(other ?? "");
  if (name === undefined && sides === 0) return "unlabelled";
  return name !== undefined && isOfRecord(name);
}
