import { isRecord } from "../../kernel/record.js";
import { endOfBrackets, readWrittenJson } from "../../validation/written-json.js";
import type { Message } from "../ports.js";
import { callsIn, type Offered, type WrittenCall } from "./calls.js";

/** Layers of JSON in JSON: a result in its message, what a server answered in that, and a text in this. */
const MAX_LAYERS = 3;
/** Characters that are read to compare calls, counting those that are read again: a few milliseconds. */
const MAX_READ = 50_000;
/** What a place counts as, at least. */
const MIN_READ = 50;

/** What a model was told by others: by the caller, and by the results of tools, which may quote anyone. */
export const toldIn = (messages: readonly Message[]): readonly string[] =>
  messages.filter(({ role }) => role === "tool" || role === "user").map(({ content }) => content);

/**
 * The calls that were not written in what the model was told, in whatever form: the others it reads aloud and has not made. Where
 * there is too much to compare, all count as read aloud.
 */
export function withoutTold(
  calls: readonly WrittenCall[],
  told: readonly string[],
  offered: Offered,
): readonly WrittenCall[] {
  if (calls.length === 0) return calls;
  const names = namesOf(calls);
  const places = new RegExp(String.raw`[{[<]|(?<![A-Za-z])(?:TOOL|Tool|Action)(?!\w)|${names.source}`, "gi");
  const asked = new Set<string>();
  let left = MAX_READ;
  for (const text of told.filter((each) => names.test(each)).flatMap(layersOf)) {
    places.lastIndex = 0;
    for (let found = places.exec(text); found && left > 0; found = places.exec(text)) {
      const read = callsAt(text, found.index, names, offered);
      for (const call of read.calls) asked.add(whatIsAsked(call));
      left -= Math.max(MIN_READ, read.end - found.index);
      places.lastIndex = read.next;
    }
  }
  return left > 0 ? calls.filter((call) => !asked.has(whatIsAsked(call))) : [];
}

/** Matches the names of the calls, unless as a key whose value is no object: data that has one is no call. */
function namesOf(calls: readonly WrittenCall[]): RegExp {
  const names = calls.map(({ name }) => name.replace(/\W/g, "\\$&")).join("|");
  return new RegExp(String.raw`(?:${names})(?!["'\\]+\s*:\s*[^{\s])`, "i");
}

/** The calls that begin at a place, where reading ended, and where it is to go on. */
function callsAt(text: string, at: number, names: RegExp, offered: Offered) {
  const isBracket = /[{[]/.test(text.charAt(at));
  const open = isBracket ? at : text.slice(0, at + MIN_READ).indexOf("(", at);
  const end = open < 0 ? at + 1 : (endOfBrackets(text, open) ?? text.length);
  if (isBracket && !names.test(text.slice(at, end))) return { calls: [], end, next: end };
  const read = callsIn(text.slice(at), offered);
  const isNested = read.calls.some((call) => names.test(call.arguments));
  return {
    calls: read.calls,
    end: Math.max(end, at + read.end),
    next: read.calls.length > 0 && !isNested ? at + read.end : at + 1,
  };
}

/** The tool and its arguments, however they are spelt: the same for calls that ask for the same. */
function whatIsAsked({ name, arguments: written }: WrittenCall): string {
  const value = readWrittenJson(written || "{}") ?? written;
  const inOrder = JSON.stringify(value, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
  return `${name} ${inOrder.replace(/[\s"'\\]+/g, "")}`.toLowerCase();
}

const ESCAPE = /\\(?:u([0-9a-f]{4})|(.))/gis;
const MEANT: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** A text, and the same as it reads within JSON. */
function layersOf(text: string): readonly string[] {
  const layers = [text];
  for (let outer = text; outer.includes("\\") && layers.length <= MAX_LAYERS;) {
    outer = outer.replace(ESCAPE, (_, code: string | undefined, sign: string) =>
      code === undefined ? (MEANT[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
    );
    layers.push(outer);
  }
  return layers;
}
