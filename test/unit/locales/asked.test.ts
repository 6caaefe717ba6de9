import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { asksWhetherPerson, languageAskedFor } from "../../../src/locales/asked.js";

describe("a caller who asks for a language", () => {
  const asked: readonly (readonly [said: string, language: string])[] = [
    ["Auf Deutsch, bitte.", "de"],
    ["Sprechen Sie Deutsch?", "de"],
    ["Hallo, können wir Deutsch sprechen?", "de"],
    ["Do you speak German?", "de"],
    ["¿Habla español?", "es"],
    ["Hola, ¿puede hablar en español, por favor?", "es"],
    ["Can we speak Spanish, please?", "es"],
    ["Sprechen Sie Spanisch?", "es"],
    ["Parlez-vous français ?", "fr"],
    ["Bonjour, est-ce que vous parlez français ?", "fr"],
    ["En français, s'il vous plaît.", "fr"],
    ["I'd like to speak French.", "fr"],
    ["Parla italiano?", "it"],
    ["In italiano, per favore.", "it"],
    ["Scusi, possiamo parlare in inglese?", "en"],
    ["Can we speak English?", "en"],
    ["Könnten wir bitte auf Englisch sprechen?", "en"],
    ["English, please.", "en"],
    ["No, English please.", "en"],
    ["Nein, Englisch bitte.", "en"],
  ];
  for (const [said, language] of asked) it(`gets it: ${said}`, () => assert.equal(languageAskedFor(said), language));

  const explicit = asked.filter(([said]) => !/English,? please|Englisch bitte/.test(said));
  const orders: readonly (readonly [said: string, language: string])[] = [
    ["Italian, please.", "it"],
    ["I would prefer Italian.", "it"],
    ["Can we do Italian?", "it"],
    ["Italienisch, bitte.", "it"],
    ["Ich möchte lieber Italienisch.", "it"],
    ["Italiano, por favor.", "it"],
    ["Je voudrais italien, s'il vous plaît.", "it"],
    ["Vorrei italiano.", "it"],
  ];
  const further: readonly (readonly [said: string, language: string])[] = [
    ["In Italian, please.", "it"],
    ["Can we do this in German?", "de"],
    ["Ich möchte Deutsch sprechen.", "de"],
    ["Ich möchte auf Deutsch sprechen.", "de"],
    ["Ich kann nur Deutsch.", "de"],
    ["Lieber auf Deutsch.", "de"],
    ["Quiero hablar español.", "es"],
    ["Prefiero en español.", "es"],
    ["No, en inglés por favor.", "en"],
    ["No, prefiero hablar en alemán.", "de"],
    ["Je préfère parler français.", "fr"],
    ["Vorrei parlare in italiano.", "it"],
  ];
  for (const [said, language] of [...explicit, ...further])
    it(`gets it in answer to a question, too: ${said}`, () => assert.equal(languageAskedFor(said, true), language));
  for (const [said, language] of orders) {
    it(`may name it to answer a question: ${said}`, () => {
      assert.equal(languageAskedFor(said), language);
      assert.equal(languageAskedFor(said, true), undefined);
    });
  }

  const others = [
    "I had a German car once.",
    "How do you say goodbye in French?",
    "Is the manual in German?",
    "My wife speaks Italian.",
    "Ich lerne Spanisch.",
    "Welches Restaurant hat italienische Küche?",
    "I would like the Spanish omelette, please.",
    "What time is it in Spain?",
    "No hable en inglés.",
    "No quiero hablar inglés.",
    "no en inglés por favor",
    "No German, please.",
    "no german please",
    "No, no Spanish, please.",
    "Nein, kein Englisch bitte.",
    "Por favor, no hablemos en francés.",
    "",
  ];
  for (const said of others) {
    it(`is no one who says: ${said || "nothing"}`, () => assert.equal(languageAskedFor(said), undefined));
  }
});

describe("a caller who asks whether they talk to a person", () => {
  const asked = [
    "Are you a robot?",
    "Hello, am I talking to a real person?",
    "Am I speaking to a machine or a human?",
    "Is this a recording?",
    "Are you human?",
    "Are you a real person?",
    "Sind Sie ein Mensch?",
    "Spreche ich mit einem Roboter?",
    "Bist du ein Computer oder ein Mensch?",
    "¿Es usted una persona?",
    "¿Estoy hablando con una máquina?",
    "Êtes-vous un robot ?",
    "Est-ce que je parle à une vraie personne ?",
    "È una persona vera?",
    "Sto parlando con un robot?",
    "so you are a robot",
    "is this an AI I'm talking to",
    "you're not a real person are you",
    "Sie sind doch kein Mensch, oder?",
    "Vous êtes une machine ou quoi ?",
    "Usted no es una persona, ¿verdad?",
    "Lei non è una persona, vero?",
    "Are you ChatGPT?",
    "You're just a recording.",
    "Is this a computer voice?",
    "Sind Sie eine echte Person?",
    "Spreche ich mit einer Computerstimme?",
    "Suis-je en train de parler à un robot ?",
    "C'est une voix de synthèse ?",
    "¿Es esto una máquina?",
    "¿Es una voz grabada?",
    "È una voce automatica?",
    "Sei ChatGPT?",
  ];
  for (const said of asked) it(`is understood: ${said}`, () => assert.ok(asksWhetherPerson(said)));

  const others = [
    "Are you open on Sundays?",
    "Are you there?",
    "I need a person to fix my robot.",
    "Can I talk to a real person?",
    "Is this a good time?",
    "Is there a person called Smith?",
    "Sind Sie morgen da?",
    "Ich möchte mit einem Menschen sprechen.",
    "Are you sure?",
    "You are a person I can trust.",
    "Do you repair robots?",
    "Sind Sie eine Praxis?",
    "C'est une question de voix.",
    "Es la voz de mi padre.",
  ];
  for (const said of others) it(`is no one who says: ${said}`, () => assert.ok(!asksWhetherPerson(said)));
});
