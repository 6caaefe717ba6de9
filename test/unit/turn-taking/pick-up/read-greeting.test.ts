import assert from "node:assert/strict";
import { test } from "node:test";
import { readGreeting } from "../../../../src/turn-taking/pick-up/read-greeting.js";
import { machineBy, weigh } from "../../../../src/turn-taking/pick-up/weigh.js";
import { DE } from "../../../scenarios/greetings/de.js";
import { EN } from "../../../scenarios/greetings/en.js";
import { ES } from "../../../scenarios/greetings/es.js";
import { FR } from "../../../scenarios/greetings/fr.js";
import { IT } from "../../../scenarios/greetings/it.js";
import type { Greeting } from "../../../scenarios/greetings/greeting.js";
import { MACHINES } from "../../../scenarios/greetings/machines.js";
import { PEOPLE as WHO_PICK_UP } from "../../../scenarios/greetings/people.js";

const ALL: Readonly<Record<string, readonly Greeting[]>> = { en: EN, de: DE, es: ES, fr: FR, it: IT };

const PEOPLE = [
  ["en", "Sorry, do you speak English?"],
  ["es", "Este número no es de Juan."],
  ["it", "Questo numero non lo conosco."],
  ["de", "Diese Rufnummer kenne ich nicht."],
] as const;

for (const [language, said] of PEOPLE) {
  test(`a person who says "${said}" is no machine`, () => {
    const { who = "human" } = readGreeting({ all: said, last: said, isComplete: true }, { language });
    assert.equal(who, "human");
  });
}

const NETWORKS = [
  ["en", "For English, say English."],
  ["es", "El número al que llama no existe."],
  ["es", "El cliente no está disponible en este momento."],
  ["es", "Este número no está asignado a ningún cliente."],
  ["es", "El abonado al que llama no contesta."],
  ["it", "Il numero chiamato non è attivo."],
  ["it", "L'utente desiderato non è al momento raggiungibile."],
  ["it", "Il numero chiamato non è disponibile."],
  ["it", "Il numero da lei composto non è esistente."],
  ["de", "Die Rufnummer ist nicht vergeben."],
  ["de", "Der Teilnehmer ist derzeit nicht erreichbar."],
  ["de", "Der gewünschte Gesprächspartner ist nicht verfügbar."],
  ["de", "Der Teilnehmer meldet sich nicht."],
] as const;

for (const [language, said] of NETWORKS) {
  test(`"${said}" is what machines say`, () => {
    const { who = "human" } = readGreeting({ all: said, last: said, isComplete: true }, { language });
    assert.equal(who, language === "en" ? "menu" : "machine");
  });
}

for (const [language, greetings] of Object.entries(ALL)) {
  test(`greetings of the tuned half are read as who says them in ${language}`, () => {
    const wrong: string[] = [];
    for (const [index, [who, ...heard]] of greetings.entries()) {
      if (index % 2 === 1) continue; // Held out: see test/flows/greetings.test.ts.
      const texts = heard.filter((piece) => typeof piece === "string");
      if (texts.length === 0) continue;
      const all = texts.join(" ");
      const { who: read } = readGreeting({ all, last: texts.at(-1) ?? "", isComplete: true }, { language });
      if ((read ?? "human") !== who) wrong.push(`${who} ${read}: ${all}`);
    }
    assert.deepEqual(wrong, []);
  });
}

/** Share of the people who would be taken for a machine if the model did not know better. */
const MAX_LOST = 0.02;
/** Share of the announcements that no rule need tell: the model is asked about them, and they end with a beep. */
const MAX_UNREAD = 0.1;
/** How fast people speak who are not in a hurry, in ms for a word. */
const WORD_MS = 400;

