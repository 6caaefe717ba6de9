import { ungrouped } from "../kernel/dialable-number.js";

/** How telephone numbers appear in the log: as they are, by their last four characters, or not at all. */
export type NumberStyle = "full" | "last4" | "none";

/** Replaces the telephone numbers in a text. @param fact the name of the fact that the text is, if it is one */
export type NumberMask = (text: string, fact?: string) => string;

const MASK = "***";
const SHOWN = 4;
/** Facts that are a number and nothing else, whatever it looks like. */
const NUMBER_FACTS: ReadonlySet<string> = new Set(["caller", "callee", "extension", "number", "destination"]);
/** Numbers that are known to be some: the latest of so many. Those of a house have few digits, like ports and durations. */
const MAX_KNOWN = 10_000;

const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
/** What has many digits and is no number of anybody: UUIDs, times, IPv4 addresses, Asterisk's ids of channels. */
const APART = [
  "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
  "(?<![+\\d])(?:19|20)\\d\\d-[01]\\d-[0-3]\\d(?![\\d-])(?:T[\\d:.]+(?:Z|[+-]\\d\\d:?\\d\\d)?)?",
  `(?<![+\\d.])${OCTET}(?:\\.${OCTET}){3}(?![\\d.])(?::\\d{1,5})?`,
  "(?<![+\\d.])1\\d{9}\\.\\d+",
];
/** Whatever can be dialled, without what a sentence goes on with. */
const DIALABLE = "[+*#]?[a-z0-9*#]+(?:[._-]+[a-z0-9*#]+)*";
/** Where a text says that it is one, names too: in sentences of ours. A number of something is none. */
const NAMED = `(?<=\\bCalling )${DIALABLE}|(?<=\\bnumber )(?=[^\\s\\d]*\\d)${DIALABLE}|(?<=\\bnumber )${DIALABLE}(?= may not be dialled)`;
/** Short ones in dial strings and in SIP addresses. */
const ADDRESSED = "(?<=\\bsips?:|\\btel:|\\bPJSIP/|\\bLocal/|<)[+*#]?\\d[\\d*#]*";
/** Seven digits and more, however they are grouped. */
const LONG = "\\+?\\d(?:[\\s()./_-]{0,3}\\d){6,}";
const SHORT = "(?<!\\w)\\d+(?!\\w)";
const ANY_APART = `(?<apart>${APART.join("|")})`;
const NUMBERS = new RegExp(`${ANY_APART}|(?<number>${NAMED}|${LONG}|${ADDRESSED})|${SHORT}`, "giu");
/** What may be a number that is known as a whole. */
const WORDS = new RegExp(`${ANY_APART}|(?<!\\w)${DIALABLE}`, "giu");

/**
 * Masks what a fact says is a number, what looks like one, and from then on every text in which such a number stands by itself.
 * Undefined where numbers are shown.
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
    const [oldest] = known;
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  };

  return (text, fact) => {
    if (fact !== undefined && NUMBER_FACTS.has(fact)) {
      if (text === "") return text;
      for (const each of new Set([text.toLowerCase(), text.replace(/\D/g, "")])) if (each.length > 1) remember(each);
      return masked(text);
    }
    const mask = (found: string, ...rest: unknown[]) => {
      const { apart, number } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      if (apart !== undefined) return found;
      return number !== undefined || known.has(found.toLowerCase()) ? masked(found) : found;
    };
    return text.replace(WORDS, mask).replace(NUMBERS, mask);
  };
}
