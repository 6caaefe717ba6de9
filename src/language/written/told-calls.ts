import { isRecord } from "../../kernel/record.js";
import { endOfBrackets, readWrittenJson } from "../../validation/written-json.js";
import type { Message } from "../ports.js";
import { asLine, RESULT } from "../text-protocol.js";
import { callsIn } from "./calls.js";
import type { Offered, WrittenCall } from "./offered.js";

/** Layers of JSON in JSON: a result in its message, what a server answered in that, and a text in this. */
const MAX_LAYERS = 3;
/** Characters that are read of one text to compare calls, counting those that are read again: a few milliseconds. */
const MAX_READ = 20_000;
/** The same, of all texts together. */
const MAX_READ_IN_ALL = 80_000;
/** Words before a tool's name that make it a call. */
const BEFORE_NAMES = "TOOL|Action|Function|to";
/** A token in brackets, before a call. */
const TOKEN = /^\\?\[[A-Z\\_ ]{3,20}\]/;
/** What a place counts as, at least. */
const MIN_READ = 50;

/** Returns what a model wrote from its first call of the text protocol on: it may have spoken before. */
const fromFirstCall = (written: string) => written.slice(Math.max(0, written.search(/^TOOL /m)));

/** What a model was told by others: by the caller, or by the result of a tool, which may quote anyone. */
export interface Told {
  readonly text: string;
  /** The model's message with the calls of which the text is the result; empty if it is none. */
  readonly request: string;
}

/** Returns what a model was told by others, the oldest first. */
export function toldIn(messages: readonly Message[]): readonly Told[] {
  let request = "";
  return messages.flatMap((message): readonly Told[] => {
    if (message.role === "assistant") {
      const lines = message.toolCalls?.map(asLine);
      request = lines?.join("\n") ?? fromFirstCall(message.content);
    }
    if (message.role !== "user" && message.role !== "tool") return [];
    const isResult = message.role === "tool" || message.content.startsWith(RESULT);
    return [{ text: message.content, request: isResult ? request : "" }];
  });
}

/**
 * Returns the calls that were not written in what the model was told, in whatever form: the others it reads aloud and has not made. A
 * result may repeat its own request, which the model may then make again. The newest texts are compared first. Where there is too much
 * to compare, a call counts as read aloud if its arguments are anywhere in the text.
 */
export function withoutTold(
  calls: readonly WrittenCall[],
  told: readonly Told[],
  offered: Offered,
): readonly WrittenCall[] {
  if (calls.length === 0) return calls;
  const names = namesOf(calls);
  let own = calls;
  let left = MAX_READ_IN_ALL;
  for (const { text, request } of told.filter((each) => names.test(each.text)).toReversed()) {
    const layers = layersOf(text);
    const { asked, read, isWhole } = askedIn(layers, names, offered, Math.min(left, MAX_READ));
    left -= read;
    const requested = asked.length > 0 ? callsIn(request, offered).calls : [];
    const isRequested = areWithin(requested);
    const others = asked.filter((each) => !isRequested(each));
    const plain = isWhole ? [] : layers.map(withoutQuotes);
    const isTold = (call: WrittenCall) => others.some(areWithin([call]));
    own = own.filter((call) => !isTold(call) && (isWhole || !mayHold(plain, call)));
  }
  return own;
}

/** Returns what the calls in a text ask for, how many characters were read for it, and whether that was all. */
function askedIn(layers: readonly string[], names: RegExp, offered: Offered, most: number) {
  const places = new RegExp(String.raw`[{[<✿]|\`\`\`|(?<![A-Za-z])(?:${BEFORE_NAMES})(?!\w)|${names.source}`, "gi");
  const asked: Asked[] = [];
  let left = most;
  for (const layer of layers) {
    places.lastIndex = 0;
    for (let found = places.exec(layer); found && left > 0; found = places.exec(layer)) {
      const read = callsAt(layer, found.index, names, offered);
      asked.push(...read.calls.map(askedBy));
      left -= Math.max(MIN_READ, read.end - found.index);
      places.lastIndex = read.next;
    }
  }
  return { asked, read: most - left, isWhole: left > 0 };
}

/** What a call that was told asks for: the same for calls that ask for the same; and the words of its arguments. */
interface Asked {
  readonly name: string;
  readonly what: string;
  readonly words: string;
}

const askedBy = (call: WrittenCall): Asked => ({
  name: call.name,
  what: whatIsAsked(call),
  words: inWords(call.arguments),
});

/**
 * Returns a test whether one of the calls is the same as a told one, or has all its values from it: words that follow a call on its line
 * were read with it.
 */
function areWithin(calls: readonly WrittenCall[]): (told: Asked) => boolean {
  const wanted = calls.map((call) => ({
    name: call.name,
    what: whatIsAsked(call),
    values: valuesIn(readWrittenJson(call.arguments || "{}") ?? call.arguments).map(inWords),
  }));
  return (told) =>
    wanted.some(({ name, what, values }) => {
      if (name !== told.name) return false;
      return what === told.what || (values.length > 0 && values.every((value) => told.words.includes(value)));
    });
}

/** The words and numbers of a text, each between blanks. */
const inWords = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** Returns whether all values of a call's arguments are somewhere in a text. @param layers the text, {@link withoutQuotes} */
function mayHold(layers: readonly string[], call: WrittenCall): boolean {
  const values = valuesIn(readWrittenJson(call.arguments || "{}") ?? call.arguments).map(withoutQuotes);
  return layers.some((layer) => values.every((value) => layer.includes(value)));
}

function valuesIn(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .filter(hasValue)
      .flatMap(([, each]) => valuesIn(each));
  return [String(value)];
}

/** Matches the names of the calls, unless as a key whose value is no object: data that has one is no call. */
function namesOf(calls: readonly WrittenCall[]): RegExp {
  const names = calls.map(({ name }) => name.replace(/\W/g, "\\$&")).join("|");
  return new RegExp(String.raw`(?:${names})(?!["'\\]+\s*:\s*[^{\s])`, "i");
}

/** The calls that begin at a place, where reading ended, and where it is to go on. */
function callsAt(text: string, at: number, names: RegExp, offered: Offered) {
  const isBracket = /[{[]/.test(text.charAt(at)) && !TOKEN.test(text.slice(at, at + MIN_READ));
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

/** Whether a field says anything: an empty one may be left out, or added. */
function hasValue([, value]: readonly [name: string, value: unknown]): boolean {
  if (typeof value === "string") return !/^\s*(?:null|none|undefined)?\s*$/i.test(value);
  return value !== null && value !== undefined && !(typeof value === "object" && Object.keys(value).length === 0);
}

/** The tool and its arguments, however they are spelt: the same for calls that ask for the same. */
function whatIsAsked({ name, arguments: written }: WrittenCall): string {
  const value = readWrittenJson(written || "{}") ?? written;
  const inOrder = JSON.stringify(value, (_, each: unknown) =>
    isRecord(each)
      ? Object.fromEntries(
          Object.entries(each)
            .filter(hasValue)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : each,
  );
  return withoutQuotes(`${name} ${inOrder}`);
}

function withoutQuotes(text: string): string {
  return text.replace(/[\s"'\\]+/g, "").toLowerCase();
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