/** Who is found to have said all this in one go, if the model does not know. */
function whoSays(said: string, language: string, ours = ""): string {
  const { who, signs } = readGreeting({ all: said, last: said, isComplete: true }, { language, ours });
  if (who && who !== "human") return who;
  const spokenMs = signs.words * WORD_MS;
  const conduct = { hasGreeted: who === "human", spokenMs, overMs: 0, unanswered: 0, hasReplied: false, model: null };
  return machineBy(weigh({ ...conduct, signs })) ? "machine" : "human";
}

for (const [language, texts] of Object.entries(WHO_PICK_UP)) {
  test(`people who pick up are no machines in ${language}`, () => {
    const read = (said: string) => readGreeting({ all: said, last: said, isComplete: true }, { language });
    const wrong = texts.filter((said) => (read(said).who ?? "human") !== "human");
    assert.deepEqual(wrong, []);
    const begun = texts.flatMap((said) => {
      const words = said.split(" ");
      return words.map((_, at) => words.slice(0, at + 1).join(" "));
    });
    const early = begun.filter((all) => readGreeting({ all, last: all, isComplete: false }, { language }).who);
    assert.deepEqual(early, [], "while they still speak");
    const lost = texts.filter((said) => whoSays(said, language) !== "human");
    assert.ok(lost.length <= MAX_LOST * texts.length, lost.join("\n"));
  });

  test(`announcements are machines in ${language}`, () => {
    const said = MACHINES[language] ?? [];
    const asPeople = said.filter(
      (all) => readGreeting({ all, last: all, isComplete: true }, { language }).who === "human",
    );
    assert.deepEqual(asPeople, []);
    const unread = said.filter((all) => whoSays(all, language) === "human");
    assert.ok(unread.length <= MAX_UNREAD * said.length, unread.join("\n"));
  });
}

test("single words of an announcement tell where a recogniser mistakes the phrase", () => {
  const damaged = "the person you are calling is not house please leave your um after tone";
  assert.equal(whoSays(damaged, "en"), "machine");
  assert.equal(whoSays("can I leave you a word on the tone", "en"), "human", "one who speaks for themselves");
  assert.equal(whoSays("leave the tone", "en"), "human", "too short");
});

for (const [language, all, last, who] of [
  ["it", "studio legale ferri scriva una mail grazie", "Grazie.", undefined],
  ["en", "thank you", "Thank you.", "human"],
  ["en", "the cat is out hello", "Hello?", "human"],
  ["de", "wir haben schon geschlossen worum geht es", "Wir haben schon geschlossen, worum geht es?", "human"],
  ["de", "wir haben geschlossen", "Wir haben geschlossen.", "machine"],
  ["en", "the shop is closed what can i do", "The shop is closed, what can I do", "human"],
] as const) {
  test(`"${last}" after "${all}" is said by ${who ?? "no one in particular"}`, () => {
    assert.equal(readGreeting({ all, last, isComplete: true }, { language }).who, who);
  });
}

test("numbers, days and months are words of announcements", () => {
  const signs = (said: string, language: string) =>
    readGreeting({ all: said, last: said, isComplete: true }, { language }).signs;
  assert.equal(signs("Evensong Sunday half past six and a concert in December", "en").announcing, 3);
  assert.equal(signs("la función del viernes empieza a las ocho y media", "es").announcing, 2);
  assert.equal(signs("one may go out and come in again", "en").announcing, 0, "words with other meanings");
});

test("words within longer words of ours are no echo", () => {
  const read = (said: string, ours: string) =>
    readGreeting({ all: said, last: said, isComplete: true }, { language: "en", ours });
  const ours = "Your consignment weighs often tonnes and sixtyfold.";
  assert.equal(read("evensong at six and a supper at ten", ours).signs.announcing, 2);
  assert.equal(read("evensong at six and a supper at ten", "We come at six or ten.").signs.announcing, 0);
  assert.equal(read("please leave a message", "Please leave a messageboard.").who, "machine");
  assert.equal(read("please leave a message", "Please leave a message.").who, undefined);
});
