import { primaryLanguage } from "../locales/locales.js";

/** Test sentences of plain words that any recogniser of the language understands. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: "What time is it?",
  de: "Wie spät ist es heute Abend?",
  fr: "Quelle heure est-il maintenant ?",
  es: "¿Qué hora es ahora mismo?",
  it: "Che ore sono adesso?",
  nl: "Hoe laat is het nu?",
  pt: "Que horas são agora?",
  pl: "Która jest teraz godzina?",
  sv: "Vad är klockan just nu?",
  da: "Hvad er klokken lige nu?",
  cs: "Kolik je teď hodin?",
  ru: "Который сейчас час?",
  uk: "Котра зараз година?",
  tr: "Şu anda saat kaç?",
  ja: "今何時ですか？",
  zh: "现在几点了？",
};

/** Share of the words that must be recognised: spellings differ. */
const UNDERSTOOD = 0.6;

/** Returns the sentence of a language, if there is one. */
export function testSentence(language: string): string | undefined {
  return SENTENCES[primaryLanguage(language)];
}

/** Returns whether a transcript matches the sentence, apart from a few words. */
export function isUnderstood(said: string, heard: string): boolean {
  const [wanted, got] = [wordsOf(said), wordsOf(heard)];
  return wanted.filter((word) => got.includes(word)).length >= wanted.length * UNDERSTOOD;
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  // Languages without blanks between words are compared by letters.
  return plain.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
}
