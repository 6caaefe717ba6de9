import { isIPv6 } from "node:net";
import { type DialableNumber, readNumber } from "../kernel/dialable-number.js";
import { primaryLanguage } from "../locales/locales.js";
import { line, type Parsed, type Problems, type Reader } from "./setting.js";

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

const VOICES = "a name, and after commas voices by language: alloy, de: thorsten";

/** Reads `alloy`, or `alloy, de: thorsten, es: ef_dora`. */
export const voices = {
  values: VOICES,
  parse(text: string): Parsed<Voices> | Problems {
    const [usual = "", ...others] = text.split(",").map((each) => each.trim());
    if (!VOICE.test(usual)) return { expected: VOICES };
    const byLanguage = new Map<string, string>();
    for (const each of others) {
      const [, code = "", voice = ""] = /^([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?): *(\S.*)$/.exec(each) ?? [];
      if (!VOICE.test(voice)) return { expected: VOICES };
      const primary = primaryLanguage(code);
      if (byLanguage.has(primary)) {
        return { problems: [`has more than one voice for ${primary}; a voice is for all regions of its language`] };
      }
      byLanguage.set(primary, voice);
    }
    return { value: { usual, byLanguage: Object.fromEntries(byLanguage) } };
  },
};

/** Reads a number to dial, in any common notation. */
export const phoneNumber = {
  values: "a number or an extension, such as 100 or +49 30 1234567",
  parse(text: string): Parsed<DialableNumber> | Problems {
    const read = readNumber(text);
    return "number" in read ? { value: read.number } : { problems: [read.problem] };
  },
};
