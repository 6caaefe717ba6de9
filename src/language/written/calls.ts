import { isRecord } from "../../kernel/record.js";
import { endOfBrackets, readWrittenJson } from "../../validation/written-json.js";
import type { ToolOffer } from "../ports.js";
import { NAME, taggedCall } from "./tagged-calls.js";

/** A call that a model wrote as text. `arguments` is JSON text, or what it wrote instead. */
export interface WrittenCall {
  readonly name: string;
  readonly arguments: string;
}

/** The tools that may be called, by name in upper case. */
export type Offered = ReadonlyMap<string, ToolOffer>;

export const offeredBy = (offers: readonly ToolOffer[]): Offered =>
  new Map(offers.map((offer) => [offer.name.toUpperCase(), offer]));

/** What may surround a name: `CALC.call`, `functions.CALC`, `CALC<|channel|>commentary`, `"CALC"`, `CALC:0`, `CALC()`. */
const AROUND_NAMES = [/\.call$/i, /<[|｜].*$/s, /[\s"'`()]+/g, /^\/+|\/+$/g, /:\d*$/];

/** Returns the name of the offered tool that `written` means; `written` itself when there is none. */
export function meantName(written: string, offered: Offered): string {
  const plain = AROUND_NAMES.reduce((name, pattern) => name.replace(pattern, ""), written);
  const candidates = [written, plain, plain.split(/[./:]/).at(-1) ?? ""];
  const known = candidates.map((name) => offered.get(name.toUpperCase())).find((offer) => offer !== undefined);
  return known?.name ?? plain.slice(0, 64);
}

export const isOffered = (written: string, offered: Offered) => offered.has(meantName(written, offered).toUpperCase());

/** The result of reading a text that begins where calls may begin. */
export interface CallsRead {
  readonly calls: readonly WrittenCall[];
  /** Where the first call may begin: the text before it belongs to none. */
  readonly begin: number;
  /** Where the last call ends. */
  readonly end: number;
}

/** What may stand between a name and its arguments: blanks, fences, punctuation, special tokens, "json". */
const GAP = String.raw`(?:[\s:*(\`>=]|(?:json|code|commentary|analysis)\b|<[|｜]\w[^<>]{0,40}>|<tool_sep>|\[(?:ARGS|CALL_ID)\][\w-]{0,20}|✿ARGS✿|(?:(?:Action|Tool) )?Input:){0,40}`;
/** Matches what follows a word while it may still become a call. */
export const MAY_BE_CALL = new RegExp(
  String.raw`^${GAP}(?:<[^<>]{0,40}|\[[A-Z_]{0,8}|${NAME}${GAP}(?:<[^<>]{0,40}|\[[A-Z_]{0,8}|js?o?|c(?:o[a-z]{0,8})?|a(?:n[a-z]{0,5})?)?)?(?:[{([][\s\S]*)?$`,
);
/** Matches a part of what surrounds calls: special tokens and tags that open or close them, fences, separators. */
const AROUND =
  /^(?:\s+|```\w*|[,;:|*)`>-]|<\/?[|｜]?[\w▁:.|｜ -]{1,40}[|｜]?>|\[\/?[A-Z_]{3,20}\]|✿\w+✿|(?:json|code|commentary|analysis|assistant(?:commentary)?|function|functools|tool_code|[Cc]all|to|print|Action(?: Input)?)\b[=:(]?)/;

/**
 * Reads the calls at the beginning of a text, in any form that models were trained to write:
 *
 * - JSON that names its tool, alone, in a list or in tags: `{"name": "CALC", "arguments": {"expression": "1+1"}}`;
 * - a name followed by JSON: `TOOL CALC {…}`, `CALC[ARGS]{…}`, `functions.CALC:0<|sep|>{…}`, `<function=CALC>{…}`;
 * - a name and its parameters in tags, see {@link taggedCall};
 * - Python: `[CALC(expression="1+1")]`.
 */
export function callsIn(text: string, offered: Offered): CallsRead {
  const calls: WrittenCall[] = [];
  let at = 0;
  let begin = 0;
  let end = 0;
  for (;;) {
    const found = callAt(text, at, offered);
    if (found) {
      calls.push(...found.calls);
      at = end = found.end;
      continue;
    }
    const around = AROUND.exec(text.slice(at, at + 200))?.[0].length ?? 0;
    if (around === 0) break;
    at += around;
    if (calls.length === 0) begin = end = at;
  }
  return { calls, begin, end };
}

/** The calls found at one position. */
type Found = Pick<CallsRead, "calls" | "end">;

function callAt(text: string, at: number, offered: Offered): Found | undefined {
  return (
    inJson(text, at, offered) ?? inTags(text, at, offered) ?? inPython(text, at, offered) ?? named(text, at, offered)
  );
}

function inTags(text: string, at: number, offered: Offered): Found | undefined {
  const call = taggedCall(text, at, (name) => isOffered(name, offered));
  return call && { calls: [{ name: meantName(call.name, offered), arguments: call.arguments }], end: call.end };
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

/** Fields under which servers and models write a tool's name and its arguments. */
const NAMES = ["name", "tool", "tool_name", "function_name", "function", "action", "recipient_name"];
const ARGUMENTS = ["arguments", "parameters", "args", "params", "tool_input", "input", "action_input", "kwargs"];
const LISTS = [
  ...["tool_calls", "tool_uses", "calls", "tools", "function_call", "tool_call", "call", "action"],
  ...["toolCalls", "functionCalls", "toolCall", "functionCall"],
];

/** Lists in lists in lists hold no calls. */
const MAX_DEPTH = 8;

/** Returns the calls that a value describes; none if it describes something else. */
export function callsOf(value: unknown, offered: Offered, depth = 0): readonly WrittenCall[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((each) => callsOf(each, offered, depth + 1));
  if (!isRecord(value)) return [];
  const list = LISTS.map((field) => value[field]).find((inner) => typeof inner === "object" && inner !== null);
  if (list !== undefined) return callsOf(list, offered, depth + 1);
  if (isRecord(value.function)) return callsOf(value.function, offered, depth + 1);
  const name = NAMES.map((field) => value[field]).find((field) => typeof field === "string");
  if (typeof name !== "string") return keyedByName(value, offered);
  const given = ARGUMENTS.map((field) => value[field]).find((field) => field !== undefined && field !== null);
  const tool = meantName(name, offered);
  if (given === undefined && !offered.has(tool.toUpperCase())) return [];
  return [{ name: tool, arguments: textOf(given ?? {}) }];
}

/** `{"CALC": {"expression": "1+1"}}` */
function keyedByName(value: Readonly<Record<string, unknown>>, offered: Offered): readonly WrittenCall[] {
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0 || !offered.has(entry[0].toUpperCase()) || !isRecord(entry[1])) return [];
  return [{ name: meantName(entry[0], offered), arguments: textOf(entry[1]) }];
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const FUNCTION = new RegExp(String.raw`(?:print\()?(${NAME})\(`, "y");
/** Distinguishes a Python call from a remark in brackets. */
const PYTHON_ARGUMENT = /^\(\s*(?:\)|["'{[]|-?\d|[A-Za-z_]\w{0,63}\s*=(?!=))/;

function inPython(text: string, at: number, offered: Offered): Found | undefined {
  const begin = text.charAt(at) === "[" ? at + 1 : at;
  FUNCTION.lastIndex = begin;
  const written = FUNCTION.exec(text)?.[1];
  if (!written || !isOffered(written, offered)) return undefined;
  const open = FUNCTION.lastIndex - 1;
  const end = endOfBrackets(text, open);
  if (end === undefined || !PYTHON_ARGUMENT.test(text.slice(open, open + 100))) return undefined;
  const name = meantName(written, offered);
  const inner = text.slice(open + 1, end - 1);
  return { calls: [{ name, arguments: pythonArguments(inner, offered.get(name.toUpperCase())) }], end };
}

/** `expression="1+1", exact=True`; unnamed arguments get the names of the tool's parameters, in order. */
function pythonArguments(inner: string, offer: ToolOffer | undefined): string {
  if (/^\s*\{/.test(inner)) return inner.trim();
  const names = Object.keys((offer?.parameters.properties as object | undefined) ?? {});
  const given = topLevelParts(inner).map((part, at) => {
    const [whole = "", name] = /^\s*([A-Za-z_]\w{0,63})\s*=(?!=)\s*/.exec(part) ?? [];
    const value = part.slice(whole.length).trim();
    return [name ?? names[at] ?? "", pythonValue(value)] as const;
  });
  return JSON.stringify(Object.fromEntries(given.filter(([name]) => name !== "")));
}

function pythonValue(written: string): unknown {
  const quoted = /^(["'])([\s\S]*)\1$/.exec(written);
  if (quoted) return quoted[2];
  const value = readWrittenJson(
    written
      .replace(/^True$/, "true")
      .replace(/^False$/, "false")
      .replace(/^None$/, "null"),
  );
  return value === undefined ? written : value;
}

/** Returns the parts between commas that are outside brackets and quotes. */
function topLevelParts(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (/["'([{]/.test(sign)) {
      const end = /["']/.test(sign) ? text.indexOf(sign, at + 1) + 1 : (endOfBrackets(text, at) ?? 0);
      at = Math.max(at, end - 1);
    } else if (sign === ",") {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== "");
}

const NAMED = new RegExp(String.raw`((?:TOOL|Tool|Action)${GAP})?(${NAME})(${GAP})`, "y");

/** A name followed by JSON. A name without JSON counts if the word TOOL or Action announces it. */
function named(text: string, at: number, offered: Offered): Found | undefined {
  NAMED.lastIndex = at;
  const found = NAMED.exec(text);
  if (!found) return undefined;
  const [whole, announcement, written = "", gap = ""] = found;
  const from = NAMED.lastIndex;
  return (
    (announcement && inPython(text, at + announcement.length, offered)) ||
    withArguments({ text, from, name: meantName(written, offered), isAnnounced: !!announcement, gap }, offered) ||
    (announcement && (isOffered(written, offered) || written === written.toUpperCase())
      ? { calls: [{ name: meantName(written, offered), arguments: "" }], end: at + whole.trimEnd().length }
      : undefined)
  );
}

interface Named {
  readonly text: string;
  /** Where the arguments begin, after `gap`. */
  readonly from: number;
  readonly name: string;
  readonly isAnnounced: boolean;
  readonly gap: string;
}

function withArguments({ text, from, name, isAnnounced, gap }: Named, offered: Offered): Found | undefined {
  if (text.charAt(from) === "{") {
    if (!isAnnounced && !offered.has(name.toUpperCase())) return undefined;
    const end = endOfBrackets(text, from) ?? text.length;
    return { calls: [{ name, arguments: text.slice(from, end).replaceAll("<escape>", '"') }], end };
  }
  const input = isAnnounced && /Input:\s*$/.test(gap) ? inputOf(text, from, offered.get(name.toUpperCase())) : "";
  if (input) return { calls: [{ name, arguments: input }], end: endOfLine(text, from) };
  return undefined;
}

const endOfLine = (text: string, from: number) => {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
};

/** The rest of a line as the value of a tool's first parameter; empty when there is none. */
function inputOf(text: string, from: number, offer: ToolOffer | undefined): string {
  const [first] = Object.keys((offer?.parameters.properties as object | undefined) ?? {});
  const value = text.slice(from, endOfLine(text, from)).trim();
  return first && value ? JSON.stringify({ [first]: value.replace(/^(["'])(.*)\1$/, "$2") }) : "";
}
