/** Parsed JSON with the line of each value of the outermost object, or the line and reason of a syntax error. */
export type JsonLines =
  | { readonly value: unknown; readonly lines: ReadonlyMap<string, number> }
  | { readonly line: number; readonly fault: string };

class JsonError extends Error {}

const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;
const MAX_DEPTH = 50;

/** Parses JSON like JSON.parse, but always reports the line of an error. Lines count from 1. */
export function readJsonLines(text: string): JsonLines {
  const lines = new Map<string, number>();
  let at = 0;

  const line = () => text.slice(0, at).split("\n").length;
  const skip = () => {
    while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  };
  const found = () => (at >= text.length ? "the end of the file" : JSON.stringify(text.charAt(at)));
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) at += match.length;
    return match;
  };
  const expect = (...marks: string[]): string => {
    skip();
    const mark = marks.find((each) => text.startsWith(each, at));
    if (mark === undefined) throw new JsonError(`expected ${marks.join(" or ")}, found ${found()}`);
    at += mark.length;
    return mark;
  };
  const next = (mark: string) => {
    skip();
    return text.startsWith(mark, at);
  };
  const string = (): string => {
    skip();
    const literal = take(STRING);
    if (literal === undefined) throw new JsonError(`expected a text in double quotation marks, found ${found()}`);
    return JSON.parse(literal);
  };

  function value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new JsonError("it is nested too deeply");
    if (next("{")) return object(depth);
    if (next("[")) return array(depth);
    if (next('"')) return string();
    const literal = take(WORD) ?? take(NUMBER);
    if (literal === undefined) throw new JsonError(`expected a value, found ${found()}`);
    return JSON.parse(literal);
  }

  function array(depth: number): unknown[] {
    const items: unknown[] = [];
    expect("[");
    if (next("]")) expect("]");
    else {
      do items.push(value(depth + 1));
      while (expect(",", "]") === ",");
    }
    return items;
  }

  function object(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    expect("{");
    if (next("}")) expect("}");
    else {
      do {
        const key = string();
        if (depth === 0) lines.set(key, line());
        expect(":");
        entries.push([key, value(depth + 1)]);
      } while (expect(",", "}") === ",");
    }
    return Object.fromEntries(entries);
  }

  try {
    const result = value(0);
    skip();
    if (at < text.length) throw new JsonError(`expected the end of the file, found ${found()}`);
    return { value: result, lines };
  } catch (error) {
    if (error instanceof JsonError) return { line: line(), fault: error.message };
    throw error;
  }
}
