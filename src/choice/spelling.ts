/** Words whose British and American spellings no rule joins, the British one first. */
const PAIRS = `grey gray|cheque check|programme program|tyre tire|licence license|defence defense|offence offense|practise practice|
  catalogue catalog|dialogue dialog|analogue analog|doughnut donut|yoghurt yogurt|enrol enroll|fulfil fulfill|aluminium aluminum|
  moustache mustache|plough plow|sceptical skeptical|judgement judgment|jewellery jewelry|pyjamas pajamas|mum mom|okay ok|
  okey ok|centre center|metre meter|litre liter|theatre theater|fibre fiber|kilometre kilometer|centimetre centimeter|
  millimetre millimeter|calibre caliber|sombre somber|mould mold|storey story|kerb curb|draught draft|ageing aging`;

/** What ends in "our" in one and "or" in the other. Not every word does: "four" is no "for". */
const OUR =
  /^(col|fav|flav|hon|lab|neighb|behavi|harb|hum|rum|od|vap|arm|sav|endeav|glam|tum|vig|splend|cand|parl|savi)our/;

const american: ReadonlyMap<string, string> = new Map(
  PAIRS.split("|").map((pair) => pair.trim().split(" ") as [string, string]),
);

/** One spelling of an English word for both. What is no English word may change too, the same wherever it is written. */
export function oneSpelling(word: string): string {
  if (word.length < 5) return american.get(word) ?? word; // No rule has one as short.
  return (american.get(word) ?? word)
    .replace(OUR, "$1or")
    .replace(/^(.{3,})is(e[ds]?|ers?|ing|ations?)$/, "$1iz$2")
    .replace(/^(.{3,})ys(e[ds]?|ers?|ing)$/, "$1yz$2")
    .replace(/^(.{3,}[aeiou])ll(ed|ing|ers?)$/, "$1l$2");
}
