/** Maximum number of words of a name, or of a request for one, that are compared. */
const MAX_WORDS = 5;
/** Maximum length of a request, in characters. The rest is not read. */
const MAX_LENGTH = 200;

/** Words around a name that are no part of it: titles, courtesy, and what leads to a name. */
const AROUND: ReadonlySet<string> = new Set(
  [
    "mr mrs ms miss mister missus sir madam dr doctor prof professor lady gentleman colleague the a an my to from of in at for with department",
    "dept extension please somebody someone anybody person team talk speak connect transfer me i would like want can could you put through",
    "herr herrn frau doktor professorin kollege kollegen kollegin der die das den dem zu zum zur von vom aus bei mit abteilung bitte jemand durchstellen verbinden sprechen",
    "monsieur madame mademoiselle maitre docteur professeur collegue m mme mlle le la les l du des de d a au aux chez service s il vous plait",
    "senor senora senorita don dona companero companera doctora profesor licenciado licenciada ingeniero ingeniera el los las del con departamento por favor quiero hablar",
    "signor signora signorina signore collega dott dottor dottore dottoressa professore avvocato avv ingegner ingegnere ing il lo gli dello della dell all dall nell di da dal reparto ufficio per favore",
  ].flatMap((words) => words.split(" ")),
);

/** Words that begin last names. */
const PARTICLES: ReadonlySet<string> = new Set(
  "von vom van zu zum zur der den de du des del della dello dell di da la le les lo los las l d el".split(" "),
);

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

/** Returns the words of a name, as spelled: lower case, without accents and apostrophes. */
export function nameWords(name: string): readonly string[] {
  const plain = name
    .slice(0, MAX_LENGTH)
    .normalize("NFKD")
    .toLowerCase()
    .replace(ELIDED, "$1 ")
    .replace(/\p{M}|['’ʼ‘´`]/gu, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS * 3);
}

/** Returns the words of a request for someone, without those around the name; all of them if nothing else is left. */
export function requestWords(request: string): readonly string[] {
  const words = nameWords(request);
  const names = words.filter((word) => !AROUND.has(word));
  return (names.length > 0 ? names : words).slice(0, MAX_WORDS);
}

/**
 * Returns the ways in which a name with particles is also written: "von Stetten" as `vonstetten`, "de la Torre" as `delatorre`
 * and `latorre`.
 */
export function withParticles(name: string): readonly (readonly string[])[] {
  const words = nameWords(name);
  const isParticle = (word: string) => AROUND.has(word) || PARTICLES.has(word);
  const joined = (most: number) =>
    words
      .reduce<{ way: string[]; particles: string[] }>(
        ({ way, particles }, word) =>
          isParticle(word)
            ? { way, particles: [...particles, word].slice(-most) }
            : { way: [...way, [...particles, word].join("")], particles: [] },
        { way: [], particles: [] },
      )
      .way.slice(0, MAX_WORDS);
  return words.some(isParticle) ? [joined(1), joined(2)] : [];
}

/** Returns the words of a request with a particle run into the name after it, each in turn: "Etienne du bois" as `etienne dubois`. */
export function particlesJoined(request: string): readonly (readonly string[])[] {
  const words = nameWords(request);
  return words.flatMap((word, at) => {
    if (!PARTICLES.has(word)) return [];
    const end = PARTICLES.has(words[at + 1] ?? "") ? at + 2 : at + 1;
    const name = words[end];
    if (name === undefined || AROUND.has(name)) return [];
    const way = [...words.slice(0, at), words.slice(at, end + 1).join(""), ...words.slice(end + 1)];
    return [way.filter((each) => !AROUND.has(each)).slice(0, MAX_WORDS)];
  });
}
