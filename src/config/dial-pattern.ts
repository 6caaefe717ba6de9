import { asMatched, numberAsWritten, readNumber } from "../kernel/dialable-number.js";

/**
 * Parses a pattern of Asterisk's dialplan (`main/pbx.c`, "Pattern matching"). A plain number matches itself. After a leading
 * underscore, `X` is a digit, `Z` one of 1–9, `N` one of 2–9, `[13-5]` one of those; a final `.` matches one or more
 * characters of any kind, a final `!` zero or more. Dashes are ignored.
 *
 * @returns an expression that matches a whole number in the form of {@link asMatched}
 * @throws {RangeError} describing the fault
 */
export function parseDialPattern(pattern: string): RegExp {
  if (!pattern.startsWith("_")) {
    if (/^(\*|all|any|none|nobody|no|yes|true|false)$/i.test(pattern)) {
      throw new RangeError(
        `"${pattern}" is not a number; list numbers such as 100 and patterns such as _2XXX, or _. for every number`,
      );
    }
    const read = readNumber(pattern);
    if ("problem" in read) {
      throw new RangeError(`"${pattern}" ${read.problem}; a pattern begins with an underscore, such as _0XXX.`);
    }
    return whole(escaped(asMatched(read.number)));
  }
  let expression = "";
  for (let rest = pattern.slice(1); rest.length > 0;) {
    const [piece, meaning] = nextPiece(rest, pattern);
    expression += meaning;
    rest = rest.slice(piece.length);
  }
  if (expression === "") throw new RangeError(`"${pattern}" matches nothing`);
  return whole(expression);
}

/**
 * Parses patterns separated by commas or ordinary blanks. Other kinds of blanks, as in pasted numbers, do not separate.
 *
 * @throws {RangeError} describing the fault of one pattern
 */
export function parseDialPatterns(text: string): RegExp[] {
  const pieces = text.trim().split(/[ \t\r\n,]+/);
  refuseGroups(pieces, text);
  return pieces.map(parseDialPattern);
}

/** A country code, or an area code in brackets. The groups that follow it would be taken for separate numbers. */
const BEGINNING = /^(\+\d{0,4}|\+?\d{0,4}\(\d*\))$/;
const GROUP = /^[\d()/.-]+$/;

function refuseGroups(pieces: readonly string[], text: string): void {
  const at = pieces.findIndex((piece, i) => BEGINNING.test(piece) && GROUP.test(pieces[i + 1] ?? ""));
  if (at < 0 || text.includes(`${pieces[at]},`)) return;
  const after = pieces.slice(at).findIndex((piece, i) => i > 0 && !GROUP.test(piece));
  const groups = pieces.slice(at, after < 0 ? undefined : at + after);
  const joined = numberAsWritten(groups.join(" ")) ?? groups.join("");
  throw new RangeError(`"${groups.join(" ")}" has blanks, which separate numbers; write a single number as ${joined}`);
}

const CLASSES: Readonly<Record<string, string>> = { X: "[0-9]", Z: "[1-9]", N: "[2-9]" };

/** Returns the first piece of a pattern and the regular expression that it stands for. */
function nextPiece(rest: string, pattern: string): readonly [piece: string, meaning: string] {
  const first = rest[0] as string;
  const letter = CLASSES[first.toUpperCase()];
  if (letter) return [first, letter];
  if (first === "-") return [first, ""];
  if (first === "." || first === "!") {
    if (rest.length > 1) throw new RangeError(`"${pattern}": "${first}" may only stand at the end`);
    return [first, first === "." ? ".+" : ".*"];
  }
  if (first === "[") {
    const [set, characters] = /^\[([0-9A-Za-z*#+]+(?:-[0-9A-Za-z]|[0-9A-Za-z*#+])*)\]/.exec(rest) ?? [];
    if (!set || !characters) throw new RangeError(`"${pattern}": "[" must be followed by characters or ranges and "]"`);
    return [set, `[${characters}]`];
  }
  if (/[+*#0-9A-Za-z]/.test(first)) return [first, escaped(first)];
  throw new RangeError(`"${pattern}": "${first}" is not allowed in a pattern`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function whole(expression: string): RegExp {
  try {
    return new RegExp(`^(?:${expression})$`);
  } catch {
    throw new RangeError(`"${expression}" has a range in reverse order`);
  }
}
