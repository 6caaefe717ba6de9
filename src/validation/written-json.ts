import { jsonrepair } from "jsonrepair";

/** Text in text in text is a mistake; in more, it is nonsense. */
const MAX_LAYERS = 3;

/**
 * Reads JSON as language models write it: in a fence, encoded twice, with single quotes, Python's constants or a comma too
 * many. Text that breaks off is not completed: half a number would be another one.
 *
 * @returns undefined when it cannot be read
 */
export function readWrittenJson(written: string): unknown {
  let value: unknown = written;
  for (let layer = 0; layer < MAX_LAYERS && typeof value === "string"; layer++) {
    const text = withoutFence(value);
    const read = strictly(text) ?? (isClosed(text) ? repaired(text) : undefined);
    if (read === undefined) return layer === 0 ? undefined : value;
    value = read;
  }
  return value;
}

function strictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

function withoutFence(text: string): string {
  return text
    .trim()
    .replace(/^```\w*\s*/, "")
    .replace(/\s*```$/, "");
}

/** Whether each bracket has its other half; brackets in quotes are text. */
function isClosed(text: string): boolean {
  return /^[{[]/.test(text) && endOfBrackets(text, 0) === text.length;
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** Finds where a bracket is closed in a text that may grow: nothing is read twice. */
export class OpenBracket {
  readonly #open: string[] = [];
  #quote = "";
  #at: number;
  #crosses = false;
  #end: number | undefined;

  /** @param from the place of the bracket */
  constructor(from = 0) {
    this.#at = from;
  }

  /** @returns the place behind its other half; undefined when there is none, or the brackets cross */
  endIn(text: string): number | undefined {
    for (; this.#at < text.length && !this.#crosses && this.#end === undefined; this.#at++) {
      const sign = text.charAt(this.#at);
      if (this.#quote) {
        if (sign === "\\") this.#at++;
        else if (sign === this.#quote) this.#quote = "";
      } else if (sign === '"' || (sign === "'" && opensQuote(text, this.#at))) this.#quote = sign;
      else if (CLOSING[sign]) this.#open.push(CLOSING[sign]);
      else if (/[}\])]/.test(sign)) {
        this.#crosses = this.#open.pop() !== sign;
        if (!this.#crosses && this.#open.length === 0) this.#end = this.#at + 1;
      }
    }
    return this.#end;
  }
}

/**
 * Finds where the bracket that opens at `from` is closed.
 *
 * @returns the place behind its other half; undefined when there is none, or the brackets cross
 */
export const endOfBrackets = (text: string, from: number) => new OpenBracket(from).endIn(text);

/** An apostrophe stands behind a letter, a quotation mark does not. */
const opensQuote = (text: string, at: number) => !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
