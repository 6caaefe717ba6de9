import type { ToolOffer } from "../ports.js";
import { parametersOf } from "./offered.js";

/** What is written behind a tool's name, without brackets. */
export interface LineArguments {
  /** The text as it stands; empty when it has no letters and digits. */
  readonly text: string;
  /** The same as JSON, if it is nothing but names and values. */
  readonly json: string | undefined;
  /** Where it ends. */
  readonly end: number;
}

const PAIR = /([A-Za-z_]\w{0,63})\s?[=:]\s?("[^"\n]*"|'[^'\n]*'|[^\s,;]+)/g;
/** A line with one name and its value: `location: New York`. */
const LINE = /^[\s*-]*["'`]?([A-Za-z_]\w{0,63})["'`]?[*_]{0,2}\s?[:=][*_]{0,2}\s*(\S[^\n]*?)[\s,]*$/;

/** What separates two pairs whose values may have several words. */
const NEXT_PAIR = /[,;]\s{0,9}(?=[A-Za-z_]\w{0,63}\s?[=:])/;

/**
 * Reads `location="Rome", days=2`, also with each pair in a line of its own.
 *
 * @param allowsWords whether a value without quotes may have several words in the first line; elsewhere, it may be a sentence that
 *   goes on
 */
export function argumentsInText(
  written: string,
  offer: ToolOffer | undefined,
  allowsWords = true,
): Omit<LineArguments, "end"> {
  const text = /[\p{L}\p{N}]/u.test(written) ? written.trim() : "";
  if (text === "") return { text, json: undefined };
  const hasWords = allowsWords || /^[^\S\n]*\n/.test(written);
  const inLines = hasWords ? wordsByName(text.split("\n"), offer) : undefined;
  if (inLines !== undefined) return { text, json: inLines };
  const pairs = pairsIn(text);
  const isAll = pairs.length > 0 && text.replace(PAIR, "").replace(/[\s,;().`*]+/g, "") === "";
  if (isAll) return { text, json: asJson(pairs) };
  return { text, json: hasWords ? wordsByName(text.split(NEXT_PAIR), offer) : undefined };
}

/** Values of several words, each with the name of a parameter before it. */
function wordsByName(parts: readonly string[], offer: ToolOffer | undefined): string | undefined {
  const names = parametersOf(offer) ?? [];
  const pairs = parts.map((part) => (pairsIn(part).length === 1 ? LINE.exec(part) : null));
  if (!pairs.every((pair) => pair && names.includes(pair[1] ?? ""))) return undefined;
  return asJson(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

/** Reads the rest of a line, and the next ones as long as each gives a parameter of the tool. */
export function lineArguments(
  text: string,
  from: number,
  offer: ToolOffer | undefined,
  allowsWords: boolean,
): LineArguments {
  const names = parametersOf(offer) ?? [];
  let end = endOfLine(text, from);
  const next = text.slice(from, end).search(/\bTOOL\s/);
  if (next >= 0) end = from + next;
  else {
    for (let line = lineAt(text, end); line && names.includes(LINE.exec(line)?.[1] ?? ""); line = lineAt(text, end))
      end += 1 + line.length;
  }
  return { ...argumentsInText(text.slice(from, end), offer, allowsWords), end };
}

const pairsIn = (text: string) => [...text.matchAll(PAIR)].map(([, name = "", value = ""]) => [name, value] as const);
const asJson = (pairs: readonly (readonly [string, string])[]) =>
  JSON.stringify(Object.fromEntries(pairs.map(([name, value]) => [name, value.replace(/^(["'])(.*)\1$/s, "$2")])));

/** The line behind a line's end. */
const lineAt = (text: string, end: number) =>
  end < text.length ? text.slice(end + 1, endOfLine(text, end + 1)) : undefined;

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** JSON whose strings are between Gemma's own marks: `{expression:<|"|>1+1<|"|>}`. */
export const plainJson = (written: string) =>
  written.replace(/(?:<\|"\|>|<escape>)([\s\S]*?)(?:<\|"\|>|<escape>)/g, (_, text: string) => JSON.stringify(text));
