import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { endOfClause, isClause } from "../../../src/speech/clauses.js";
import { createSentenceCutter } from "../../../src/speech/sentences.js";
import { REPLIES } from "./reply-corpus.js";

/** The clause with which a sentence may begin to be said; empty without one. */
function clauseOf(sentence: string, language = "en"): string {
  return sentence.slice(0, endOfClause(sentence, language) ?? 0);
}

const ALONE: readonly (readonly [language: string, sentence: string, clause: string])[] = [
  ["en", "I checked the calendar, but Thursday is taken.", "I checked the calendar,"],
  ["en-GB", "That is free on Sundays, however you need a ticket.", "That is free on Sundays,"],
  ["EN-gb", "That is free on Mondays, however you need a ticket.", "That is free on Mondays,"],
  ["en", "A leap year has 366 days; the extra day is in February.", "A leap year has 366 days;"],
  ["en", "The room on the second floor — the big one — is free.", "The room on the second floor —"],
  ["de", "Das weiß ich leider nicht, aber ich verbinde Sie gern.", "Das weiß ich leider nicht,"],
  ["fr", "Le pont est fermé, donc il faut passer par le port.", "Le pont est fermé,"],
  ["es", "El puente está cerrado, así que vaya por la calle Mayor.", "El puente está cerrado,"],
];
for (const [language, sentence, clause] of ALONE) {
  test(`${JSON.stringify(clause)} can be said before the rest`, () =>
    assert.equal(clauseOf(sentence, language), clause));
}

const WHOLE: readonly (readonly [why: string, sentence: string])[] = [
  ["a stump", "Sure, I can do that for you."],
  ["three words", "Unfortunately not today, but we open tomorrow."],
  ["a list", "Our main dishes are salmon, roast chicken, and a vegetarian lasagna."],
  ["a list of names", "You can ask for Anna, Ben, Carla or Dan."],
  ["a date", "You are booked for Tuesday, March 3, 2026, if that suits you."],
  ["digits", "The number you want is 555, 0142, extension 7."],
  ["a number behind it", "We close at noon today, 2 hours earlier than usual."],
  ["a place", "It is now ten past six in Paris, France, this evening."],
  ["a bracket", "The rate we have today (not a bad one, if you ask me) is two per cent."],
  ["a quotation", 'The sign at the door says "closed, but come in" today.'],
  ["a thousand", "The town has about 12,000 people in it."],
  ["a hyphen", "It is a well-known one-way street near the school."],
];
for (const [why, sentence] of WHOLE) {
  test(`nothing is said ahead of the rest of a sentence with ${why}`, () => assert.equal(clauseOf(sentence), ""));
}

test("in a language without a list a comma is no such place, and a semicolon is", () => {
  assert.equal(clauseOf("Ik heb de agenda bekeken, maar donderdag is bezet.", "nl"), "");
  assert.equal(clauseOf("Ik heb de agenda bekeken; donderdag is bezet.", "nl"), "Ik heb de agenda bekeken;");
});

test("where a clause ends is known when its next two words are, and is the same however the text comes", () => {
  for (const [language, replies] of Object.entries(REPLIES)) {
    for (const reply of replies) {
      const ends = Array.from({ length: reply.length }, (_, at) => endOfClause(reply.slice(0, at), language));
      const first = ends.find((end) => end !== undefined);
      const from = ends.indexOf(first);
      if (first !== undefined) assert.deepEqual(new Set(ends.slice(from)), new Set([first]), reply);
    }
  }
});

test("a third of replies as models give them begin with a clause, none of them a list's item or a stump", () => {
  const clauses = Object.entries(REPLIES).flatMap(([language, replies]) =>
    replies.flatMap((reply) => {
      const cutter = createSentenceCutter();
      const [sentence = ""] = [...cutter.push(reply), ...cutter.end()];
      return clauseOf(sentence, language) || [];
    }),
  );
  assert.equal(clauses.length, 29);
  for (const clause of clauses) assert.ok(clause.split(" ").length >= 4 && isClause(clause), clause);
});

test("a clause that is taken and what comes after it are the text, character for character", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...'ab ,;.—1("', ", but you ", "; ", " and so on", " word")),
      fc.nat(40),
      (parts, at) => {
        const text = parts.join("");
        const cutter = createSentenceCutter();
        const out = [...cutter.push(text.slice(0, at)), ...cutter.takeClause("en"), ...cutter.push(text.slice(at))];
        assert.equal([...out, ...cutter.end()].join(""), text);
      },
    ),
  );
});
