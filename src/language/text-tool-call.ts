import { MAX_ARGUMENTS_LENGTH } from "./tool-call-assembly.js";

/** What a text begins with. `length` is how many characters of it that takes. */
export type CallParse =
  | { readonly kind: "call"; readonly name: string; readonly json: string; readonly length: number }
  | { readonly kind: "text"; readonly length: number }
  /** That depends on what comes next. */
  | { readonly kind: "unclear" };

export interface ParseContext {
  /** Whether nothing more will come. */
  readonly ended: boolean;
  /** Whether the text stands at the beginning of a line. */
  readonly lineBegins: boolean;
  /** Whether there is a tool of that name. In the middle of a sentence, or without arguments, only those count. */
  readonly isTool: (name: string) => boolean;
}

/** `TOOL` as a word of its own, or the tag that many models were trained to write. */
export const OPENING = /(?<![\p{L}\p{N}_])TOOL(?![\p{L}\p{N}_])|<tool_call>/u;
/** The end of a text that may be the first half of one. */
export const HALF_OPENING = /(?<![\p{L}\p{N}_])T(?:OO?L?)?$|<(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:ll?)?)?)?)?)?)?)?)?$/u;

/** Between the parts of a call stand blanks, and the marks of models that love markdown. */
const NAMED = /^TOOL[\s:*`]{1,20}([A-Za-z][A-Za-z0-9_]{0,63})(?![A-Za-z0-9_])/;
const HALF_NAMED = /^TOOL(?:[\s:*`]{1,20}[A-Za-z0-9_]{0,64})?$/;
const TAG = "<tool_call>";
const GAP = /^[\s:*`(]*(?:json(?![A-Za-z0-9_])\s*)?/;
const HALF_GAP = /^[\s:*`(]*(?:j(?:s(?:o(?:n\s*)?)?)?)?$/;
const MAX_GAP = 40;
const UNCLEAR: CallParse = { kind: "unclear" };

/** Reads the call that a text beginning with {@link OPENING} may be. */
export function callAt(text: string, context: ParseContext): CallParse {
  return text.startsWith(TAG) ? tagged(text, context.ended) : named(text, context);
}

function named(text: string, { ended, lineBegins, isTool }: ParseContext): CallParse {
  if (!ended && HALF_NAMED.test(text)) return UNCLEAR;
  const [whole = "", name = ""] = NAMED.exec(text) ?? [];
  if (!name) return { kind: "text", length: "TOOL".length };
  const rest = text.slice(whole.length);
  const known = isTool(name);
  if (known || lineBegins || rest[GAP.exec(rest)?.[0].length ?? 0] === "{") {
    if (!ended && rest.length < MAX_GAP && HALF_GAP.test(rest)) return UNCLEAR;
    const from = whole.length + (GAP.exec(rest)?.[0].length ?? 0);
    if (text[from] === "{") {
      const end = endOfObject(text, from, ended);
      return end === undefined ? UNCLEAR : { kind: "call", name, json: text.slice(from, end), length: end };
    }
    if (known || name === name.toUpperCase()) return { kind: "call", name, json: "", length: whole.length };
  } else if (!ended && rest.length < MAX_GAP && HALF_GAP.test(rest)) return UNCLEAR;
  return { kind: "text", length: "TOOL".length };
}

function tagged(text: string, ended: boolean): CallParse {
  const rest = text.slice(TAG.length);
  if (!ended && rest.length < MAX_GAP && HALF_GAP.test(rest)) return UNCLEAR;
  const from = TAG.length + (GAP.exec(rest)?.[0].length ?? 0);
  if (text[from] !== "{") return { kind: "call", name: "", json: "", length: TAG.length };
  const end = endOfObject(text, from, ended);
  if (end === undefined) return UNCLEAR;
  const json = text.slice(from, end);
  try {
    const { name, arguments: given, parameters } = JSON.parse(json) as Record<string, unknown>;
    const its = given ?? parameters ?? {};
    return {
      kind: "call",
      name: typeof name === "string" ? name.slice(0, 64) : "",
      json: typeof its === "string" ? its : JSON.stringify(its),
      length: end,
    };
  } catch {
    return { kind: "call", name: /"name"\s*:\s*"(\w{1,64})"/.exec(json)?.[1] ?? "", json, length: end };
  }
}

/**
 * Where the JSON object that begins at `from` is over; where it breaks off when there is no more of it, or when it is
 * longer than arguments can be.
 */
function endOfObject(text: string, from: number, ended: boolean): number | undefined {
  const last = Math.min(text.length, from + MAX_ARGUMENTS_LENGTH);
  let depth = 0;
  let quoted = false;
  for (let at = from; at < last; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at + 1;
  }
  return ended || last < text.length ? last : undefined;
}
