import { endOfBrackets, readWrittenJson } from "../../validation/written-json.js";
import { isCallNotTalk, type Position, signBehind, wordsBehind } from "./call-or-talk.js";
import { AROUND, CLOSES, ENDS_WITH_LABEL, IS_ANNOUNCING, NAMED, OPENS } from "./call-marks.js";
import { callsOf } from "./json-calls.js";
import { argumentsInText, lineArguments, plainJson } from "./line-arguments.js";
import {
  asFirstParameter,
  isOffered,
  meantName,
  meantOffer,
  type Offered,
  takesNothing,
  type WrittenCall,
} from "./offered.js";
import { inPython, STATEMENT } from "./python-calls.js";
import { taggedCall } from "./tagged-calls.js";

/** The result of reading a text that begins where calls may begin. */
export interface CallsRead {
  readonly calls: readonly WrittenCall[];
  /** Where the first call may begin: the text before it belongs to none. */
  readonly begin: number;
  /** Where the last call ends. */
  readonly end: number;
}

/**
 * Reads the calls at the beginning of a text, in any form that models were trained to write:
 *
 * - JSON that names its tool, alone, in a list or in tags: `{"name": "CALC", "arguments": {"expression": "1+1"}}`;
 * - a name followed by JSON: `TOOL CALC {…}`, `CALC[ARGS]{…}`, `functions.CALC:0<|sep|>{…}`, `<function=CALC>{…}`;
 * - a name and its parameters in tags, see {@link taggedCall}, or in lines, see {@link lineArguments};
 * - a name alone behind what opens a call: `<tool_call>HANGUP</tool_call>`;
 * - Python: `[CALC(expression="1+1")]`.
 *
 * Nothing that is written behind a tool's name is left out: what cannot be read becomes the arguments as it stands.
 *
 * @param position where the text begins
 */
export function callsIn(text: string, offered: Offered, position: Position = "line"): CallsRead {
  const calls: WrittenCall[] = [];
  let at = 0;
  let begin = 0;
  let end = 0;
  let place: Place = { isOpened: false, position };
  for (;;) {
    const found = callAt(text, at, place, offered);
    if (found) {
      calls.push(...found.calls);
      at = end = found.end;
      place = { isOpened: false, position: "line" };
      continue;
    }
    const around = aroundAt(text, at, offered);
    if (around.length === 0) break;
    const isNewLine = /[\n>\]✿]/.test(text.slice(at, at + around.length));
    place = { isOpened: around.opens ?? place.isOpened, position: isNewLine ? "line" : place.position };
    at += around.length;
    if (calls.length === 0) begin = end = at;
  }
  return { calls, begin, end };
}

interface Place {
  /** Whether a tool's name alone is a call. */
  readonly isOpened: boolean;
  readonly position: Position;
}

