import type { SignWords } from "./sign-words.js";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?";
const MAIL = new RegExp(
  String.raw`(?:mailto:)?\b([\w.+-]{1,64})@((?:${LABEL}\.){1,4}[a-z]{2,12})(?:\?[^\s<>"']{0,300})?(?![\w-])`,
  "gi",
);
const WITH_SCHEME = /\b(?:(?:https?|ftp|wss?):\/\/|www\.)[^\s<>"'“”«»()[\]{}|`]{1,2000}/gi;
/** Endings of addresses that are written without a scheme; not those that are words, as after a missing blank. */
const ENDINGS = "com|org|net|edu|gov|info|biz|io|dev|app|shop|eu|co\\.uk|de|fr|nl|pl|pt|ch";
const BARE = new RegExp(
  String.raw`(?<![\w@.\/:-])((?:${LABEL}\.){1,3}(?:${ENDINGS}))(\/[^\s<>"'“”«»()[\]{}|\`]{0,500})?(?![\w@-])`,
  "g",
);
const TELEPHONE = /\b(?:tel|sip|sms):(\+?\d[\d.-]{2,30})/gi;

/** The longest path that is said, in characters, and how many parts of it. */
const MAX_PATH = 24;
const MAX_PARTS = 2;

/** Replaces addresses of pages and mail by what a person would say: "example dot com"; a long one is "a link". */
export function withSpokenAddresses(text: string, words: SignWords): string {
  if (!/[@.:]/.test(text)) return text;
  return text
    .replace(MAIL, (_, name: string, host: string) => `${spelled(name, words)} ${words.at} ${spelled(host, words)}`)
    .replace(WITH_SCHEME, (written) => withoutTrailing(written, (address) => said(address, words)))
    .replace(BARE, (written) => withoutTrailing(written, (address) => said(address, words)))
    .replace(TELEPHONE, "$1");
}

/** Punctuation behind an address belongs to the sentence. */
function withoutTrailing(written: string, say: (address: string) => string): string {
  const end = /[.,;:!?*_~]{0,9}$/.exec(written)?.index ?? written.length;
  return say(written.slice(0, end)) + written.slice(end);
}

function said(address: string, words: SignWords): string {
  const [host = "", ...rest] = address.replace(/^\w+:\/\//, "").split("/");
  const path = rest.join("/").replace(/\/$/, "");
  const isShort = path.length <= MAX_PATH && rest.length <= MAX_PARTS && !/[?#&=%]/.test(path);
  if (!isShort || !/^[\w.-]{3,40}$/.test(host)) return words.link;
  const parts = path ? path.split("/") : [];
  return [host.replace(/^www\./i, ""), ...parts].map((part) => spelled(part, words)).join(` ${words.slash} `);
}

function spelled(text: string, { dot, dash, underscore, plus }: SignWords): string {
  const signs: Readonly<Record<string, string>> = { ".": dot, "-": dash, _: underscore, "+": plus };
  return text.replace(/[._+-]/g, (sign) => ` ${signs[sign]} `).trim();
}
