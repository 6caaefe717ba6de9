import { isDirection, type SignWords } from "./sign-words.js";
import { withComparisons } from "./spoken-comparisons.js";
import { withSpokenAddresses } from "./spoken-addresses.js";
import { withKeys } from "./spoken-keys.js";
import { withSpokenMathematics } from "./spoken-mathematics.js";

/** A rule for writing that is not spoken as it stands. */
export interface SpeechRule {
  /** What it is about. */
  readonly what: string;
  /** An example, and what is spoken of it in English. */
  readonly written: string;
  readonly spoken: string;
  readonly apply: (text: string, words: SignWords) => string;
}

const removing =
  (pattern: RegExp, instead = " ") =>
  (text: string) =>
    text.replace(pattern, instead);

/** Blanks within a line. */
const BLANK = String.raw`[^\S\n]`;
/** A line of signs between two paragraphs. */
const RULE = new RegExp(String.raw`^(?:${BLANK}|[|:_*=-])+$`, "gm");

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—", hellip: "…", euro: "€" },
  ...{ pound: "£", deg: "°", times: "×", divide: "÷", rarr: "→", auml: "ä", ouml: "ö", uuml: "ü", szlig: "ß" },
  ...{ Auml: "Ä", Ouml: "Ö", Uuml: "Ü", eacute: "é", egrave: "è", agrave: "à", ccedil: "ç", ntilde: "ñ", copy: "©" },
  ...{ rsquo: "’", lsquo: "‘", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»", iexcl: "¡", iquest: "¿" },
};

const ENTITY = /&(#x?[\da-f]{1,6}|[a-z]{2,8});/gi;

function decoded(_: string, name: string): string {
  if (!name.startsWith("#")) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? "") : " ";
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 31 && code < 0x11_0000 && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : " ";
}

