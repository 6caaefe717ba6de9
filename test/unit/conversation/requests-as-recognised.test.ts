import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../src/config/phrases.js";
import { saysUnwanted } from "../../../src/conversation/unwanted.js";
import { createDtmfMenu } from "../../../src/conversation/dtmf-menu.js";
import { asksWhetherPerson, languageAskedFor } from "../../../src/locales/asked.js";
import { isBackchannel } from "../../../src/turn-taking/backchannels.js";

const find = (name: string) => ({
  name,
  description: "A tool.",
  execute: () => ({ status: "SUCCESS" as const, message: "" }),
});

/** Everything that rules take the words for. */
function readerOf(language: string): (said: string) => string {
  const phrases = DEFAULT_PHRASES_BY_LANGUAGE.in(language);
  const isUnwanted = saysUnwanted(phrases.words_do_not_call, language);
  const menu = createDtmfMenu({ find }, true, phrases);
  return (said) => {
    const speak = languageAskedFor(said);
    const item = menu.byWords(said)?.name;
    const found = [
      ...(asksWhetherPerson(said) ? ["person"] : item === "operator" || item === "goodbye" ? [item] : []),
      ...(speak ? [`speak ${speak}`] : []),
      ...(isUnwanted(said) ? ["unlisted"] : []),
      ...(isBackchannel(said, language) ? ["listening"] : []),
    ];
    return found.join(" and ") || "none";
  };
}

describe("what people ask for, as a recogniser without punctuation writes it", () => {
  const text = readFileSync(new URL("../../fixtures/requests-as-recognised.txt", import.meta.url), "utf8");
  for (const part of text.split(/^# /m).slice(1)) {
    const [language = "", ...rows] = part.trim().split("\n");
    it(`is what it is, and nothing else (${language})`, () => {
      const read = readerOf(language);
      const taken = rows.map((row) => row.split("\t")).map(([, said = ""]) => `${read(said)}\t${said}`);
      assert.deepEqual(taken, rows);
    });
  }
});
