import { endOfBrackets, readWrittenJson } from "../../validation/written-json.js";
import { MAX_ARGUMENTS_LENGTH } from "../tool-call-assembly.js";
import { callsIn, callsOf, MAY_BE_CALL, meantName, type Offered } from "./calls.js";
import * as marks from "./marks.js";

/** What stands at a place in a text. `length` is how many characters of it that takes. */
export type Found =
  /** It is said as it stands. */
  | { readonly kind: "text"; readonly length: number }
  /** It is left out. */
  | { readonly kind: "nothing"; readonly length: number }
  /** Likewise; the model's messages have channels. */
  | { readonly kind: "channel"; readonly length: number }
  /** What was said before it was a thought. */
  | { readonly kind: "afterthought"; readonly length: number }
  | { readonly kind: "thought"; readonly length: number; readonly inChannel: boolean }
  /** From here on there are calls, or nothing that the assistant says. */
  | { readonly kind: "calls" }
  | { readonly kind: "end" }
  /** That depends on what comes next. */
  | { readonly kind: "unclear" };

export interface PlaceContext {
  /** Whether nothing more will come. */
  readonly ended: boolean;
  readonly offered: Offered;
  /** Whether it stands at the beginning of a line. */
  readonly lineBegins: boolean;
  /** Whether anything has been said yet. */
  readonly hasSpoken: boolean;
  /** Whether the model's messages have channels. */
  readonly hasChannels: boolean;
  /** How much of it was looked at before, when it was unclear. */
  readonly lookedAt: number;
}

/** More than this, in characters, is held back by nothing. */
export const MAX_HELD = 2 * MAX_ARGUMENTS_LENGTH;

const text = (length: number): Found => ({ kind: "text", length });
const nothing = (length: number): Found => ({ kind: "nothing", length });
const UNCLEAR: Found = { kind: "unclear" };

const IN_FENCE = /^```([\w+-]*)[^\S\n]*\n/;
const IS_TEXT = /^(?:text|txt|plain|plaintext|markdown|md)?$/i;
const JSON_BEGINS = /^(?:\{\s*(?:["'{}]|\w{1,40}\s*:)|\[\s*(?:\{|"|\]))/;
const HALF_JSON = /^(?:\{\s*\w{0,40}\s*|\[\s*)$/;

/** Finds out what a text begins with: a sign that may open something, or a word that may name something. */
export function lookAt(rest: string, context: PlaceContext): Found {
  const sign = rest.charAt(0);
  if (sign === "<" || sign === "◁") return atTag(rest, context);
  if (sign === "`") return atFence(rest, context);
  if (sign === "{" || sign === "[") return atBracket(rest, context);
  return sign === '"' ? atQuote(rest, context) : atWord(rest, context);
}

function atTag(rest: string, { ended, hasSpoken, hasChannels }: PlaceContext): Found {
  const thought = marks.THOUGHT_OPENS.exec(rest)?.[0];
  if (thought) return { kind: "thought", length: thought.length, inChannel: rest.startsWith("<|channel|>") };
  if (marks.CALLS_OPEN.test(rest)) return { kind: "calls" };
  if (marks.HALF_TAG.test(rest) && !ended) return UNCLEAR;
  if (marks.ENDS.test(rest)) return { kind: "end" };
  if (marks.ENDS_PART.test(rest)) return hasChannels ? nothing("<|end|>".length) : { kind: "end" };
  const begins = marks.BEGINS.exec(rest);
  if (begins) {
    const side = (begins[1] ?? begins[2] ?? begins[3] ?? "").toLowerCase();
    const isOwn = side === "" || marks.OWN_SIDE.includes(side);
    return isOwn && (!hasSpoken || hasChannels) ? nothing(begins[0].length) : { kind: "end" };
  }
  const channel = marks.CHANNEL.exec(rest)?.[0];
  if (channel) return { kind: "channel", length: channel.length };
  const close = marks.THOUGHT_CLOSES_HERE.exec(rest)?.[0];
  if (close) return { kind: "afterthought", length: close.length };
  const token = marks.TOKEN.exec(rest)?.[0];
  if (token) return nothing(token.length);
  // What breaks off in a tag is the end of one.
  return marks.HALF_TAG.test(rest) && rest.length > 1 ? nothing(rest.length) : text(1);
}

function atFence(rest: string, { ended, offered }: PlaceContext): Found {
  if (!rest.startsWith("```")) return !ended && /^`{1,2}$/.test(rest) ? UNCLEAR : text(1);
  const [opening, language = ""] = IN_FENCE.exec(rest) ?? [];
  if (opening === undefined) return !ended && /^```[\w+-]{0,20}[^\S\n]*$/.test(rest) ? UNCLEAR : nothing(3);
  if (IS_TEXT.test(language)) return nothing(opening.length);
  const close = rest.indexOf("```", opening.length);
  if (close < 0 && !ended && rest.length < MAX_HELD) return UNCLEAR;
  const inner = rest.slice(opening.length, close < 0 ? undefined : close);
  if (callsIn(inner, offered).calls.length > 0) return { kind: "calls" };
  return nothing(close < 0 ? rest.length : close + 3);
}

