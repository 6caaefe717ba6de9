/** Maximum number of words of a name, or of a request for one, that are compared. */
const MAX_WORDS = 5;
/** Maximum length of a request, in characters. The rest is not read. */
const MAX_LENGTH = 200;

/** Words around a name that are no part of it: titles, courtesy, and what leads to a name. */
const AROUND: ReadonlySet<string> = new Set(
  [
    "mr mrs ms miss mister missus sir madam dr doctor prof professor the a an my to from of in at for with department",
    "dept extension please somebody someone anybody person team talk speak connect transfer me i would like want can could you put through",
    "herr herrn frau der die das den dem zu zum zur von vom aus bei mit abteilung bitte jemand durchstellen verbinden sprechen",
    "monsieur madame mademoiselle m mme mlle le la les l du des de d a au aux chez service s il vous plait",
    "senor senora senorita don dona el los las del con departamento por favor quiero hablar",
    "signor signora signorina signore dott il lo gli dello della di da dal reparto ufficio per favore",
  ].flatMap((words) => words.split(" ")),
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

/** Returns the words of a name, as spelled: lower case, without accents and apostrophes. */
export function nameWords(name: string): readonly string[] {
  const plain = name
    .slice(0, MAX_LENGTH)
    .normalize("NFKD")
    .toLowerCase()
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
