/** British and American spellings that no rule covers, the British one first. */
const PAIRS = `grey gray|cheque check|programme program|tyre tire|licence license|defence defense|offence offense|practise practice|
  catalogue catalog|dialogue dialog|analogue analog|doughnut donut|yoghurt yogurt|enrol enroll|fulfil fulfill|aluminium aluminum|
  moustache mustache|plough plow|sceptical skeptical|judgement judgment|jewellery jewelry|pyjamas pajamas|mum mom|okay ok|
  okey ok|centre center|metre meter|litre liter|theatre theater|fibre fiber|kilometre kilometer|centimetre centimeter|
  millimetre millimeter|calibre caliber|sombre somber|mould mold|storey story|kerb curb|draught draft|ageing aging`;

/** Stems of words with British "our" and American "or". Other words keep it: "four" is not "for". */
const OUR =
  /^(col|fav|flav|hon|lab|neighb|behavi|harb|hum|rum|od|vap|arm|sav|endeav|glam|tum|vig|splend|cand|parl|savi)our/;

const american: ReadonlyMap<string, string> = new Map(
  PAIRS.split("|").map((pair) => pair.trim().split(" ") as [string, string]),
);

/** Converts an English word to one common spelling. Words of other languages may change too, but always in the same way. */
export function oneSpelling(word: string): string {
  if (word.length < 5) return american.get(word) ?? word; // Too short for the rules.
  return (american.get(word) ?? word)
    .replace(OUR, "$1or")
    .replace(/^(.{3,})is(e[ds]?|ers?|ing|ations?)$/, "$1iz$2")
    .replace(/^(.{3,})ys(e[ds]?|ers?|ing)$/, "$1yz$2")
    .replace(/^(.{3,}[aeiou])ll(ed|ing|ers?)$/, "$1l$2");
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" },
};

/** Returns a text in lower case without accents, but for a stressed "si" or "que", and without letters that few alphabets have. */
export function withoutAccents(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’ʼ‘´]/g, "'")
    .normalize("NFD")
    .replace(/(?<![\p{L}\p{M}])(?:si[\u0300\u0301]|que\u0301)(?![\p{L}\p{M}])|[\u0300-\u036f]/gu, (mark) =>
      mark.length > 1 ? mark : "",
    )
    .normalize("NFC")
    .replace(/[ßæœøłđı]/g, (letter) => LETTERS[letter] ?? letter);
}
