/** Maximum number of words of a name, or of a request for one, that are compared. */
export const MAX_WORDS = 5;
/** Maximum length of a request, in characters. The rest is not read. */
const MAX_LENGTH = 200;

/** Maximum number of words that are read, also of letters said one by one. */
const MAX_READ = 30;

/** Words around a name that are no part of it: titles, courtesy, and what leads to a name. */
const AROUND: ReadonlySet<string> = new Set(
  [
    "mr mrs ms miss mister missus sir madam dr doctor prof professor lady gentleman colleague the a an my to from of in at for with department",
    "dept extension please somebody someone anybody person team talk speak connect transfer me i id would like want can could you put through",
    "herr herrn frau doktor professorin kollege kollegen kollegin der die das den dem zu zum zur von vom aus bei beim im am ins mit abteilung bitte jemand jemanden durchstellen verbinden sprechen",
    "monsieur madame mademoiselle maitre docteur professeur collegue m mme mlle le la les l du des de d a au aux chez service quelqu un une s il vous plait",
    "senor senora senorita don dona companero companera doctora profesor licenciado licenciada ingeniero ingeniera el los las del en con departamento alguien por favor quiero hablar",
    "signor signora signorina signore collega dott dottor dottore dottoressa professore avvocato avv ingegner ingegnere ing il lo gli dello della delle dei degli dell all dall nell nel nella nello di da dal reparto ufficio qualcuno per favore",
  ].flatMap((words) => words.split(" ")),
);

/** Words that begin last names. */
const PARTICLES: ReadonlySet<string> = new Set(
  "von vom van zu zum zur der den de du des del della dello dell di da la le les lo los las l d el".split(" "),
);
/** Words around a name that are first names as well: Don Harris, Les Miller, Al Green, Can Yılmaz, Per Hansen. */
const FIRST_NAMES: ReadonlySet<string> = new Set("al can don dona les per".split(" "));
/** Words around a name that are names as well: Peter Lo, Thi An, Hoang Le. */
const NAMES_TOO: ReadonlySet<string> = new Set([...FIRST_NAMES, ..."an au de di du la le lo los".split(" ")]);

/** Words for one of those that a caller was asked about: "the one in sales". */
const REFERENCES: ReadonlySet<string> = new Set(
  "one derjenige diejenige celui celle aquel aquella quello quella".split(" "),
);

export const isReference = (word: string) => REFERENCES.has(word);
export const isAround = (word: string) => AROUND.has(word);
export const isParticle = (word = "") => PARTICLES.has(word);

const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Articles and prepositions that French and Italian write together with the word after them: dell'ufficio. */
const ELIDED = /(?<!\p{L})(d|l|dell|all|dall|nell)['’ʼ‘´`](?=\p{L})/gu;

/** Letters that are said one by one, three at least: M-E-Y-E-R. */
const SPELLED = /(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}])){2,}/gu;

/** Returns the words of a name, as spelled: lower case, without accents and apostrophes. */
export function nameWords(name: string): readonly string[] {
  const plain = name
    .slice(0, MAX_LENGTH)
    .normalize("NFKD")
    .toLowerCase()
    .replace(ELIDED, "$1 ")
    .replace(/\p{M}|['’ʼ‘´`]/gu, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, MAX_READ)
    .join(" ")
    .replace(SPELLED, (letters) => letters.replaceAll(" ", ""))
    .split(" ")
    .filter(Boolean)
    .slice(0, MAX_WORDS * 3);
}

/** Returns the words of a request for someone, without those around the name; all of them if nothing else is left. */
export function requestWords(request: string): readonly string[] {
  const words = nameWords(request);
  const names = words.filter((word) => !AROUND.has(word));
  return (names.length > 0 ? names : words).slice(0, MAX_WORDS);
}

/**
 * Returns the words of a request with those around the name that may be part of it: "Don Harris", "Mr Lo". Undefined if there
 * are none.
 *
 * @param isKnown whether a word is one of someone's name
 */
export function wordsWithNamesAround(
  request: string,
  isKnown: (word: string) => boolean,
): readonly string[] | undefined {
  const words = nameWords(request);
  const isName = (word: string | undefined) => word !== undefined && !AROUND.has(word);
  const isAlone = !words.some(isName);
  const isNameToo = (word: string, at: number) => {
    const [before, after] = [words[at - 1], words[at + 1]];
    if (!NAMES_TOO.has(word) || !isKnown(word)) return false;
    if (PARTICLES.has(word) && !FIRST_NAMES.has(word) && isName(after)) return false;
    return isAlone || isName(before) || isName(after);
  };
  const found = words.filter((word, at) => isName(word) || isNameToo(word, at));
  return found.some((word) => AROUND.has(word)) ? found.slice(0, MAX_WORDS) : undefined;
}

/**
 * Whether a request has another first name than a name, one that is also a word of courtesy: "Les Kowalczyk" is not Anna
 * Kowalczyk, while "Don Carlos" may be Carlos Ruiz.
 */
export function hasOtherFirstName(request: string, name: string): boolean {
  const words = nameWords(request);
  const [last, ...others] = words.filter((word) => !AROUND.has(word));
  const first = last === undefined ? undefined : words[words.indexOf(last) - 1];
  if (last === undefined || first === undefined || others.length > 0 || !FIRST_NAMES.has(first)) return false;
  const own = nameWords(name).filter((word) => !AROUND.has(word) || FIRST_NAMES.has(word));
  return own.length > 1 && own[0] !== last && !own.includes(first);
}
