import assert from "node:assert/strict";
import { test } from "node:test";
import { type Completeness, completenessOf } from "../../../../src/turn-taking/endpoint/completeness.js";
import { callerTexts } from "../../../support/caller-texts.js";
import { processorMs } from "../../../support/processor-time.js";

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
      "is there any chance that",
      "if it is",
      "could we please",
      "do you know if there",
      "I would like",
      "I forgot to tell you that",
      "any day except",
      "my email is j dot",
      "hold on",
      "let me think",
      "the lady was called",
      "what time is it in",
      "what are you going to",
      "does the train to London",
      "do the shops in town",
      "is the flight from Berlin",
      "does the bus that leaves at five",
      "when is the next",
      "it's my old",
      "I would like to order some",
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
      "what does it cost to have it sent",
      "how much is a ticket to the airport",
      "do you deliver on weekends",
      "um so is there parking nearby",
      "set a timer for ten minutes",
      "Set an alarm for 6:30 tomorrow.",
      "wake me up at 7 a.m. please",
      "I'd like to report a lost credit card",
      "please cancel my appointment on Monday",
      "and how much is that with delivery",
      "no thanks",
      "that's all thank you goodbye",
      "can you say that again",
      "i'd like to speak to a person please",
      "who is this",
      "who am I talking to",
      "where are you from",
      "what is it for",
      "may I ask who I'm speaking to",
      "whose name is the booking under",
      "you sell printer cartridges don't you",
      "you don't sell printer cartridges do you",
      "sorry what did you say",
      "no we haven't",
      "yes it is",
      "I don't think so",
      "the third of November nineteen sixty one",
    ],
    ar: ["كم الساعة؟"],
    de: [
      "Wie spät ist es?",
      "Danke.",
      "wann fährt der nächste Zug nach Köln",
      "nein danke",
      "haben Sie morgen geöffnet",
      "verbinden Sie mich bitte mit der Buchhaltung",
      "ja genau",
    ],
    fr: [
      "je voudrais réserver une table pour deux personnes",
      "Quelle heure est-il ?",
      "est-ce que vous êtes ouverts demain",
      "non merci",
      "un café s'il vous plaît",
    ],
    es: [
      "quisiera reservar una mesa para el sábado",
      "¿Qué hora es?",
      "a qué hora abren mañana",
      "no gracias",
      "una cerveza por favor",
    ],
    it: ["vorrei prenotare un tavolo per domani sera", "a che ora aprite domani", "no grazie", "un caffè per favore"],
    nl: [
      "ik wil graag een tafel reserveren voor morgen",
      "hoe laat vertrekt de trein naar Utrecht",
      "nee dank je",
      "hoe laat gaat u open vandaag",
    ],
    pt: ["queria marcar uma consulta para amanhã", "quando abre a loja amanhã", "não obrigado", "um café por favor"],
    pl: [
      "chciałbym zarezerwować stolik dla dwóch osób",
      "ile kosztuje pokój na jutro",
      "nie dziękuję",
      "to wszystko dziękuję",
    ],
    ja: ["今何時ですか？"],
  },
  closed: {
    en: [
      "what does it cost",
      "what time do you open",
      "what day is it",
      "It was $12.50.",
      "Set an alarm for 6:30.",
      "is this the billing department because I got a letter and it says I owe money",
      "how do I get there",
      "what's the weather like",
      "do you have any rooms?",
      "could you send me the form",
      "I'd like to cancel my order",
      "remind me to call mum",
      "my number is oh seven double eight one four two three six nine oh",
      "Sunday?",
      "I do not know where it is.",
      "Give it to her.",
      "I want two.",
      "Tell me a joke.",
      "My number is 555 0123.",
      "the soup was cold and nobody came back to the table",
    ],
    de: ["Ich komme morgen.", "haben Sie noch ein Zimmer frei"],
    ja: ["今何時です。"],
    ru: ["moi nomer"],
  },
  open: {
    en: ["my sink leaks", "I bought it in 1998", "I saw it", "what is the nearest"],
    de: ["mein Auto steht vor der Tür", "was kostet das Zimmer", "ich brauche einen Termin"],
    es: ["mi coche no arranca"],
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

test("who was asked answers in a few words, and a sentence that tells nothing is open still", () => {
  assert.equal(completenessOf("Thursday", "en", true), "closed");
  assert.equal(completenessOf("margaret o'connell", "en", true), "closed");
  assert.equal(completenessOf("four of us", "en", true), "closed");
  assert.equal(completenessOf("yes I am", "en", true), "finished");
  assert.equal(completenessOf("two", "en", true), "closed");
  assert.equal(completenessOf("with my", "en", true), "unfinished");
  assert.equal(completenessOf("the second one on the left", "en", true), "closed");
  assert.equal(completenessOf("my sink leaks a lot of water", "en", true), "open");
  assert.equal(completenessOf("Thursday", "en"), "open");
});

test("who has paused in a statement tells more of it", () => {
  const said = "the soup was cold and nobody came back to the table";
  assert.equal(completenessOf(said, "en", false, true), "closed");
  assert.equal(completenessOf(said, "en", false, false), "open");
  assert.equal(completenessOf(`${said}.`, "en", false, false), "closed", "there is a full stop");
});

test("words that are meant to hold the process up do not", () => {
  const took = processorMs(() => {
    for (const text of [
      "bye ".repeat(2_000) + "x",
      '"'.repeat(8_000) + "x",
      "a ".repeat(4_000),
      "st".repeat(4_000) + " du x",
      "in ".repeat(8_000) + "x x x x",
      "so um please ".repeat(4_000) + "x",
      "what is it ".repeat(4_000) + "x",
    ])
      for (const language of ["en", "de"]) assert.equal(typeof completenessOf(text, language), "string");
  });
  assert.ok(took < 1_000, `${took} ms`);
});

for (const [which, language] of [
  ["looked-at", "en"],
  ["looked-at", "de"],
  ["held-out", "en"],
] as const) {
  test(`few callers who pause are taken to have finished, and half of those who have are not waited for (${which}, ${language})`, () => {
    const { whole = [], broken = [] } = callerTexts(which)[language] ?? {};
    const count = (texts: readonly string[], ...kinds: readonly Completeness[]) =>
      texts.filter((text) => kinds.includes(completenessOf(text, language))).length / texts.length;
    const paused = broken.map(([before]) => before);
    assert.ok(count(paused, "finished") <= 0.04, "finished, and are not");
    assert.ok(count(paused, "finished", "closed") <= 0.15, "waited for less than a second");
    assert.ok(count(whole, "finished") >= 0.4, "finished");
    assert.ok(count(whole, "finished", "closed") >= 0.55, "finished, or nearly");
    assert.ok(count(whole, "unfinished") <= 0.12, "waited for, and are not");
  });
}

test("a language is known by its first part, in any case", () => {
  assert.equal(completenessOf("ich möchte", "DE-at"), "unfinished");
});
