import { ungrouped } from "../kernel/dialable-number.js";
import { dropOldest } from "../kernel/drop-oldest.js";

/** How telephone numbers appear in the log: unmasked, by their last four characters, or not at all. */
export type NumberStyle = "full" | "last4" | "none";

/** Masks the telephone numbers in a text. @param fact the name of the fact whose value the text is, if any */
export type NumberMask = (text: string, fact?: string) => string;

const MASK = "***";
const SHOWN = 4;
/** Facts whose whole value is a number, or a list of numbers, whatever it looks like. */
const NUMBER_FACTS: ReadonlySet<string> = new Set([
  ...["caller", "callee", "extension", "number", "destination"],
  ...["extensions", "denied"],
]);
/** Facts that identify a person like a number does, and have no digits to show. */
const NAME_FACTS: ReadonlySet<string> = new Set(["caller_name"]);
/** Shorter numbers are masked in facts, but not remembered. */
const MIN_REMEMBERED_DIGITS = 3;
/** How many recently seen numbers are remembered. Internal numbers have few digits, like ports and durations. */
const MAX_KNOWN = 10_000;

const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
/** Digit sequences that are not telephone numbers: UUIDs, times, IPv4 addresses, Asterisk's channel ids. */
const APART = [
  "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
  "(?<![+\\d])(?:19|20)\\d\\d-[01]\\d-[0-3]\\d(?![\\d-])(?:T[\\d:.]+(?:Z|[+-]\\d\\d:?\\d\\d)?)?",
  `(?<![+\\d.])${OCTET}(?:\\.${OCTET}){3}(?![\\d.])(?::\\d{1,5})?`,
  "(?<![+\\d.])1\\d{9}\\.\\d+",
];
/** Anything that can be dialled, without the punctuation of the sentence. */
const DIALABLE = "[+*#]?[a-z0-9*#]+(?:[._-]+[a-z0-9*#]+)*";
/** Where one of our own sentences states a number or a name. "Number of" is not followed by one. */
const NAMED = `(?<=\\bCalling )${DIALABLE}|(?<=\\bnumber |\\bdo-not-call[ /])(?=[^\\s\\d]*\\d)${DIALABLE}|(?<=\\bnumber )${DIALABLE}(?= may not be dialled)`;
/** Numbers and names in dial strings and in SIP addresses. */
const ADDRESSED = `(?<=\\bsips?:|\\bPJSIP/)${DIALABLE}(?=@)|(?<=\\bsips?:|\\btel:|\\bPJSIP/|\\bLocal/|<)[+*#]?\\d[\\d*#]*`;
/** Seven digits or more, with any grouping. */
const LONG = "\\+?\\d(?:[\\s()./_-]{0,3}\\d){6,}";
const SHORT = "(?<!\\w)\\d+(?!\\w)";
const ANY_APART = `(?<apart>${APART.join("|")})`;
const NUMBERS = new RegExp(`${ANY_APART}|(?<number>${NAMED}|${LONG}|${ADDRESSED})|${SHORT}`, "giu");
/** A whole word that may be a known number. */
const WORDS = new RegExp(`${ANY_APART}|(?<!\\w)${DIALABLE}`, "giu");

/**
 * Masks facts that are numbers, text that looks like one, and from then on every text in which such a number occurs by itself.
 * Undefined when numbers are shown.
 */
export function createNumberMask(style: NumberStyle): NumberMask | undefined {
  if (style === "full") return undefined;
  const known = new Set<string>();

  const masked = (number: string) => {
    if (style === "none") return MASK;
    const plain = ungrouped(number);
    return plain.length <= SHOWN ? plain : MASK + plain.slice(-SHOWN);
  };
  const remember = (number: string) => {
    known.delete(number);
    known.add(number);
    dropOldest(known, MAX_KNOWN);
  };

  return (text, fact) => {
    if (fact !== undefined && NAME_FACTS.has(fact)) return text === "" ? text : MASK;
    if (fact !== undefined && NUMBER_FACTS.has(fact)) {
      if (text === "") return text;
      if (isTelling(text)) for (const each of [text, text.replace(/\D/g, "")]) if (isTelling(each)) remember(each);
      return masked(text);
    }
    const mask = (found: string, ...rest: unknown[]) => {
      const { apart, number } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      if (apart !== undefined) return found;
      return number !== undefined || known.has(found) ? masked(found) : found;
    };
    return text.replace(WORDS, mask).replace(NUMBERS, mask);
  };
}

/**
 * Whether a number is masked wherever it stands from now on. A caller chooses their caller ID: a word, or a number of one or two
 * digits, would take that word or figure out of the whole log.
 */
function isTelling(number: string): boolean {
  if (/\p{L}/u.test(number)) return false;
  return number.replace(/\D/g, "").length >= MIN_REMEMBERED_DIGITS || /^[*#]+\d/.test(number);
}
