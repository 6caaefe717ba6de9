import assert from "node:assert/strict";
import { test } from "node:test";
import { isBackchannel, isPickUpGreeting } from "../../../src/turn-taking/backchannels.js";

const LISTENING: Readonly<Record<string, readonly string[]>> = {
  en: [
    "Mm-hmm.",
    "mhm",
    "Uh-huh.",
    "Okay, okay.",
    "O.K.",
    "Yeah, right.",
    "I see.",
    "Mmmmm",
    "Got it, thank you.",
    "Go on.",
    "That's right.",
    "Oh, interesting.",
    "Fair enough.",
  ],
  de: ["Mhm.", "Ja, genau.", "Ach so!", "Verstehe.", "alles klar", "Das stimmt.", "Ja, klingt gut."],
  fr: ["D'accord.", "Oui oui.", "Je vois…", "Très bien", "Ah bon ?", "Tout à fait."],
  es: ["Ajá.", "Sí, claro.", "Vale, vale", "Así es."],
  it: ["Sì, certo.", "Ah, ottimo."],
  nl: ["Dat klopt.", "Ja, precies."],
  pt: ["Pois é.", "Sim, exatamente."],
  pl: ["Tak, rozumiem.", "Dobrze.", "No tak, zgadza się."],
};
const SPEAKING: Readonly<Record<string, readonly string[]>> = {
  en: [
    "stop",
    "Wait.",
    "no",
    "Okay, but what about Sunday?",
    "Right now?",
    "Yes I want two.",
    "three",
    "hello",
    "you",
    "",
    "…",
  ],
  de: ["nein", "Halt!", "Ja, aber wann?", "Moment"],
  fr: ["non", "attendez", "oui mais quand"],
};

for (const [language, texts] of Object.entries(LISTENING)) {
  for (const text of texts) {
    test(`"${text}" (${language}) is said by who listens`, () => {
      assert.ok(isBackchannel(text, language));
    });
  }
}

for (const [language, texts] of Object.entries(SPEAKING)) {
  for (const text of texts) {
    test(`"${text}" (${language}) is not said by who listens`, () => {
      assert.equal(isBackchannel(text, language), false);
    });
  }
}

test("a language is known by its first part, in any case", () => {
  assert.ok(isBackchannel("Genau.", "de-AT"));
  assert.ok(isBackchannel("Genau.", "DE"));
});

test("a language without a list has no words of listening", () => {
  assert.equal(isBackchannel("okay", "tlh"), false);
  assert.equal(isPickUpGreeting("okay", "tlh"), false);
});

test("who goes on and on does more than listen", () => {
  assert.equal(isBackchannel("yes ".repeat(8), "en"), true);
  assert.equal(isBackchannel("yes ".repeat(9), "en"), false);
});

for (const text of ["Hello?", "Yes?", "Hello? Hello?", "Hi there.", "Yeah, hello?", "Can you hear me?"]) {
  test(`"${text}" is said into a telephone that was just picked up`, () => {
    assert.ok(isPickUpGreeting(text, "en"));
  });
}

for (const text of ["Hello, I need a table for two.", "Who is this?", "What?"]) {
  test(`"${text}" is more than that`, () => {
    assert.equal(isPickUpGreeting(text, "en"), false);
  });
}

test("what is being said may become words of listening, or may not any more", () => {
  for (const begun of ["o", "Go", "go o", "thank you v", "Yeah, rig", "mhm", "right mak"])
    assert.ok(isBackchannel(begun, "en", false), begun);
  for (const begun of ["sto", "wa", "yeah but", "go away", "I n", "right now"])
    assert.ok(!isBackchannel(begun, "en", false), begun);
  assert.ok(isPickUpGreeting("good mor", "en", false) && !isPickUpGreeting("good grief", "en", false));
});
