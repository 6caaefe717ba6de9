import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDtmfMenu } from "../../../src/conversation/dtmf-menu.js";
import type { Tool } from "../../../src/toolbox/tool.js";

const ALL = ["DATETIME", "WEATHER", "STATUS", "CANCEL", "HANGUP"];

function menuOf({ tools = ALL, disabled = [] as string[], operator = true } = {}) {
  const find = (name: string): Tool | undefined =>
    tools.includes(name)
      ? {
          name,
          description: "A tool.",
          execute: () => ({ status: "SUCCESS", message: "" }),
          disabledReason: disabled.includes(name) ? "It lacks a setting." : undefined,
        }
      : undefined;
  return createDtmfMenu({ find }, operator);
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
      "I cannot think clearly right now.",
      "You can still ask for the time, the weather or your timers, or say cancel or goodbye.",
      "Or press zero for an operator.",
    ]);
    assert.deepEqual(menuOf().notice("stt"), [
      "I cannot understand speech right now.",
      "You can press one for the time, two for the weather, three for your timers, four to cancel your timers, nine to hang up or zero for an operator.",
    ]);
  });

  it("offers nothing that is not there", () => {
    const menu = menuOf({ tools: ["DATETIME", "WEATHER", "HANGUP"], disabled: ["WEATHER"], operator: false });
    assert.deepEqual(
      menu.items.map(({ key }) => key),
      ["1", "9"],
    );
    assert.equal(menu.byWords("weather"), undefined);
    assert.deepEqual(menu.notice("llm"), [
      "I cannot think clearly right now.",
      "You can still ask for the time, or say goodbye.",
    ]);
    assert.deepEqual(menuOf({ tools: ["HANGUP"], operator: false }).notice("stt"), []);
  });
});
