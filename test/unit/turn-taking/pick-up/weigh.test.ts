import assert from "node:assert/strict";
import { test } from "node:test";
import { type GreetingSigns, NO_SIGNS } from "../../../../src/turn-taking/pick-up/read-greeting.js";
import { type Conduct, machineBy, weigh } from "../../../../src/turn-taking/pick-up/weigh.js";

const NOTHING_SAID: Omit<Conduct, "signs"> = {
  hasGreeted: false,
  spokenMs: 2_000,
  overMs: 0,
  unanswered: 0,
  hasReplied: false,
  model: undefined,
};
const by = (signs: Partial<GreetingSigns>, conduct: Partial<Conduct> = {}) =>
  machineBy(weigh({ ...NOTHING_SAID, ...conduct, signs: { ...NO_SIGNS, ...signs } }));

const ROWS: readonly (readonly [what: string, told: string | undefined, found: string | undefined])[] = [
  ["a short word", undefined, by({ words: 1 })],
  ["one word of announcements", undefined, by({ words: 7, announcing: 1 })],
  ["two of them", "words", by({ words: 7, announcing: 2 })],
  ["two of them, by one who speaks for themselves", undefined, by({ words: 7, announcing: 2, personal: 1 })],
  ["two of them, after a greeting", undefined, by({ words: 7, announcing: 2 }, { hasGreeted: true })],
  [
    "a greeting, and an announcement that goes on",
    "length",
    by({ announcing: 4 }, { hasGreeted: true, spokenMs: 9_000 }),
  ],
  ["a person who greets and talks for long", undefined, by({ words: 30 }, { hasGreeted: true, spokenMs: 20_000 })],
  ["the same once more", "words", by({ words: 8, isRepeated: true })],
  ["speech that goes on over ours", "length", by({}, { spokenMs: 7_500 })],
  ["a backchannel over ours", undefined, by({ words: 7, announcing: 1 }, { overMs: 500 })],
  [
    "a word of announcements, by one who talks on over us",
    "overlap",
    by({ words: 7, announcing: 1 }, { overMs: 2_500 }),
  ],
  ["talk over us", "overlap", by({}, { overMs: 4_300 })],
  ["talk over us by one who has greeted", undefined, by({ words: 7 }, { hasGreeted: true, overMs: 9_000 })],
  ["of talk over us, the length does not count again", undefined, by({}, { overMs: 3_500, spokenMs: 6_000 })],
  ["no reply to a question", undefined, by({ words: 4 }, { unanswered: 2 })],
  ["a word of announcements, and no reply", "no_reply", by({ words: 7, announcing: 1 }, { unanswered: 2 })],
  [
    "a word of announcements, and a reply",
    undefined,
    by({ words: 7, announcing: 1 }, { unanswered: 2, hasReplied: true }),
  ],
  ["no reply of one who was not understood and spoke for long", "no_reply", by({}, { unanswered: 2, spokenMs: 4_500 })],
  ["no reply of one who has not spoken", undefined, by({ announcing: 1 }, { unanswered: 2, spokenMs: 0 })],
  ["many words, none for themselves", undefined, by({ words: 12 })],
  ["many words, none for themselves, and the model does not know", "length", by({ words: 12 }, { model: null })],
  ["a few less, and the model does not know", undefined, by({ words: 10 }, { model: null })],
  ["those that ask something", undefined, by({ words: 12, isAsking: true }, { model: null })],
  ["those that begin with a hello", undefined, by({ words: 12, isOpened: true }, { model: null })],
  ["the model says so", "model", by({ words: 6 }, { model: "machine" })],
  ["the model says so of someone who has greeted", undefined, by({}, { hasGreeted: true, model: "machine" })],
  ["the model knows better", undefined, by({ words: 9, announcing: 2 }, { model: "human" })],
  ["the model is alone with it", "words", by({ words: 20, announcing: 4 }, { model: "human", spokenMs: 7_500 })],
];

for (const [what, told, found] of ROWS) test(`${what}: ${told ?? "no machine"}`, () => assert.equal(found, told));
