import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../src/config/phrases.js";
import { createDtmfMenu } from "../../../src/conversation/dtmf-menu.js";
import type { Tool } from "../../../src/toolbox/tool.js";

const PHRASES = DEFAULT_PHRASES_BY_LANGUAGE.in("en");

const ALL = ["DATETIME", "WEATHER", "STATUS", "CANCEL", "HANGUP"];

function menuOf({ tools = ALL, disabled = [] as string[], operator = true, phrases = PHRASES } = {}) {
  const find = (name: string): Tool | undefined =>
    tools.includes(name)
      ? {
          name,
          description: "A tool.",
          execute: () => ({ status: "SUCCESS", message: "" }),
          disabledReason: disabled.includes(name) ? "It lacks a setting." : undefined,
        }
      : undefined;
  return createDtmfMenu({ find }, operator, phrases);
}

/** What is said while there is no model, and the key it amounts to. */
const WORDS: readonly [string, string | undefined][] = [
  ["What time is it?", "1"],
  ["what is the date today", "1"],
  ["tell me the weather please", "2"],
  ["is it raining", "2"],
  ["status", "3"],
  ["what timers do I have", "3"],
  ["cancel", "4"],
  ["cancel all my timers", "4"],
  ["thank you, goodbye", "9"],
  ["bye bye", "9"],
  ["no, thank you, goodbye", "9"],
  ["please do not hang up", undefined],
  ["don't cancel anything", undefined],
  ["I never said goodbye", undefined],
  ["operator", "0"],
  ["can I talk to somebody", "0"],
  ["set a timer for ten minutes", undefined],
  ["how many times have I told you", undefined],
  ["tell me a joke about a person", undefined],
  ["the weather and the time", undefined],
  ["", undefined],
];

describe("the key menu", () => {
  for (const [text, key] of WORDS) {
    it(`takes ${JSON.stringify(text)} for ${key ?? "nothing"}`, () => {
      assert.equal(menuOf().byWords(text)?.key, key);
    });
  }

  it("has each key once", () => {
    const keys = menuOf().items.map(({ key }) => key);
    assert.deepEqual(keys, [...new Set(keys)]);
    for (const key of keys) assert.equal(menuOf().byKey(key)?.key, key);
    assert.equal(menuOf().byKey("5"), undefined);
  });

  it("tells what can be asked for, and by which keys", () => {
    assert.deepEqual(menuOf().notice("llm"), [
      "llm_away",
      "ask_time",
      "ask_weather",
      "ask_status",
      "ask_cancel",
      "ask_goodbye",
      "key_operator",
    ]);
    assert.deepEqual(menuOf().notice("stt"), [
      "stt_away",
      "key_time",
      "key_weather",
      "key_status",
      "key_cancel",
      "key_goodbye",
      "key_operator",
    ]);
  });

  it("names in each offer the key that it is for", () => {
    const digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    for (const { name, key } of menuOf().items) {
      assert.match(PHRASES[`key_${name}`].join(), new RegExp(`press ${digits[Number(key)]}\\b`, "i"));
    }
  });

  it("hears the words that are set, and no others", () => {
    const phrases = {
      ...PHRASES,
      words_time: ["Uhrzeit"],
      words_goodbye: ["Tschüss"],
      words_refusal: ["nicht"],
    };
    const menu = menuOf({ phrases });
    assert.equal(menu.byWords("die Uhrzeit bitte")?.name, "time");
    assert.equal(menu.byWords("what time is it"), undefined);
    assert.equal(menu.byWords("tschüss dann")?.name, "goodbye");
    assert.equal(menu.byWords("noch nicht tschüss"), undefined);
  });

  it("offers nothing that is not there", () => {
    const menu = menuOf({ tools: ["DATETIME", "WEATHER", "HANGUP"], disabled: ["WEATHER"], operator: false });
    assert.deepEqual(
      menu.items.map(({ key }) => key),
      ["1", "9"],
    );
    assert.equal(menu.byWords("weather"), undefined);
    assert.deepEqual(menu.notice("llm"), ["llm_away", "ask_time", "ask_goodbye"]);
    assert.deepEqual(menuOf({ tools: ["HANGUP"], operator: false }).notice("stt"), []);
  });
});
