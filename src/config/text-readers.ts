import { isIPv6 } from "node:net";
import { type DialableNumber, readNumber } from "../kernel/dialable-number.js";
import { primaryLanguage } from "../locales/locales.js";
import { line, type Parsed, type Problems, type Reader, reader } from "./setting.js";

// Readers that several settings share.
const HOST = "a host name or an IP address";
/** Reads a host name, an IPv4 address, or an IPv6 address with or without brackets. */
export const host: Reader<string> = {
  values: HOST,
  parse(text) {
    const value = hostOf(text);
    if (value !== undefined) return { value };
    const likely = hostOf(text.replace(/^\w+:(\/\/)?|:\d*$|\/.*$/gs, "").replace(/^[^@]*@/, ""));
    return { expected: `${HOST} without scheme, user and port${likely === undefined ? "" : `, such as ${likely}`}` };
  },
};

function hostOf(text: string): string | undefined {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  return isIPv6(bare) || /^[A-Za-z0-9._-]{1,253}$/.test(text) ? bare : undefined;
}

export const user = line("letters, digits and . _ -", /^[A-Za-z0-9._-]{1,64}$/);
export const secret = line("a text on one line");
/** Reads a text that fits into an HTTP header. */
export const token = line("printable ASCII characters without blanks", /^[\x21-\x7e]{1,1000}$/);
const VOICE = /^\S(.{0,198}\S)?$/;
export const model = line("a name", VOICE);

export const language = line("a language code such as en or de", /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$/);

/** A voice, and others of languages that do not use it, by primary language in lower case. */
export interface Voices {
  readonly usual: string;
  readonly byLanguage: Readonly<Record<string, string>>;
}

/** Reads `alloy`, or `alloy, de: thorsten, es: ef_dora`. */
export const voices: Reader<Voices> = reader(
  "a name, and after commas voices by language: alloy, de: thorsten",
  (text) => {
    const [usual = "", ...others] = text.split(",").map((each) => each.trim());
    const byLanguage = others.map((each) => /^([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?): *(\S.*)$/.exec(each));
    if (!VOICE.test(usual) || !byLanguage.every((found) => found && VOICE.test(found[2] ?? ""))) return undefined;
    return {
      usual,
      byLanguage: Object.fromEntries(byLanguage.map((found) => [primaryLanguage(found?.[1] ?? ""), found?.[2] ?? ""])),
    };
  },
);

/** Reads a number to dial, in any common notation. */
export const phoneNumber = {
  values: "a number or an extension, such as 100 or +49 30 1234567",
  parse(text: string): Parsed<DialableNumber> | Problems {
    const read = readNumber(text);
    return "number" in read ? { value: read.number } : { problems: [read.problem] };
  },
};
