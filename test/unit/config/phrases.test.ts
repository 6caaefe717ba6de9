import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readJsonLines } from "../../../src/config/json-lines.js";
import { categoryOf, OCCASIONS } from "../../../src/config/phrase-categories.js";
import { DEFAULT_PHRASES_BY_LANGUAGE, loadPhrases } from "../../../src/config/phrases.js";

const PATH = join("data", "phrases.json");

function load(file: string | Error | undefined, given: Parameters<typeof loadPhrases>[0]["given"] = {}) {
  const { phrases, warnings } = loadPhrases({
    given,
    language: "en",
    dataDir: "data",
    readFile: (path) => {
      assert.equal(path, PATH);
      if (file === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      if (file instanceof Error) throw file;
      return file;
    },
  });
  return { phrases: phrases.in("en"), warnings };
}

describe("the phrases", () => {
  it("are the defaults when nothing is given", () => {
    assert.deepEqual(load(undefined), { phrases: DEFAULT_PHRASES_BY_LANGUAGE.in("en"), warnings: [] });
  });

  it("come from the environment before the file before the defaults, category by category", () => {
    const { phrases, warnings } = load('{"greetings": ["file"], "goodbyes": ["file"]}', { greetings: ["environment"] });
    assert.deepEqual(
      [phrases.greetings, phrases.goodbyes, phrases.errors],
      [["environment"], ["file"], DEFAULT_PHRASES_BY_LANGUAGE.in("en").errors],
    );
    assert.deepEqual(warnings, []);
  });

  it("stay the defaults when the file is not written in UTF-8, with the line", () => {
    const text = Buffer.from('{\n"greetings": ["Grüß Gott"]}', "latin1").toString();
    const { phrases, warnings } = load(text);
    assert.deepEqual(phrases, DEFAULT_PHRASES_BY_LANGUAGE.in("en"));
    assert.deepEqual(warnings, [`${PATH} line 2 is not written in UTF-8: save it as UTF-8; the defaults apply`]);
  });

  it("stay the defaults when the file is no JSON, with the line of the fault", () => {
    const { phrases, warnings } = load('{\n  "greetings": ["Hi"],\n  "goodbyes": ["Bye",]\n}');
    assert.deepEqual(phrases, DEFAULT_PHRASES_BY_LANGUAGE.in("en"));
    assert.deepEqual(warnings, [`${PATH} line 3 is not JSON, so the defaults apply: expected a value, found "]"`]);
  });

  for (const [what, list] of [
    ["without a phrase", []],
    ["of a thousand phrases", Array.from({ length: 1_000 }, () => "Hi")],
    ["with a phrase of 10 kB", ["Hi", "hi ".repeat(3_400)]],
    ["with a phrase that no voice can say", ["Hi", "\u{1f44d}"]],
    ["with a phrase of nothing", ["Hi", " \u0000 "]],
  ] as const) {
    it(`stay the default for a category ${what}`, () => {
      const { phrases, warnings } = load(JSON.stringify({ greetings: list }));
      assert.deepEqual(phrases.greetings, DEFAULT_PHRASES_BY_LANGUAGE.in("en").greetings);
      assert.equal(warnings.length, 1);
    });
  }

  it("leave aside a bad category only, with its line, and an unknown one with the nearest name", () => {
    const { phrases, warnings } = load('\ufeff{\n"greetings": ["Hi"],\n"errors": "oops",\n"goodbye": ["Bye"]\n}');
    assert.deepEqual([phrases.greetings, phrases.errors], [["Hi"], DEFAULT_PHRASES_BY_LANGUAGE.in("en").errors]);
    assert.match(warnings[0] ?? "", /line 3: errors must be a list of 1 to 100 texts .*its default applies/);
    assert.match(warnings[1] ?? "", /line 4: "goodbye" is not a known category; did you mean goodbyes\?/);
    assert.equal(warnings.length, 2);
  });

  it("may name in braces what they are completed with, and nothing else", () => {
    const { phrases, warnings } = load('{"timer_up": ["{duration} sind um"], "goodbyes": ["Bis bald, {name}"]}');
    assert.deepEqual(
      [phrases.timer_up, phrases.goodbyes],
      [["{duration} sind um"], DEFAULT_PHRASES_BY_LANGUAGE.in("en").goodbyes],
    );
    assert.match(warnings.join(), /goodbyes must be a list/);
    assert.match(load('{"timer_up": ["{time}"]}').warnings.join(), /in braces \{duration\} only/);
  });

  it("stay the defaults when the file cannot be read or holds something else", () => {
    assert.match(load(new Error("EACCES: permission denied")).warnings.join(), /cannot be read.*EACCES/);
    assert.match(load("[]").warnings.join(), /is not an object/);
    assert.match(load("").warnings.join(), /line 1 is not JSON/);
  });

  it("have nothing but speakable defaults", () => {
    for (const occasion of OCCASIONS) {
      const list = DEFAULT_PHRASES_BY_LANGUAGE.in("en")[occasion];
      assert.ok(list.length > 0);
      const expected = categoryOf(occasion).isHeard ? /^[a-z' ]+$/ : /^[A-Z{][^*_#]*[.!?]$/;
      for (const phrase of list) assert.match(phrase, expected);
    }
  });
});

describe("JSON with lines", () => {
  it("reads what JSON.parse reads, to the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const read = readJsonLines(text);
        assert.deepEqual("value" in read && read.value, JSON.parse(text));
      }),
    );
  });

  it("refuses what JSON.parse refuses", () => {
    const texts = fc.array(
      fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', '"', "1", "-", "true", "nul", "\n", " ", "\\"),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join("");
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        assert.equal("value" in readJsonLines(text), valid, text);
      }),
      { numRuns: 2000 },
    );
  });

  it("does not follow brackets to the end of the stack", () => {
    assert.deepEqual(readJsonLines("[".repeat(100_000)), { line: 1, fault: "it is nested too deeply" });
  });
});