/** The address or text of a source or link, on a line of its own. */
const REFERENCE =
  /^[ \t]*\[(?:\^[\w-]{1,30}\]:[^\n]*|[^\][\n]{1,60}\]:?[ \t]{0,4}<?(?:(?:https?:)?\/\/|www\.|mailto:|[#.]?\/)[^\n]*)$/gim;
/** A source that is named in brackets: "[Source 1]", "[Doc 2, p. 3]". */
const NAMED_SOURCE =
  /\[(?:sources?|docs?|documents?|refs?|references?|citations?|quellen?|dokumente?|documentos?|documenti?|fuentes?|font[ei]|bron)\b[^\][\n]{0,40}\](?!\()/gi;
const SOURCE = /【[^【】]{0,200}】|\[\^?[^\][\s]{0,20}†[^\]]{0,40}\]|\[\^[\w-]{1,30}\]:?/g;
const NUMBERS = String.raw`\[\d{1,3}(?:[,–-]\s?\d{1,3}){0,9}\]`;
const FOOTNOTE = new RegExp(
  String.raw`(?<=[\p{L}\p{N}.,;:!?"”)%])(?:${NUMBERS}){1,9}|(?<=[.,;:!?"”)]|\p{L}{4})[¹²³⁴⁵⁶⁷⁸⁹⁰]{1,3}`,
  "gu",
);
const FOOTNOTE_APART = new RegExp(String.raw`(?<=\S)\s(?:${NUMBERS}){1,9}(?=[\s.,;:!?_*"”)]|$)`, "g");

/** In a sentence about keys, a number in brackets is a key. */
function withoutFootnotes(text: string, { keys }: SignWords): string {
  if (!/[[【¹²³⁴⁵⁶⁷⁸⁹⁰]/.test(text)) return text;
  const left = text.replace(REFERENCE, "").replace(NAMED_SOURCE, "").replace(SOURCE, "").replace(FOOTNOTE, "");
  return keys.test(left) ? left : left.replace(FOOTNOTE_APART, "");
}

/** A remark in brackets is removed; one in parentheses or asterisks only if it is a stage direction. */
function withoutDirections(text: string, words: SignWords): string {
  return text
    .replace(/\[(\p{Lu}\p{Ll}{1,15})\](?!\()/gu, (whole, key: string) => (words.keys.test(text) ? key : whole))
    .replace(/\[\s?[xX]?\s?\]|\[(?=[^\][\n]{0,60}\p{L})[^\][\d"'{}\n]{1,60}\](?!\()/gu, " ")
    .replace(/\[([^\][\n]{1,60})\](?!\()/g, (whole, inner: string) => (isDirection(inner, words) ? " " : whole))
    .replace(/\(([^()\n]{1,60})\)/g, (whole, inner: string) => (isDirection(inner, words) ? " " : whole))
    .replace(
      /(?<![*_\p{L}\p{N}])([*_])([\p{Ll}(][^*_\n]{0,80})\1(?![*_\p{L}\p{N}])/gu,
      (whole, _, inner: string, at: number) =>
        isDirection(inner, words) || isAlone(text, at, whole.length) ? " " : whole,
    );
}

/** Whether something in lower case is a sentence of its own. */
function isAlone(text: string, at: number, length: number): boolean {
  const [before, behind] = [text.slice(Math.max(0, at - 3), at), text.slice(at + length, at + length + 3)];
  return /(?:^|[.!?…]["”’]?)\s*$/.test(before) && at + length <= text.length && /^\s*(?:$|\p{Lu})/u.test(behind);
}

/** Removes lines of signs that draw a rule: they have three of them in a row, ignoring blanks. */
function withoutRule(line: string): string {
  return /[-_*=]{3}/.test(line.replace(/\s+/g, "")) ? "" : line;
}

/** The cells of a row, as a list. */
function asList(row: string): string {
  const cells = row.split("|").map((cell) => cell.trim());
  return cells.filter(Boolean).join(", ");
}

/** Braces with what is in them, from the inside out, and what follows one that is not closed. */
function withoutBraces(text: string): string {
  if (!/[{}]/.test(text)) return text;
  let left = text;
  for (let depth = 0; depth < 4 && left.includes("}"); depth++) left = left.replace(/\{[^{}]*\}/g, " ");
  const open = left.indexOf("{", left.lastIndexOf("}") + 1);
  if (open >= 0) left = `${left.slice(0, open)} `;
  return left.includes("}") ? left.replace(/^[^{}]*"\s?:[^}]*\}/, " ") : left;
}

/** Pictographs with their joiners and colour modifiers. The signs ©, ® and ™ count as pictographs in Unicode, but are words. */
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|[\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\ufe0f|\u20e3/gu;
// oxlint-disable-next-line no-control-regex
const TERMINAL =
  /(?:\u001b\[|\u009b)[\d;:?]{0,30}[a-z]|\u001b(?:[()][\dA-Z]|\][^\u0007\u001b\n]{0,300}(?:\u0007|\u001b\\)?)/gi;
// oxlint-disable-next-line no-control-regex
const HIDDEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd\u0334-\u0338]/gu;
/** A mark within the text that names a source, between private characters. */
const PRIVATE_MARK = /[\ue000-\uf8ff](?:[\w\s,.:-]{0,60}[\ue000-\uf8ff]){1,20}/g;
/** Letters that stand for others: bold, italic or wide ones. */
const STYLED = /[\u{1d400}-\u{1d7ff}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+/gu;
const LONG_WORD = /(?<![\w+/=.-])[\w+/=.-]{32,}/g;

/** Removes identifiers and encoded bytes: long words in which letters and digits, or cases, alternate. */
function withoutMachineWords(text: string): string {
  return text.replace(LONG_WORD, (word) =>
    (word.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)|[a-z](?=[A-Z])/g)?.length ?? 0) < 5 ? word : " ",
  );
}

/** Lines of source code, and of the report of an error in it. */
const CODE =
  /^[ \t]*(?:(?:const|let|var)\s+\w+\s*=|(?:async\s+)?function\s*\w*\(|def\s+\w+\(|import\s+[\w{*"']|from\s+\S{1,60}\s+import\s|#include\b|(?:if|for|while)\s?\([^\n]{0,200}\)\s?\{|SELECT\s.{0,200}\sFROM\s|(?:print|console\.\w+)\(|[\w.]+\([^\n]{0,300}\);$|Traceback \(most recent|File "[^"\n]{1,200}", line \d|[\w.]{1,60}(?:Error|Exception): |at [\w.$<>]{1,100} ?\([^()\n]{0,300}:\d+\))[^\n]*$/gm;

/** The rules, in the order in which they apply. docs/language-model.md has their table. */
export const SPEECH_RULES: readonly SpeechRule[] = [
  {
    what: "hidden characters",
    written: "It is\u200b noon.\ufeff",
    spoken: "It is noon.",
    apply: (text) =>
      text
        .replace(/\r\n?|[\u2028\u2029]/g, "\n")
        .replace(PRIVATE_MARK, "")
        .replace(TERMINAL, "")
        .replace(HIDDEN, "")
        .replace(STYLED, (letters) => letters.normalize("NFKC")),
  },
  {
    what: "entities",
    written: "Fish &amp; chips at 8&nbsp;pounds.",
    spoken: "Fish & chips at 8 pounds.",
    apply: (text) => text.replace(ENTITY, decoded).replace(ENTITY, decoded), // Some are written twice.
  },
  {
    what: "special tokens, whole or not",
    written: "It is noon. < |im_end| >",
    spoken: "It is noon.",
    apply: removing(/<\s?[|｜][^<>|｜\n]{0,60}(?:[|｜]\s?>?)?|[\w▁]{1,40}\s?[|｜]\s?>|<[|｜]|[|｜]>|[◁▷✿]/g),
  },
  {
    what: "links and pictures",
    written: "See [our page](https://example.com/a).",
    spoken: "See our page.",
    apply: (text) =>
      text.replace(/!?\[([^\][]*)\](?:\((?:[^()]|\([^()]*\))*\)|(?<!\[\d{1,3}\])\[[^\][\n]{0,60}\])/g, "$1"),
  },
  {
    what: "footnotes and sources",
    written: "It opens at nine.[1] We close at six [Source 2].\n[1]: https://example.com/a",
    spoken: "It opens at nine. We close at six.",
    apply: withoutFootnotes,
  },
  {
    what: "tags and comments",
    written: "It is <b>noon</b>.<!-- time -->",
    spoken: "It is noon.",
    apply: removing(
      /<!--[^>]{0,400}-->|<(?:script|style)\b[^<>]*>[^<]*|<!?\/?(?!https?:|[\w.+-]{1,64}@)[a-z][^<>]*>/gi,
    ),
  },
  {
    what: "formulas",
    written: "That is $\\frac{1}{2} \\times x^2$, or 3 * 4.",
    spoken: "That is 1 over 2 times x squared, or 3 times 4.",
    apply: withSpokenMathematics,
  },
  {
    what: "signs of comparison",
    written: "Ages <= 17 pay ~5 euros.",
    spoken: "Ages at most 17 pay about 5 euros.",
    apply: withComparisons,
  },
  {
    what: "addresses",
    written: "Write to jane.doe@example.com or see https://example.com/a/b?id=1.",
    spoken: "Write to jane dot doe at example dot com or see a link.",
    apply: withSpokenAddresses,
  },
  {
    what: "fences",
    written: "~~~\nPress one.\n~~~",
    spoken: "Press one.",
    apply: removing(new RegExp(String.raw`^${BLANK}*(?:\`\`\`|~~~)[\w-]*$`, "gm"), ""),
  },
  {
    what: "code",
    written: 'Done.\nconst hour = get_time(zone="UTC");',
    spoken: "Done.",
    apply: (text) => withoutMachineWords(text.replace(CODE, "")),
  },
  {
    what: "calls of functions",
    written: 'One moment. get_weather(city="Rome")',
    spoken: "One moment.",
    apply: removing(/(?<![\w.])[A-Za-z_][\w.]{0,60}\(\s?(?:["'{[]|\w{1,40}\s?=)[^()\n]{0,500}\)/g),
  },
  {
    what: "rules between paragraphs",
    written: "Noon.\n---\nBye.",
    spoken: "Noon. Bye.",
    apply: (text) => text.replace(RULE, withoutRule),
  },
  {
    what: "headings, even without words, quotations and list items",
    written: "###\n## Today\n- milk",
    spoken: "Today milk",
    apply: removing(
      /^[ \t]*(?:(?:(?:#{1,6}|>|[-*+•–])[ \t]+(?=\S))+|(?:#{2,6}|#[ \t])[ \t]*$)|(?<!\S)#{3,6}(?!\S)/gm,
      "",
    ),
  },
  {
    what: "tables",
    written: "| Monday | 9 to 5 |",
    spoken: "Monday, 9 to 5",
    apply: (text) =>
      text.replace(/^[^|\n]*\|[^\n]*$/gm, (row) => (/\|[^|]*\||^\s*\||\|\s*$/.test(row) ? asList(row) : row)),
  },
  {
    what: "stage directions",
    written: "[laughs] Of course. *smiles* (pauses) What else?",
    spoken: "Of course. What else?",
    apply: withoutDirections,
  },
  {
    what: "names of pictures",
    written: "Great :smile: See you :thumbs_up:",
    spoken: "Great See you",
    apply: removing(/(?<![\w:]):(?:[+-]1|100|[a-z][a-z\d_+-]{1,40}):(?![\w:])/g),
  },
  {
    what: "keys of a telephone",
    written: "Press *, then #, or dial *67.",
    spoken: "Press star, then pound, or dial star 67.",
    apply: withKeys,
  },
  {
    what: "emphasis",
    written: "It is **really** _very_ warm.",
    spoken: "It is really very warm.",
    apply: (text) => text.replace(/[*`]+|~~|==/g, "").replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ""),
  },
  {
    what: "data and placeholders",
    written: 'Hello {name}. {"time": "noon", "zone": {"id": 1}} Good?',
    spoken: "Hello. Good?",
    apply: (text) =>
      withoutBraces(text.replace(/^\s*(?:null|undefined|NaN)\s*$/, ""))
        .replace(/"[\w-]{1,40}"\s?:\s?(?:"[^"\n]*"?|-?\d[\d.]*|true|false|null|\[[^\]\n]*\]?|$),?/g, " ")
        .replace(/\[\s?(?:["'][^\]\n]*|-?\d+(?:\.\d+)?(?:\s?,\s?-?\d+(?:\.\d+)?)+\s?)\]?/g, " "),
  },
  {
    what: "names in code",
    written: "The set_timer tool is ready.",
    spoken: "The set timer tool is ready.",
    apply: (text) =>
      text.replace(/(?<=\p{L})_(?=innen(?!\p{L}))/gu, "").replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, " "),
  },
  {
    what: "arrows",
    written: "Settings → Network -> Wi-Fi",
    spoken: "Settings, Network, Wi-Fi",
    apply: (text) => text.replace(/\s?(?:[→➔➜⇒⟶←⇐↔]|<?-{1,2}>|=>)\s?/g, ", "),
  },
  {
    what: "pictures of faces and things",
    written: "Great! 😊 See you :-)",
    spoken: "Great! See you",
    apply: (text) => text.replace(EMOJI, "").replace(/(?<=^|\s)[:;=]-?[)(DP](?=\s|$|[.,!?])/g, ""),
  },
  {
    what: "signs that are left over",
    written: "It is noon. <| ^ ] ( )",
    spoken: "It is noon.",
    apply: removing(/[<>|｜\\^{}[\]~]+|\(\s?\)/g),
  },
];
