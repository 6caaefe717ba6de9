import { OpenBracket, readWrittenJson } from "../../validation/written-json.js";
import { answerInJson } from "./answer-in-json.js";
import { atCall, ENOUGH, isCut } from "./call-places.js";
import { callsIn } from "./calls.js";
import { callsOf } from "./json-calls.js";
import * as marks from "./marks.js";
import { ANSWER_FUNCTION, isOffered, type Offered } from "./offered.js";
import { type Found, MAX_HELD, type PlaceContext } from "./place.js";
import { sideAt } from "./sides.js";
import * as thoughts from "./thought-marks.js";
import { atComment, atNotes, atTitle, thoughtLabel } from "./thought-places.js";

const text = (length: number): Found => ({ kind: "text", length });
const nothing = (length: number): Found => ({ kind: "nothing", length });
const UNCLEAR: Found = { kind: "unclear" };

const IN_FENCE = /^```([\w+-]*)[^\S\n]*\n/;
/** A fence that may hold an answer; others hold code and made-up results. */
const IS_JSON = /^```(?:json\w{0,3})?\s/i;
const IS_TEXT = /^(?:text|txt|plain|plaintext|markdown|md)?$/i;
/** Read again with each piece; the bounds keep a model that writes blanks without end from making that costly. */
const JSON_BEGINS = /^(?:\{\s{0,200}(?:["'{}]|\w{1,40}\s{0,200}:)|\[\s{0,200}(?:\{|"|\]))/;
const HALF_JSON = /^(?:\{\s{0,200}(?:\w{1,40}\s{0,200})?|\[\s{0,200})$/;

/** Determines what a text begins with: a sign that may open something, or a word that may name something. */
export function lookAt(rest: string, context: PlaceContext): Found {
  const sign = rest.charAt(0);
  if (/[<>◁✿]/.test(sign)) return atTag(rest, context);
  if (sign === "`") return atFence(rest, context);
  if (sign === "{" || sign === "[") return atBracket(rest, context);
  return sign === '"' ? atQuote(rest, context) : atWord(rest, context);
}

type Rule = (rest: string, context: PlaceContext) => Found | undefined;

/** The meanings of tags and tokens; the first matching rule decides. */
const TAG_RULES: readonly Rule[] = [
  (rest, { ended }) => (marks.HALF_HEADER.test(rest) && !ended ? UNCLEAR : undefined),
  (rest) => {
    const thought = thoughts.OPENS.exec(rest)?.[0];
    return thought ? { kind: "thought", length: thought.length, inChannel: rest.startsWith("<|channel|>") } : undefined;
  },
  (rest) => (marks.CALLS_OPEN.test(rest) ? { kind: "calls" } : undefined),
  (rest, { offered }) =>
    isOffered(/^<([A-Za-z_][\w.]{0,63})[\s/>]/.exec(rest)?.[1] ?? "", offered) ? { kind: "calls" } : undefined,
  (rest, { ended }) => (marks.HALF_TAG.test(rest) && !ended ? UNCLEAR : undefined),
  (rest) => (marks.ENDS.test(rest) ? { kind: "end" } : undefined),
  (rest, { hasChannels }) => {
    if (!marks.ENDS_PART.test(rest)) return undefined;
    return hasChannels ? nothing("<|end|>".length) : { kind: "end" };
  },
  (rest, { hasSpoken, hasChannels }) => {
    const begins = marks.BEGINS.exec(rest);
    if (!begins) return undefined;
    const side = (begins.slice(1).find((each) => each !== undefined) ?? "").toLowerCase();
    const isOwn = side === "" || marks.OWN_SIDE.includes(side);
    return isOwn && (!hasSpoken || hasChannels) ? nothing(begins[0].length) : { kind: "end" };
  },
  (rest) => ofLength("channel", marks.CHANNEL.exec(rest)),
  (rest) => ofLength("afterthought", thoughts.CLOSES_HERE.exec(rest)),
  (rest) => ofLength("nothing", marks.TOKEN.exec(rest)),
  atComment,
  atNotes,
  atElement,
  // A text that breaks off within a tag ends there; a sign before a blank compares something.
  (rest) => {
    const isTag = marks.HALF_TAG.test(rest) && rest.length > 1;
    return isTag && (!/^<\s/.test(rest) || thoughts.OPENS.test(`${rest}>`)) ? nothing(rest.length) : undefined;
  },
];

function ofLength(kind: "channel" | "afterthought" | "nothing", match: RegExpExecArray | null): Found | undefined {
  return match?.[0] ? { kind, length: match[0].length } : undefined;
}

const first = (rules: readonly Rule[], rest: string, context: PlaceContext) =>
  rules.reduce<Found | undefined>((found, rule) => found ?? rule(rest, context), undefined);

const atTag = (rest: string, context: PlaceContext) => first(TAG_RULES, rest, context) ?? text(1);

/** An unknown element before the first word is removed with what is in it, unless nothing follows: then that is the answer. */
function atElement(rest: string, context: PlaceContext): Found | undefined {
  const [opening, name] = (context.hasSpoken ? undefined : marks.ELEMENT_OPENS.exec(rest)) ?? [];
  if (opening === undefined) return undefined;
  const close = rest.indexOf(`</${name}>`);
  const end = close < 0 ? rest.length : close + `</${name}>`.length;
  const isPart = hasOtherWords(rest, end, context);
  return isPart === undefined ? UNCLEAR : nothing(isPart ? end : opening.length);
}

/** Whether the message has words before the text up to `end`, or behind it; undefined while they may follow. */
function hasOtherWords(rest: string, end: number, context: PlaceContext): boolean | undefined {
  if (context.hasSpoken) return true;
  const behind = rest
    .slice(end)
    .replace(/^[\s*_`]+/, "")
    .slice(0, ENOUGH);
  if (!/[\p{L}\p{N}]/u.test(behind.replace(/<[^<>]*>?/g, "")))
    return context.ended || rest.length > MAX_HELD || behind.length >= ENOUGH ? false : undefined;
  const next = lookAt(behind, {
    ...context,
    hasSpoken: true,
    lineBegins: true,
    bracket: new OpenBracket(),
  });
  if (next.kind === "unclear" && isCut(behind, context)) return undefined;
  // The other side's words are no part of the message.
  return (next.kind !== "end" && next.kind !== "side") || marks.OWN_BEGINS_HERE.test(`\n${behind}`);
}

function atFence(rest: string, context: PlaceContext): Found {
  if (!rest.startsWith("```")) return !context.ended && /^`{1,2}$/.test(rest) ? UNCLEAR : text(1);
  const [opening, language = ""] = IN_FENCE.exec(rest) ?? [];
  if (opening === undefined) return !context.ended && /^```[\w+-]{0,20}[^\S\n]*$/.test(rest) ? UNCLEAR : nothing(3);
  return IS_TEXT.test(language) ? nothing(opening.length) : inFence(rest, opening, context);
}

/** Code is removed, unless it calls a tool. */
function inFence(rest: string, opening: string, context: PlaceContext): Found {
  const close = rest.indexOf("```", opening.length);
  if (close < 0 && !context.ended && rest.length < MAX_HELD) return UNCLEAR;
  const length = close < 0 ? rest.length : close + 3;
  const isPart = hasOtherWords(rest, length, context);
  if (isPart === undefined) return UNCLEAR;
  const inner = rest.slice(opening.length, close < 0 ? undefined : close);
  if (callsIn(rest.slice(0, length), context.offered).calls.length > 0) return { kind: "calls" };
  return (isPart || !IS_JSON.test(opening) ? undefined : answerIn(inner, length)) ?? nothing(length);
}

function atBracket(rest: string, context: PlaceContext): Found {
  if (/^\[(?:\||\/?[A-Z][A-Z\\_ ]{2,21}\])/.test(rest) || thoughts.CLOSES_HERE.test(rest)) return atTag(rest, context);
  const thought = thoughts.OPENS_IN_BRACKETS.exec(rest)?.[0];
  if (thought !== undefined) return inBrackets(thought, rest, context);
  if (marks.HALF_TAG.test(rest) && !context.ended) return UNCLEAR;
  // A picture or link without words: `![](picture.png)`.
  if (/^\[\]\(/.test(rest)) return text(2);
  if (rest === "[]" && !context.ended) return UNCLEAR;
  if (JSON_BEGINS.test(rest)) return inJson(rest, context);
  if (HALF_JSON.test(rest) && !context.ended) return UNCLEAR;
  return rest.startsWith("[") ? atPython(rest, context) : text(1);
}

/** A thought has an end; without one, it is a stage direction. */
function inBrackets(opening: string, rest: string, context: PlaceContext): Found {
  if (thoughts.CLOSES.test(rest)) return atTag(rest, context);
  return !context.ended && rest.length < MAX_HELD ? UNCLEAR : nothing(opening.length);
}

/** Data is removed, unless it calls a tool. */
function inJson(rest: string, context: PlaceContext): Found {
  const end = context.bracket.endIn(rest);
  if (end === undefined && !context.ended && rest.length < MAX_HELD) return UNCLEAR;
  const written = rest.slice(0, end);
  const isPart = hasOtherWords(rest, written.length, context);
  if (isPart === undefined) return UNCLEAR;
  if (end !== undefined && callsOf(readWrittenJson(written), context.offered).length > 0) return { kind: "calls" };
  return (isPart ? undefined : answerIn(written, written.length)) ?? nothing(written.length);
}

function answerIn(json: string, length: number): Found | undefined {
  const answer = answerInJson(json);
  return answer === undefined ? undefined : { kind: "instead", length, text: answer };
}

/** A quoted key is a piece of JSON, which is removed with the rest of its line. */
function atQuote(rest: string, { ended }: PlaceContext): Found {
  if (!ended && /^"(?:[\w-]{0,40}|[\w-]{1,40}"\s{0,9})$/.test(rest)) return UNCLEAR;
  if (!/^"[\w-]{1,40}"\s{0,9}:/.test(rest)) return text(1);
  const end = rest.indexOf("\n");
  if (end < 0 && !ended && rest.length < MAX_HELD) return UNCLEAR;
  return nothing(end < 0 ? rest.length : end);
}

/** `[CALC(` is a call; `[laughs]` and `[this](address)` are text and spoken. */
function atPython(rest: string, { ended, offered }: PlaceContext): Found {
  const [name = ""] = /^[\w.]{0,64}/.exec(rest.slice(1)) ?? [];
  if (!ended && name.length + 1 === rest.length) return UNCLEAR;
  const isCall = rest.charAt(1 + name.length) === "(" && isOffered(name, offered);
  return isCall ? { kind: "calls" } : text(1);
}

function atWord(rest: string, context: PlaceContext): Found {
  const [word = ""] = /^[\p{L}\p{N}_.]{1,64}/u.exec(rest) ?? [];
  if (!context.ended && word.length === rest.length) return UNCLEAR;
  const token = atToken(word, context);
  if (token) return token;
  const label = context.lineBegins ? atLabel(word, rest, context) : undefined;
  return (
    label ??
    atThought(word, rest, context) ??
    atCall(word, rest, context) ??
    atSide(word, rest, context) ??
    text(word.length)
  );
}

/** Detects the name of a special token without its brackets: the message ends there, unless it has not begun. */
function atToken(word: string, { hasSpoken }: PlaceContext): Found | undefined {
  const name = marks.TOKEN_NAMES.find((each) => word === each || word.startsWith(`${each}.`));
  if (name === undefined) return undefined;
  return hasSpoken ? { kind: "end" } : nothing(name.length);
}

/** Detects the label of an answer, or an invented result, at the beginning of a line. */
function atLabel(word: string, rest: string, context: PlaceContext): Found | undefined {
  const isResult = word === "RESULT" || (word === "Observation" && rest.charAt(word.length) === ":");
  if (isResult && context.hasSpoken) return { kind: "end" };
  const answer = marks.ANSWER_LABEL.exec(rest) ?? marks.ACTION_LABEL.exec(rest);
  if (answer) return nothing(answer[0].length);
  if ((marks.HALF_ANSWER_LABEL.test(rest) || marks.HALF_ACTION_LABEL.test(rest)) && !context.ended) return UNCLEAR;
  return undefined;
}

/** A thought behind its label or under its title, unless it is all that the message says. */
function atThought(word: string, rest: string, context: PlaceContext): Found | undefined {
  const title = atTitle(rest, context);
  if (title) return title;
  const label = thoughtLabel(rest, context);
  if (label === undefined) return undefined;
  if (label === "unclear") return UNCLEAR;
  // A label in italics is no remark: "*Thought:* the caller wants the time."
  const isRemark = context.enclosedBy !== "*" || rest.charAt(label) !== "*";
  const line = wholeLine(rest, isRemark ? context : { ...context, enclosedBy: undefined });
  if (line.kind === "unclear") return line;
  const isPart = hasOtherWords(rest, line.kind === "nothing" ? line.length : rest.length, context);
  if (isPart === undefined) return UNCLEAR;
  return isPart ? line : text(word.length);
}

/** Detects a side's name at the beginning of a line or sentence, or in capitals. */
function atSide(word: string, rest: string, context: PlaceContext): Found | undefined {
  const { hasSpoken, lineBegins, sentenceBegins } = context;
  const isName = (sentenceBegins && /^[A-Z]/.test(word)) || marks.IN_CAPITALS.includes(word);
  if (!lineBegins && !isName) return undefined;
  const side = sideAt(word, rest, context);
  if (side === undefined) return undefined;
  if (side === "unclear") return UNCLEAR;
  if (side === "own" && !hasSpoken) return nothing(/^[\w.]+[*_\s]*:?/.exec(rest)?.[0].length ?? word.length);
  return { kind: "side" };
}

const ENCLOSURE_ENDS: Readonly<Record<string, RegExp>> = { "(": /[)\n]/, "[": /[\]\n]/, "*": /[*\n]/ };

/** The rest of the line, or of the brackets. */
function wholeLine(rest: string, { ended, enclosedBy }: PlaceContext): Found {
  const end = rest.search(ENCLOSURE_ENDS[enclosedBy ?? ""] ?? /\n/);
  if (end < 0) return !ended && rest.length < MAX_HELD ? UNCLEAR : nothing(rest.length);
  return nothing(rest.charAt(end) === "\n" ? end + 1 : end);
}

/** Returns the words at which something may begin, in lower case. */
export const wordsThatMatter = (offered: Offered): readonly string[] =>
  [
    ...[...Object.keys(marks.ANNOUNCING), ...marks.TOKEN_NAMES],
    ...[...offered.keys()].flatMap((name) => [name, `function${name}`]),
    ...["RESULT", "Observation", "Answer", "Final", "Grounded", ANSWER_FUNCTION, ...thoughts.FIRST_WORDS],
    ...[...marks.OTHER_SIDES, ...marks.OWN_SIDE, ...Object.keys(marks.HEADINGS)],
  ].map((word) => word.toLowerCase());
