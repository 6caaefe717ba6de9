import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { matchChoice } from "../../../src/conversation/match-choice.js";
import type { ChoiceOption } from "../../../src/records/call-script.js";

const option = (value: string, ...synonyms: string[]): ChoiceOption => ({ value, synonyms, key: "1" });
const YES = option("yes", "yeah", "sure", "of course", "yes please");
const NO = option("no", "nope", "no thank you", "not now");

/** What is said, what there is to choose from, what it chooses. */
const ANSWERS: readonly [answer: string, options: readonly ChoiceOption[], value: string | undefined][] = [
  ["Yes.", [YES, NO], "yes"],
  ["yes please", [YES, NO], "yes"],
  ["YES, PLEASE!", [YES, NO], "yes"],
  ["well, of course I do", [YES, NO], "yes"],
  ["no thank you", [YES, NO], "no"],
  ["I don't know", [YES, NO], undefined],
  ["I don’t know", [YES, NO], undefined],
  ["yesterday", [YES, NO], undefined],
  ["nothing", [YES, NO], undefined],
  ["yes and no", [YES, NO], undefined],
  ["yes yes yes", [YES, NO], "yes"],
  ["", [YES, NO], undefined],
  ["...", [YES, NO], undefined],
  ["no problem", [option("refuse", "no"), option("accept", "no problem")], "accept"],
  ["no problem at all", [option("refuse", "no"), option("accept", "no problem")], "accept"],
  ["no, no problem", [option("refuse", "no"), option("accept", "no problem")], undefined],
  ["New York", [option("York"), option("New York")], "New York"],
  ["cafe", [option("Café"), option("Tea")], "Café"],
  ["CAFÉ", [option("cafe"), option("Tea")], "cafe"],
  ["two", [option("1"), option("2")], "2"],
  ["number 2 please", [option("one"), option("two")], "two"],
  ["twenty two", [option("twenty"), option("two")], undefined],
  ["press-on", [option("on"), option("off")], "on"],
  ["wont", [option("won't"), option("will")], "won't"],
  ["はい", [option("はい"), option("いいえ")], "はい"],
  ["either", [option("a", "either"), option("b", "either")], undefined],
];

describe("matching an answer", () => {
  for (const [answer, options, value] of ANSWERS) {
    it(`"${answer}" among ${options.map((each) => each.value).join("/")} chooses ${value ?? "nothing"}`, () => {
      assert.equal(matchChoice(answer, options)?.value, value);
    });
  }

  it("never finds a word inside another", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}$/), (before, after) => {
        assert.equal(matchChoice(`${before}yes${after}`, [option("yes")]), undefined);
      }),
    );
  });

  it("takes any text for an answer without failing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.string({ unit: "binary" })), (answer, values) => {
        const options = values.map((value) => option(value));
        const chosen = matchChoice(answer, options);
        assert.ok(chosen === undefined || options.includes(chosen));
      }),
    );
  });
});
