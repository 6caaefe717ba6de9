import * as marks from "./marks.js";
import type { Found, PlaceContext } from "./place.js";
import * as thoughts from "./thought-marks.js";

const UNCLEAR: Found = { kind: "unclear" };
const nothing = (length: number): Found => ({ kind: "nothing", length });
/** Characters within which a note to oneself ends. */
const MAX_NOTE = 4_000;
/** Characters within which a thought under a title ends. */
const MAX_TITLED = 16_000;

/** A remark of HTML is removed, with what is in it. */
export function atComment(rest: string, { ended }: PlaceContext): Found | undefined {
  if (!ended && /^<!-?$/.test(rest)) return UNCLEAR;
  if (!rest.startsWith("<!--")) return undefined;
  const end = rest.indexOf("-->");
  if (end >= 0) return nothing(end + "-->".length);
  return !ended && rest.length < MAX_TITLED ? UNCLEAR : nothing(rest.length);
}

/** Notes to oneself between what is said, in an element that has an end. */
export function atNotes(rest: string, { ended, hasSpoken }: PlaceContext): Found | undefined {
  const name = hasSpoken ? marks.ELEMENT_OPENS.exec(rest)?.[1] : undefined;
  if (name === undefined || !thoughts.NOTES.test(name)) return undefined;
  const close = rest.indexOf(`</${name}>`);
  if (close >= 0) return nothing(close + `</${name}>`.length);
  return !ended && rest.length < MAX_NOTE ? UNCLEAR : undefined;
}

/** A thought under a title, if another title announces the answer: "### Thinking", "### Answer". */
export function atTitle(rest: string, { ended, lineBegins, isTitle }: PlaceContext): Found | undefined {
  if (!lineBegins) return undefined;
  const end = thoughts.DOTS.test(rest)
    ? thoughts.DOTS_END
    : isTitle && thoughts.TITLE.test(rest)
      ? thoughts.TITLE_ENDS
      : undefined;
  if (!end) return undefined;
  const ends = end.exec(rest);
  // While its line goes on, the title may be another one.
  const isWhole = ends && (ended || ends.index + ends[0].length < rest.length);
  if (isWhole) return nothing(ends.index + ends[0].length);
  return !ended && rest.length < MAX_TITLED ? UNCLEAR : undefined;
}

/** The length of a thought's label; undefined when there is none, "unclear" while there may be one. */
export function thoughtLabel(
  rest: string,
  { ended, lineBegins, enclosedBy }: PlaceContext,
): number | "unclear" | undefined {
  if (!lineBegins && !enclosedBy) return undefined;
  const label = (enclosedBy ? thoughts.LABEL_IN_REMARK : thoughts.LABEL).exec(rest);
  if (label) return label[0].length;
  return !ended && thoughts.HALF_LABEL.test(rest.toLowerCase()) ? "unclear" : undefined;
}