function atBracket(rest: string, context: PlaceContext): Found {
  const { ended, offered, lookedAt } = context;
  if (/^\[\/?[A-Z_]{3,22}\]/.test(rest)) return atTag(rest, context);
  if (marks.HALF_TAG.test(rest) && !ended) return UNCLEAR;
  if (!JSON_BEGINS.test(rest)) {
    if (HALF_JSON.test(rest) && !ended) return UNCLEAR;
    return rest.startsWith("[") ? atPython(rest, context) : text(1);
  }
  const isOpen = !ended && rest.length < MAX_HELD;
  // Only a bracket that closes makes it whole: where none has come, there is no need to read all of it again.
  if (isOpen && !/[}\]]/.test(rest.slice(lookedAt))) return UNCLEAR;
  const end = endOfBrackets(rest, 0);
  if (end === undefined && isOpen) return UNCLEAR;
  const isCall = end !== undefined && callsOf(readWrittenJson(rest.slice(0, end)), offered).length > 0;
  return isCall ? { kind: "calls" } : nothing(end ?? rest.length);
}

/** What has a key is a piece of JSON, and so is the rest of its line. */
function atQuote(rest: string, { ended }: PlaceContext): Found {
  if (!ended && /^"(?:[\w-]{0,40}|[\w-]{1,40}"\s{0,9})$/.test(rest)) return UNCLEAR;
  if (!/^"[\w-]{1,40}"\s{0,9}:/.test(rest)) return text(1);
  const end = rest.indexOf("\n");
  if (end < 0 && !ended && rest.length < MAX_HELD) return UNCLEAR;
  return nothing(end < 0 ? rest.length : end);
}

/** `[CALC(` is a call; `[laughs]` and `[this](address)` are text, as it is said. */
function atPython(rest: string, { ended, offered }: PlaceContext): Found {
  const [name = ""] = /^[\w.]{0,64}/.exec(rest.slice(1)) ?? [];
  if (!ended && name.length + 1 === rest.length) return UNCLEAR;
  const isCall = rest.charAt(1 + name.length) === "(" && isOffered(name, offered);
  return isCall ? { kind: "calls" } : text(1);
}

function atWord(rest: string, { ended, offered, lineBegins, hasSpoken }: PlaceContext): Found {
  const [word = ""] = /^[\w.]{1,64}/.exec(rest) ?? [];
  if (!ended && word.length === rest.length) return UNCLEAR;
  const isCut = !ended && rest.length < word.length + 200;
  const side = lineBegins ? sideOf(word, rest.slice(word.length)) : undefined;
  if (side === "unclear" && isCut) return UNCLEAR;
  if (side === "own" && !hasSpoken) return nothing(/^[\w.]+[*_\s]*:/.exec(rest)?.[0].length ?? word.length);
  if (side === "own" || side === "other") return { kind: "end" };
  if (word === "RESULT" && lineBegins && hasSpoken) return { kind: "end" };
  if (!CALL_WORDS.includes(word) && !isOffered(word, offered)) return text(word.length);
  const [first] = callsIn(rest, offered).calls;
  if (first && (word !== "TOOL" || lineBegins || isOffered(first.name, offered) || first.arguments !== ""))
    return { kind: "calls" };
  return isCut && MAY_BE_CALL.test(rest.slice(word.length)) ? UNCLEAR : text(word.length);
}

/** Words that announce a call. */
const CALL_WORDS = ["TOOL", "Action", "functools"];
const isOffered = (name: string, offered: Offered) => offered.has(meantName(name, offered).toUpperCase());

/** Words at which something may begin, in lower case. */
export const wordsThatMatter = (offered: Offered): readonly string[] =>
  [...CALL_WORDS, "RESULT", ...marks.OTHER_SIDES, ...marks.OWN_SIDE, ...offered.keys()].map((word) =>
    word.toLowerCase(),
  );

/** Whose words follow, where a line begins with a side's name and a colon. */
function sideOf(word: string, behind: string): "own" | "other" | "unclear" | undefined {
  const name = word.toLowerCase();
  const side = marks.OWN_SIDE.includes(name) ? "own" : marks.OTHER_SIDES.includes(name) ? "other" : undefined;
  if (side && /^[*_]{0,2}\s?:/.test(behind)) return side;
  return side && /^[*_]{0,2}\s?$/.test(behind) ? "unclear" : undefined;
}