/** What surrounds calls at a position, and whether a tool's name alone is a call behind it; undefined if that does not change. */
function aroundAt(text: string, at: number, offered: Offered) {
  const rest = text.slice(at, at + 200);
  if (isFenceOfTool(text, at, offered)) return { length: "```".length, opens: true };
  const around = STATEMENT.exec(rest)?.[0] ?? AROUND.exec(rest)?.[0] ?? "";
  const opens = OPENS.test(around) && (!around.endsWith("=") || isAddressed(rest.slice(around.length), offered));
  return { length: around.length, opens: opens || (/^[<[\\✿]/.test(around) ? false : undefined) };
}

/** Whether a fence is named after a tool, and holds arguments or nothing: others hold text of whatever kind. */
function isFenceOfTool(text: string, at: number, offered: Offered): boolean {
  const [opening = "", language = ""] = /^```(\w{1,64})\s/.exec(text.slice(at, at + 70)) ?? [];
  const offer = language ? meantOffer(language, offered) : undefined;
  if (!offer) return false;
  const from = at + opening.length;
  const close = text.indexOf("```", from);
  const inside = text.slice(from, close < 0 ? undefined : close).trim();
  return inside === "" || inside.startsWith("{") || argumentsInText(inside, offer).json !== undefined;
}

/** Whether what follows `to=` is a tool, as opposed to any word: it has a namespace, its capitals, or a token behind it. */
function isAddressed(rest: string, offered: Offered): boolean {
  const [, written = "", token] = ADDRESSEE.exec(rest) ?? [];
  return /^functions\./.test(written) || token !== undefined || written.includes(meantName(written, offered));
}

/** The calls found at one position. */
type Found = Pick<CallsRead, "calls" | "end">;

function callAt(text: string, at: number, place: Place, offered: Offered): Found | undefined {
  return (
    inJson(text, at, offered) ??
    inTags(text, at, offered) ??
    inPython(text, at, offered) ??
    named(text, at, place, offered)
  );
}

function inTags(text: string, at: number, offered: Offered): Found | undefined {
  const call = taggedCall(text, at, (name) => isOffered(name, offered));
  if (!call) return undefined;
  const isText = !/^\s*[{[]/.test(call.arguments);
  const json = isText ? argumentsInText(call.arguments, meantOffer(call.name, offered)).json : undefined;
  return { calls: [{ name: meantName(call.name, offered), arguments: json ?? call.arguments }], end: call.end };
}

function inJson(text: string, at: number, offered: Offered): Found | undefined {
  if (!/[{[]/.test(text.charAt(at))) return undefined;
  const end = endOfBrackets(text, at);
  if (end === undefined) return withoutLastBrace(text, at, offered);
  const calls = callsOf(readWrittenJson(text.slice(at, end)), offered);
  return calls.length > 0 ? { calls, end } : undefined;
}

/** Models forget the last brace before a closing tag. */
function withoutLastBrace(text: string, at: number, offered: Offered): Found | undefined {
  const close = text.indexOf("</", at);
  const written = text.slice(at, close < 0 ? undefined : close).trimEnd();
  if (!written.endsWith("}")) return undefined;
  const calls = callsOf(readWrittenJson(`${written}}`), offered);
  return calls.length > 0 ? { calls, end: at + written.length } : undefined;
}

const ADDRESSEE = /^\s{0,9}["“]?([\w.:-]{1,80})["”]?(?:\s{1,9}(?:json|code))?\s{0,9}(<[|｜])?/;

/** Distinguishes arguments from a word in braces: `The weather: {sunny}`. */
const RECORD = /^\{\s{0,200}(?:\}|["'{]|\w{1,64}\s{0,9}:)/;

/** A name followed by its arguments; without JSON, what announces the name or opens a call must stand before it. */
function named(text: string, at: number, { isOpened, position }: Place, offered: Offered): Found | undefined {
  NAMED.lastIndex = at;
  const [whole = "", announcement = "", written = "", gap = ""] = NAMED.exec(text) ?? [];
  if (whole === "") return undefined;
  const name = { text, from: at + whole.length, announcement, written, gap };
  if (text.charAt(name.from) === "{") return beforeJson(name, isOpened, offered);
  if (announcement === "") return isOpened ? opened(name, offered) : undefined;
  return inPython(text, at + announcement.length, offered) ?? announced(name, position, offered);
}

interface Named {
  readonly text: string;
  /** Where the gap behind the name ends. */
  readonly from: number;
  readonly announcement: string;
  readonly written: string;
  readonly gap: string;
}

function beforeJson({ text, from, announcement, written }: Named, isOpened: boolean, offered: Offered) {
  const isTool = isOffered(written, offered);
  if (!isTool && IS_ANNOUNCING.test(written) && inJson(text, from, offered)) return undefined;
  const isRecord = isTool && RECORD.test(text.slice(from, from + 300));
  if (!isRecord && !isOpened && announcement === "") return undefined;
  const end = endOfBrackets(text, from) ?? text.length;
  return { calls: [{ name: meantName(written, offered), arguments: plainJson(text.slice(from, end)) }], end };
}

/** A name behind what opens a call: its arguments are what is there until the call is closed. */
function opened({ text, from, written }: Named, offered: Offered): Found | undefined {
  const offer = meantOffer(written, offered);
  if (!offer) return undefined;
  const closes = text.slice(from).search(CLOSES);
  const end = closes < 0 ? text.length : from + closes;
  const given = argumentsInText(text.slice(from, end), offer);
  const left = takesNothing(offer) ? wordsBehind(given.text, "line") : given.text;
  return { calls: [{ name: offer.name, arguments: given.json ?? left }], end };
}

/** A name behind words that announce it: its arguments are the rest of the line, or follow a label. */
function announced(
  { text, from, announcement, written, gap }: Named,
  position: Position,
  offered: Offered,
): Found | undefined {
  const name = meantName(written, offered);
  const offer = meantOffer(written, offered);
  const isLabelled = ENDS_WITH_LABEL.test(gap);
  const nameEnd = from - gap.length;
  const given = lineArguments(text, isLabelled ? from : nameEnd, offer, position === "line");
  const end = given.text === "" ? nameEnd + gap.trimEnd().length : given.end;
  if (isLabelled) return { calls: [{ name, arguments: given.json ?? asFirstParameter(given.text, offer) }], end };
  const isExact = offer
    ? /^TOOL/.test(announcement) || written.includes(offer.name)
    : written === written.toUpperCase();
  const words = given.text ? "words" : signBehind(written + text.slice(nameEnd, given.end));
  const behind = given.json ? "pairs" : words;
  if (!isCallNotTalk({ position, isOffered: offer !== undefined, isExact, behind })) return undefined;
  const left = takesNothing(offer) ? wordsBehind(given.text, position) : given.text;
  return { calls: [{ name, arguments: given.json ?? left }], end };
}
