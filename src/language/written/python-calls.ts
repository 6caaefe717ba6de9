import { endOfBrackets, readWrittenJson } from "../../validation/written-json.js";
import type { ToolOffer } from "../ports.js";
import { ANSWER_FUNCTION, isOffered, meantOffer, type Offered, parametersOf, type WrittenCall } from "./offered.js";
import { NAME } from "./tagged-calls.js";

const FUNCTION = new RegExp(String.raw`(?:print\()?(${NAME})\(`, "y");
/** Distinguishes a Python call from a remark in brackets. */
const ARGUMENT = /^\(\s*(?:\)|[fr]?["'{[]|\*\*|-?\d|[A-Za-z_]\w{0,63}\s*=(?!=))/i;
const ANSWER: ToolOffer = { name: ANSWER_FUNCTION, description: "", parameters: { properties: { answer: {} } } };
/** What may precede a call in code: `import default_api`, `# a sum`, `result = await`. */
export const STATEMENT =
  /^(?:(?:import|from)\s[^\n]{1,100}\n|#[^\n]{0,160}\n|(?:return|await)\s{1,9}|[A-Za-z_]\w{0,40}[^\S\n]{0,9}=(?!=)[^\S\n]{0,9})/;

/** Reads the call at a position: `CALC(expression="1+1")`. */
export function inPython(
  text: string,
  at: number,
  offered: Offered,
): { readonly calls: readonly WrittenCall[]; readonly end: number } | undefined {
  FUNCTION.lastIndex = text.charAt(at) === "[" ? at + 1 : at;
  const written = FUNCTION.exec(text)?.[1] ?? "";
  const offer = meantOffer(written, offered) ?? (written === ANSWER_FUNCTION ? ANSWER : undefined);
  if (!offer) return undefined;
  const open = FUNCTION.lastIndex - 1;
  const end = endOfBrackets(text, open);
  if (end === undefined || !ARGUMENT.test(text.slice(open, open + 100))) return undefined;
  return { calls: [{ name: offer.name, arguments: argumentsIn(text.slice(open + 1, end - 1), offer) }], end };
}

/** Whether a text begins with such a call, which may be long and need not have ended. */
export function beginsInPython(text: string, offered: Offered): boolean {
  FUNCTION.lastIndex = 0;
  const written = FUNCTION.exec(text)?.[1] ?? "";
  return (
    isOffered(written, offered) &&
    /^\(\s*(?:["']|[A-Za-z_]\w{0,63}\s?=\s?["'\d[{])/.test(text.slice(FUNCTION.lastIndex - 1))
  );
}

/** `expression="1+1", exact=True`; unnamed arguments get the names of the tool's parameters, in order. */
function argumentsIn(inner: string, offer: ToolOffer): string {
  if (/^\s*(?:\*\*)?\{/.test(inner)) return inner.trim().replace(/^\*\*/, "");
  const names = parametersOf(offer) ?? [];
  const given = topLevelParts(inner.replace(REMARK, "$1")).map((part, at) => {
    const [whole = "", name] = /^\s*([A-Za-z_]\w{0,63})\s*=(?!=)\s*/.exec(part) ?? [];
    return [name ?? names[at], pythonValue(part.slice(whole.length).trim())] as const;
  });
  // A value too many has no name: what it means is for the model to say.
  if (given.some(([name]) => name === undefined) && names.length > 0) return inner.trim();
  return JSON.stringify(Object.fromEntries(given.filter(([name]) => name !== undefined)));
}

const CONSTANTS: Readonly<Record<string, unknown>> = { True: true, False: false, None: null, null: null };
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };

function pythonValue(written: string): unknown {
  if (Object.hasOwn(CONSTANTS, written)) return CONSTANTS[written];
  const [, prefix = "", , quoted] = /^([fru]{0,2})("""|'''|"|')([\s\S]*)\2$/i.exec(written) ?? [];
  if (quoted !== undefined)
    return /r/i.test(prefix) ? quoted : quoted.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
  const value = readWrittenJson(written);
  return value === undefined ? written : value;
}

const LITERAL = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/y;
/** A remark behind an argument, which is left out; literals, captured, may have the same sign. */
const REMARK = new RegExp(`(${LITERAL.source})|#[^\\n]*(?=\\n)`, "g");

/** Returns the parts between commas that are outside brackets and quotes. */
function topLevelParts(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (/["'([{]/.test(sign)) at = Math.max(at, endOfGroup(text, at) - 1);
    else if (sign === ",") {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== "");
}

/** Where a literal or a bracket ends; 0 when it does not. */
function endOfGroup(text: string, at: number): number {
  if (!/["']/.test(text.charAt(at))) return endOfBrackets(text, at) ?? 0;
  LITERAL.lastIndex = at;
  return LITERAL.test(text) ? LITERAL.lastIndex : 0;
}
