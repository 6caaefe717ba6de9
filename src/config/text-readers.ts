import { isIPv6 } from "node:net";
import { type DialableNumber, readNumber } from "../kernel/dialable-number.js";
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
export const model = line("a name", /^\S(.{0,198}\S)?$/);

/** Reads a number to dial, in any common notation. */
export const phoneNumber = {
  values: "a number or an extension, such as 100 or +49 30 1234567",
  parse(text: string): Parsed<DialableNumber> | Problems {
    const read = readNumber(text);
    return "number" in read ? { value: read.number } : { problems: [read.problem] };
  },
};
