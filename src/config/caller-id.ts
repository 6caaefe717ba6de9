import { type DialableNumber, readNumber } from "../kernel/dialable-number.js";
import { parseDialPattern } from "./dial-pattern.js";
import { hasControls, type Parsed, type Problems } from "./setting.js";

/** Caller ID shown to a called party. A part that is not set is undefined. */
export interface CallerId {
  readonly name: string | undefined;
  readonly number: DialableNumber | undefined;
}

/** Caller IDs that a request may choose by their number. */
export interface PermittedCallerId {
  readonly name: string | undefined;
  /** Matches whole numbers. */
  readonly numbers: RegExp;
}

const MAX_NAME_LENGTH = 64;
const NAME_AND_NUMBER = /^(?:"([^"<>]*)"|([^"<>]*?))\s*<([^<>]+)>$/;

const CALLER_ID = "a number, a name, or both as in Front desk <8000>";

/** Parses `Front desk <8000>`, a number alone, or a name alone: text that contains letters and no angle brackets. */
export const callerId = {
  values: CALLER_ID,
  parse(text: string): Parsed<CallerId> | Problems {
    const entry = nameAndNumber(text);
    if (!entry) return { expected: CALLER_ID };
    const { name, number } = entry;
    if (number === undefined) return { value: { name, number } };
    const read = readNumber(number);
    return "number" in read ? { value: { name, number: read.number } } : { problems: [read.problem] };
  },
};

/** Parses a list of caller IDs, each a number or a pattern, preceded by the name to show, if any. */
export const permittedCallerIds = {
  values:
    "numbers and patterns as in DIAL_RULES, separated by commas, each with a name if one is to be shown, such as 8001, Sales <_493012XX>",
  parse(text: string): Parsed<readonly PermittedCallerId[]> | Problems {
    try {
      return { value: text.split(",").map((entry) => permittedBy(entry.trim())) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { problems: [error.message] };
    }
  },
};

/** @throws {RangeError} describing the fault */
function permittedBy(text: string): PermittedCallerId {
  const { name, number }: Parts = text.startsWith("_") ? { number: text } : (nameAndNumber(text) ?? {});
  if (number === undefined) {
    throw new RangeError(`"${text}" needs a number or a pattern, as in Sales <8001>; a comma separates entries`);
  }
  return { name, numbers: parseDialPattern(number) };
}

type Parts = Partial<Record<"name" | "number", string>>;

/** Splits a caller ID into its two parts. Returns undefined for text in another form. */
function nameAndNumber(text: string): Parts | undefined {
  const [, quoted, plain, number] = NAME_AND_NUMBER.exec(text) ?? [];
  const isBoth = number !== undefined;
  const name = (isBoth ? (quoted ?? plain ?? "") : /\p{L}/u.test(text) ? text : "").trim();
  if (name.length > MAX_NAME_LENGTH || /["<>\\]/.test(name) || hasControls(name)) return undefined;
  return { ...(name !== "" && { name }), ...(isBoth ? { number: number.trim() } : name === "" && { number: text }) };
}
