import { compoundOf } from "./compound-numbers.js";
import { oneSpelling } from "./spelling.js";

/**
 * Number words from 0 for each language, except those with another meaning in one of the other languages: they are numbers only
 * in a call in their own ({@link OWN}).
 */
const CARDINALS = [
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
   twenty`,
  `null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn
   zwanzig`,
  `- un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt`,
  `cero uno dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce - dieciseis diecisiete dieciocho diecinueve veinte`,
  `- - - tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove
   venti`,
];
const OWN: Readonly<Record<string, ReadonlyMap<string, number>>> = {
  es: new Map([
    ["once", 11],
    ["quince", 15],
  ]),
  it: new Map([
    ["due", 2],
    ["sei", 6],
  ]),
};
const ARTICLES = "un une una uno ein eine einen";
const TENS: Readonly<Record<string, number>> = {
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
  ...{ dreissig: 30, vierzig: 40, funfzig: 50, sechzig: 60, siebzig: 70, achtzig: 80, neunzig: 90 },
  ...{ trente: 30, quarante: 40, cinquante: 50, soixante: 60 },
  ...{ treinta: 30, cuarenta: 40, cincuenta: 50, sesenta: 60, setenta: 70, ochenta: 80, noventa: 90 },
  ...{ trenta: 30, quaranta: 40, cinquanta: 50, sessanta: 60, settanta: 70, ottanta: 80, novanta: 90 },
};

/** Ordinals from 1, with the endings that they can have. */
const ORDINALS: readonly (readonly [stems: string, endings: readonly string[]])[] = [
  ["first second third fourth fifth sixth seventh eighth ninth tenth", [""]],
  ["erste zweite dritte vierte funfte sechste siebte achte neunte zehnte", ["", "n", "r", "s", "m"]],
  ["premier deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme", ["", "e", "s", "es"]],
  ["primer segundo tercer - quinto sexto septimo octavo noveno decimo", ["", "o", "a"]],
  ["- segunda tercera cuarta quinta sexta septima octava novena decima", [""]],
  ["primo secondo terzo - quinto sesto settimo ottavo nono decimo", [""]],
  ["- seconda terza quarta quinta sesta settima ottava nona decima", [""]],
];
const LAST = /^(last|letzte[nrsm]?|derni(er|ere)|ultim[oa])$/;

const numbers = new Map<string, number>(Object.entries(TENS));
for (const list of CARDINALS) {
  for (const [value, word] of list.trim().split(/\s+/).entries())
    if (word !== "-") numbers.set(oneSpelling(word), value);
}
numbers.set("zwo", 2);
for (const word of ARTICLES.split(" ")) numbers.set(word, 1);

const places = new Map<string, number>();
for (const [stems, endings] of ORDINALS) {
  for (const [at, stem] of stems.split(" ").entries()) {
    for (const ending of endings) if (stem !== "-") places.set(`${stem}${ending}`, at + 1);
  }
}

/**
 * Returns the number that a folded word stands for; undefined if none.
 *
 * @param language primary language of the call, if known
 */
export function numberOf(word: string, language = ""): number | undefined {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  const own = OWN[language]?.get(word);
  if (own !== undefined) return own;
  return numbers.get(word) ?? compoundOf(word);
}

/** Returns the place that a folded word names, from 1, or 0 for the last place; undefined if none. */
export function placeOf(word: string): number | undefined {
  const digits = /^(\d{1,2})(st|nd|rd|th|te[nrsm]?|er|ere|eme|e|o|a)$/.exec(word);
  if (digits) return Number(digits[1]) || undefined;
  if (LAST.test(word)) return 0;
  return places.get(word);
}
