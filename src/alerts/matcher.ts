import { RE2JS } from "re2js";

/** A condition on a label, as Alertmanager writes it: `severity="critical"`, `team=~"db|web"`. A missing label is empty. */
export interface Matcher {
  matches(labels: Readonly<Record<string, string>>): boolean;
}

const FORM =
  /^\s*([A-Za-z_][A-Za-z0-9_]{0,127})\s*(=~|!~|!=|=)\s*(?:"((?:[^"\\]|\\.){0,500})"|([^\s"'{},=~!]{1,500}))\s*$/;
/** Longer values match no pattern: matching must not take long, whatever is reported. */
const MAX_VALUE = 512;
/** Most steps that a compiled pattern may have besides one for each of its characters: matching takes as many at each place. */
const MAX_MORE_STEPS = 600;
/** The most that all of them may be estimated at: so many are compiled. */
const MAX_ESTIMATE = 2_000;

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

/**
 * A pattern that matches whole values, as Alertmanager's RE2 understands it. Its time is linear in the length of a value, whatever is
 * reported; Node's own regular expressions backtrack.
 */
function createPattern(written: string): (text: string) => boolean {
  const fault = (why: string) => new RangeError(`the pattern ${JSON.stringify(written)} ${why}`);
  const tooMuch = () => fault("repeats too much: write * or + in place of large counts such as {1,128}");
  if (estimate(written) > MAX_ESTIMATE) throw tooMuch();
  const pattern = compiled(written);
  if (!pattern) throw fault("is not a regular expression of RE2, which has no look-around and no references");
  if (pattern.programSize() > written.length + MAX_MORE_STEPS) throw tooMuch();
  return (text) => text.length <= MAX_VALUE && pattern.testExact(text);
}

function compiled(written: string): RE2JS | undefined {
  try {
    return RE2JS.compile(written, RE2JS.DOTALL);
  } catch {
    return undefined;
  }
}

/** An estimate of a pattern's steps, too high rather than too low: as if all the rest were in each group that is repeated. */
function estimate(written: string): number {
  let [steps, times] = [written.length, 1];
  for (const [, group, min = "", max = ""] of written.matchAll(/(\)?)\{(\d+)(?:,(\d*))?\}/g)) {
    const count = Math.max(1, Number(min), Number(max));
    if (group) times *= count;
    else steps += count;
  }
  return steps * times;
}
