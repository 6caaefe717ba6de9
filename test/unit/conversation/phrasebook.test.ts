import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../src/config/phrases.js";
import { createPhrasebook, standingPhrases } from "../../../src/conversation/phrasebook.js";

const PHRASES = {
  ...DEFAULT_PHRASES_BY_LANGUAGE.in("en"),
  disclosure: ["Robot."],
  no_person: ["No person."],
  language_changed: ["Changed."],
  greetings: ["Hello.", "Hi.", "Welcome."],
  goodbyes: ["Bye."],
  acknowledgments: ["Okay."],
  thinking: ["Hm."],
  errors: ["Sorry.", "Bye."],
  followups: ["Still there?"],
  not_understood: ["Pardon?"],
  resumed: ["Back."],
  resumed_unheard: ["Again?"],
  putting_through: ["Wait."],
  no_operator: ["Nobody."],
  stt_away: ["Deaf."],
  key_operator: ["Zero."],
  llm_away: ["Dull."],
};

test("no phrase is heard twice in a row while there is another", () => {
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

test("what is synthesised before the first call is all that may be said without a model, one of each first", () => {
  const operator = { name: "operator", key: "0", does: { kind: "operator" } } as const;
  const menu = {
    items: [operator],
    notice: (away: "stt" | "llm") => [`${away}_away`, "key_operator"] as const,
  };
  const firsts = ["Robot.", "Sorry.", "Hello.", "Hm.", "Bye.", "Still there?", "Okay.", "Pardon?", "Back.", "Again?"];
  firsts.push("No person.", "Changed.");
  const notices = ["Dull.", "Zero.", "Deaf.", "Wait.", "Nobody."];
  assert.deepEqual(standingPhrases(PHRASES, menu), [...firsts, ...notices, "Hi.", "Welcome."]);
  assert.deepEqual(standingPhrases(PHRASES, { items: [], notice: () => [] }), [...firsts, "Hi.", "Welcome."]);
});
