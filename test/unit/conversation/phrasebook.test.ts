import assert from "node:assert/strict";
import { test } from "node:test";
import { createPhrasebook, NOT_UNDERSTOOD, standingPhrases } from "../../../src/conversation/phrasebook.js";

const PHRASES = {
  greetings: ["Hello.", "Hi.", "Welcome."],
  goodbyes: ["Bye."],
  acknowledgments: ["Okay."],
  thinking: ["Hm."],
  errors: ["Sorry.", "Bye."],
  followups: ["Still there?"],
};

test("nobody hears the same phrase twice in a row, while there is another", () => {
  const phrasebook = createPhrasebook(PHRASES);
  let last = "";
  const heard = new Set<string>();
  for (let i = 0; i < 100; i++) {
    const phrase = phrasebook.pick("greetings");
    assert.notEqual(phrase, last);
    heard.add(phrase);
    last = phrase;
  }
  assert.deepEqual([...heard].sort(), [...PHRASES.greetings].sort());
  assert.equal(phrasebook.pick("goodbyes"), phrasebook.pick("goodbyes"));
});

test("an occasion without phrases is silent", () => {
  assert.equal(createPhrasebook({ ...PHRASES, errors: [] }).pick("errors"), "");
});

test("what is synthesised before the first call is all that may be said without a model, once", () => {
  const standing = standingPhrases(PHRASES);
  assert.deepEqual(
    [...standing].sort(),
    ["Hello.", "Hi.", "Welcome.", "Bye.", "Okay.", "Hm.", "Sorry.", "Still there?", NOT_UNDERSTOOD].sort(),
  );
});
