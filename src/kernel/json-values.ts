/** Maximum number of values and names parsed at once: 4 ms. A megabyte of small objects has 350,000 and takes 60 ms. */
export const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** The characters that precede each value or name: `[`, `{`, `,` and `:`. */
const MARKS = new Uint8Array(256);
for (const mark of "[{,:") MARKS[mark.charCodeAt(0)] = 1;

/** The unit in which a stream is parsed: the whole, each event (ended by an empty line), or each line. */
export type Parsed = "whole" | "events" | "lines";

/**
 * Counts the values and names of JSON before it is parsed, because its sender determines how long parsing takes. The length of
 * texts does not matter: they cost almost nothing.
 *
 * @returns a function that takes the next bytes, and returns whether the current unit has at most {@link MAX_VALUES}
 */
export function createValueLimit(parsed: Parsed = "whole"): (bytes: Uint8Array) => boolean {
  const place = { count: 0, isText: false, isEscaped: false, isLineEmpty: true };

  return (bytes) => {
    let { count, isText, isEscaped, isLineEmpty } = place;
    for (let at = 0; at < bytes.length && count <= MAX_VALUES; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === NEWLINE || byte === RETURN) {
        isText = isEscaped = false; // A JSON string cannot contain a line break.
        if (byte === RETURN) continue;
        if (parsed === "lines" || (parsed === "events" && isLineEmpty)) count = 0;
        isLineEmpty = true;
        continue;
      }
      isLineEmpty = false;
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isText = !isText;
      else if (isText) isEscaped = byte === BACKSLASH;
      else count += MARKS[byte] ?? 0;
    }
    Object.assign(place, { count, isText, isEscaped, isLineEmpty });
    return count <= MAX_VALUES;
  };
}
