import assert from "node:assert/strict";
import { test } from "node:test";
import { type Completeness, completenessOf } from "../../../src/conversation/completeness.js";
import { processorMs } from "../../support/processor-time.js";

const TEXTS: Readonly<Record<Completeness, Readonly<Record<string, readonly string[]>>>> = {
  unfinished: {
    en: [
      "my number is four two",
      "I'd like a table for",
      "Could you please",
      "I would like to know",
      "I was wondering if",
      "well, um",
      "the reason I call is,",
      "please tell me the...",
      "and then I went to the.",
      "two coffees a muffin and",
      "it is spelled K O V",
      "555 01",
      "do you",
      "can you send me",
      "I was going —",
    ],
    ar: ["أريد طاولة،"],
    de: [
      "ich hätte gern einen",
      "meine Nummer ist vier zwei",
      "können Sie mir",
      "also äh",
      "mein Name ist K O",
      "ich möchte",
    ],
    fr: ["je voudrais une", "c'est pour", "mon numéro est zéro six", "est-ce que", "je voudrais réserver"],
    es: [
      "quisiera una mesa para",
      "mi número es cuatro dos",
      "quiero saber",
      "se escribe G O",
      "tengo un problema con el",
    ],
    it: ["vorrei un tavolo per", "il mio numero è tre due", "vorrei sapere"],
    nl: ["ik wil graag een", "mijn nummer is nul zes", "kunt u"],
    pt: ["quero uma mesa para", "o meu número é nove um", "gostaria de"],
    pl: ["chciałbym zamówić", "mój numer to pięć dwa", "spotkanie jest w"],
  },
  finished: {
    en: [
      "What time is it?",
      "Yes.",
      "Stop!",
      "what does it cost",
      "how much is a ticket to the airport",
      "no thanks",
      "that's all thank you goodbye",
      "can you say that again",
      "i'd like to speak to a person please",
      "who is this",
    ],
    ar: ["كم الساعة؟"],
    de: [
      "Wie spät ist es?",
      "Danke.",
      "wann fährt der nächste Zug",
      "nein danke",
      "haben Sie morgen geöffnet",
      "ja genau",
    ],
    fr: ["Quelle heure est-il ?", "combien coûte un aller simple", "non merci", "un café s'il vous plaît"],
    es: ["¿Qué hora es?", "a qué hora abren mañana", "no gracias", "una cerveza por favor"],
    it: ["a che ora aprite domani", "no grazie", "un caffè per favore"],
    nl: ["hoe laat vertrekt de volgende trein", "nee dank je", "hoe laat gaat u open vandaag"],
    pt: ["quando abre a loja amanhã", "não obrigado", "um café por favor"],
    pl: ["ile kosztuje jeden pokój", "nie dziękuję", "to wszystko dziękuję"],
    ja: ["今何時ですか？"],
  },
  closed: {
    en: ["I do not know where it is.", "Give it to her.", "I want two.", "Tell me a joke.", "My number is 555 0123."],
    de: ["Ich komme morgen."],
    ja: ["今何時です。"],
  },
  open: {
    en: ["my sink leaks", "I bought it in 1998", "I saw it", "what is the nearest"],
    de: ["mein Auto steht vor der Tür", "was kostet das Zimmer"],
    es: ["mi coche no arranca"],
    ru: ["moi nomer"],
  },
};

for (const [completeness, languages] of Object.entries(TEXTS)) {
  for (const [language, texts] of Object.entries(languages)) {
    for (const text of texts) {
      test(`"${text}" (${language}) is ${completeness}`, () => {
        assert.equal(completenessOf(text, language), completeness);
      });
    }
  }
}

test("what somebody says on purpose to hold the process up does not", () => {
  const took = processorMs(() => {
    for (const text of [
      "bye ".repeat(2_000) + "x",
      '"'.repeat(8_000) + "x",
      "a ".repeat(4_000),
      "st".repeat(4_000) + " du x",
    ])
      for (const language of ["en", "de"]) assert.equal(typeof completenessOf(text, language), "string");
  });
  assert.ok(took < 1_000, `${took} ms`);
});

test("a language is known by its first part, in any case", () => {
  assert.equal(completenessOf("ich möchte", "DE-at"), "unfinished");
});
