/** How many values and names may be parsed at once: 4 ms. A megabyte of small objects has 350,000 and takes 60 ms. */
export const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** What stands before each value or name: `[`, `{`, `,` and `:`. */
const MARKS = new Uint8Array(256);
for (const mark of "[{,:") MARKS[mark.charCodeAt(0)] = 1;

/** What of a stream is parsed at once: all of it, each event (they end with an empty line), or each line. */
export type Parsed = "whole" | "events" | "lines";

/**
 * Counts the values and names in JSON before it is parsed: its sender decides how long parsing takes. The length of texts does
 * not matter, because they cost next to nothing.
 *
 * @returns takes the next bytes, and says whether there are at most {@link MAX_VALUES} in what is parsed at once
 */
export function createValueLimit(parsed: Parsed = "whole"): (bytes: Uint8Array) => boolean {
  const place = { count: 0, isText: false, isEscaped: false, isLineEmpty: true };

  return (bytes) => {
    let { count, isText, isEscaped, isLineEmpty } = place;
    for (let at = 0; at < bytes.length && count <= MAX_VALUES; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === NEWLINE || byte === RETURN) {
        isText = isEscaped = false; // No JSON text goes over a line's end.
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
