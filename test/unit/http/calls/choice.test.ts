import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { choiceFaults, choiceOf } from "../../../../src/http/calls/choice.js";

const faultsOf = (...options: unknown[]) =>
  Object.fromEntries(choiceFaults({ options }, "/choice").map(({ path, message }) => [path, message]));

describe("the options of a question", () => {
  it("answer to the key given, or to the key of their place while there is one", () => {
    const options = Array.from({ length: 12 }, (_, i) => ({
      value: `v${i}`,
      synonyms: [],
      ...(i === 1 && { dtmf: "0" }),
    }));
    const { options: keyed } = choiceOf({
      prompt: "?",
      options,
      timeout_seconds: 1,
      repeat_count: 1,
      dtmf_early: false,
    });
    assert.deepEqual(
      keyed.map(({ key }) => key),
      ["1", "0", "3", "4", "5", "6", "7", "8", "9", "", "", ""],
    );
    assert.deepEqual(faultsOf(...options), {});
  });

  it("share no key, given or implied", () => {
    assert.deepEqual(faultsOf({ value: "a" }, { value: "b", dtmf: "1" }), {
      "/choice/options/1/dtmf": "is already the key of option 1",
    });
    assert.deepEqual(faultsOf({ value: "a", dtmf: "2" }, { value: "b" }), {
      "/choice/options/1/dtmf": "must be given, because its default, key 2, is used by option 1",
    });
    assert.deepEqual(faultsOf({ value: "a", dtmf: "2" }, { value: "b", dtmf: "1" }, { value: "c", dtmf: "*" }), {});
  });

  it("share no phrase, value or synonym, however it is written", () => {
    const already = "is already a phrase of option 1; the answer would be ambiguous";
    assert.deepEqual(faultsOf({ value: "Café" }, { value: "CAFE\u0301" }, { value: "cafe" }), {
      "/choice/options/1/value": already,
      "/choice/options/2/value": already,
    });
    const options = [
      { value: "colour", synonyms: ["Don't ask", "two"] },
      { value: "other", synonyms: ["fine", "Color!", "do not ask", "2"] },
    ];
    assert.deepEqual(faultsOf(...options), {
      "/choice/options/1/synonyms/1": already,
      "/choice/options/1/synonyms/2": already,
      "/choice/options/1/synonyms/3": already,
    });
    assert.deepEqual(faultsOf({ value: "yes", synonyms: ["Yes!", "yes"] }, { value: "no" }), {});
  });

  it("share no number in the words of the call's language", () => {
    for (const [language, word, digits] of [
      ["es", "once", "11"],
      ["it", "due", "2"],
      ["de", "zweiundzwanzig", "22"],
    ] as const) {
      const options = [{ value: word }, { value: digits }];
      assert.equal(choiceFaults({ options }, "/choice", { language }).length, 1, word);
    }
    assert.deepEqual(
      choiceFaults({ options: [{ value: "once" }, { value: "11" }] }, "/choice", { language: "en" }),
      [],
    );
  });

  it("are left to the schema where they are nothing of the kind", () => {
    for (const given of [undefined, null, 1, "x", [], {}, { options: null }, { options: {} }]) {
      assert.deepEqual(choiceFaults(given, "/choice"), []);
    }
    assert.deepEqual(faultsOf(null, 1, "x", [], { value: 1, dtmf: 1 }, { value: null }), {});
  });

  it("that lead to nobody are reported, each with its path", () => {
    const options = [
      { value: "yes", transfer: "nobody" },
      { value: "no", transfer: "Sales" },
      { value: "later", transfer: 1 },
    ];
    const faults = choiceFaults({ options }, "/choice", {
      transferFault: (to) => (to === "nobody" ? "must be somebody" : undefined),
    });
    assert.deepEqual(faults, [{ path: "/choice/options/0/transfer", message: "must be somebody" }]);
  });
});
