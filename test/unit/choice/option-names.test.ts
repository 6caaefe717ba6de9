import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { prepareChoice } from "../../../src/choice/prepared-choice.js";
import { readAnswer } from "../../../src/choice/read-answer.js";
import { LOCALES } from "../../../src/locales/locales.js";

/** Words that report what we said, or continue it: no options are named so. */
const OF_REPORTS = /^(and|you|sie|vous|lei|voi)$/;

describe("an option's name alone chooses it, although asides have the same word", () => {
  for (const { code, asides } of LOCALES) {
    it(code, async () => {
      const words = [...new Set(asides.always.flatMap(wordsIn))].filter((word) => !OF_REPORTS.test(word));
      assert.ok(words.length > 50);
      for (const value of words) assert.equal(await readAlone(value, code), value);
    });
  }
});

/** Returns the words that a pattern spells out. */
function wordsIn({ source }: RegExp): readonly string[] {
  return source.replace(/\\p\{L\}|\\d/g, " ").match(/\p{L}{2,}/gu) ?? [];
}

async function readAlone(value: string, language: string): Promise<string> {
  const options = [value, "another name"].map((each) => ({ value: each, synonyms: [], key: "" }));
  const reading = readAnswer(value, await prepareChoice({ prompt: "?", options }, language));
  return reading.kind === "option" ? reading.option.value : `${value} is ${reading.kind}`;
}
