/** A condition on a label, as Alertmanager writes it: `severity="critical"`, `team=~"db|web"`. A missing label is empty. */
export interface Matcher {
  matches(labels: Readonly<Record<string, string>>): boolean;
}

const FORM =
  /^\s*([A-Za-z_][A-Za-z0-9_]{0,127})\s*(=~|!~|!=|=)\s*(?:"((?:[^"\\]|\\.){0,500})"|([^\s"'{},=~!]{1,500}))\s*$/;
/** Longer values match no pattern: matching must not take long, whatever is reported. */
const MAX_VALUE = 512;
const MAX_REPEATS = 2;
const MAX_OPTIONAL = 4;

/** Reads a condition. @throws {RangeError} describing the fault */
export function readMatcher(written: string): Matcher {
  const [, name = "", sign, quoted, bare] = FORM.exec(written) ?? [];
  if (!sign) throw new RangeError('expected a label and a value, such as severity="critical" or team=~"db|web"');
  const value = quoted === undefined ? (bare ?? "") : quoted.replace(/\\(["\\n])/g, unescaped);
  const isNegative = sign.startsWith("!");
  const isLike = sign.endsWith("~") ? createPattern(value) : (text: string) => text === value;
  return { matches: (labels) => isLike(Object.hasOwn(labels, name) ? (labels[name] ?? "") : "") !== isNegative };
}

function unescaped(_: string, sign: string): string {
  return sign === "n" ? "\n" : sign;
}

/** A pattern that matches whole values. Only forms that every engine reads alike, and that take no time, are accepted. */
function createPattern(written: string): (text: string) => boolean {
  const fault = (why: string) => new RangeError(`the pattern ${JSON.stringify(written)} ${why}`);
  if (/\(\?(?!:)|\\[1-9kpP]/.test(written))
    throw fault("has look-around, flags, classes or references, which are not supported");
  const plain = written.replace(/\\.|\[(?:[^\]\\]|\\.)*\]/g, "x").replaceAll("(?:", "(");
  if (/\)[*+{]/.test(plain)) throw fault("repeats a group, which is not supported; list the alternatives with |");
  const counts = (sign: RegExp, max: number) =>
    alternativesIn(plain).some((part) => (part.match(sign) ?? []).length > max);
  if (counts(/[*+]|\{\d+,\d*\}/g, MAX_REPEATS))
    throw fault(`has more than ${MAX_REPEATS} of * and + in one alternative`);
  if (counts(/\?/g, MAX_OPTIONAL)) throw fault(`has more than ${MAX_OPTIONAL} of ? in one alternative`);
  try {
    const pattern = new RegExp(`^(?:${written})$`, "su");
    return (text) => text.length <= MAX_VALUE && pattern.test(text);
  } catch {
    throw fault("is not a regular expression");
  }
}

/** The alternatives outside of all brackets. */
function alternativesIn(plain: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of plain) {
    if (sign === "(") depth++;
    else if (sign === ")") depth--;
    if (sign === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}
