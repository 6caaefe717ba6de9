import assert from "node:assert/strict";
import { test } from "node:test";
import { changedSettings, listOfSettings } from "../../../src/config/shown-settings.js";
import { examineSettings } from "../../../src/config/settings.js";

const SECRET = "a-secret-that-nobody-may-see";
const SET = {
  LLM_MODEL: "qwen3",
  LLM_API_KEY: SECRET,
  MAX_CONCURRENT_CALLS: "5",
  CALL_QUEUE_LENGTH: "0500",
  TURN_TAKING: "Adaptive",
  DIAL_RULES: "never: _0900.",
  TIMEZONE: " ",
  FILLER_AFTER_MS: "soon",
  SYSTEM_PROMPT: `Hello.\n\u001b[2J${"x".repeat(500)}`,
};
const examined = (further: Readonly<Record<string, string>> = {}) =>
  examineSettings({ ...SET, ...further }, { readFile: () => SECRET, hostTimeZone: "UTC" });

test("what is set to something else than its default is listed, however the default is written", () => {
  const names = changedSettings(examined().shown).map(({ name }) => name);
  assert.deepEqual(names.sort(), [
    "DIAL_RULES",
    "FILLER_AFTER_MS",
    "LLM_API_KEY",
    "LLM_MODEL",
    "MAX_CONCURRENT_CALLS",
    "SYSTEM_PROMPT",
  ]);
});

test("a list names the default, where a value comes from, and no secret", () => {
  const list = listOfSettings(changedSettings(examined({ LLM_API_KEY: "", LLM_API_KEY_FILE: "/run/key" }).shown));
  assert.match(list, /^Language model\n/);
  assert.match(list, /^ {2}MAX_CONCURRENT_CALLS {2}5 {2}\(default: 20\)$/m);
  assert.match(list, /^ {2}LLM_API_KEY +\*\*\* \(withheld\) {2}\(from LLM_API_KEY_FILE\)$/m);
  assert.doesNotMatch(list, new RegExp(SECRET));
});

test("a value cannot drive a terminal, and is cut", () => {
  const list = listOfSettings(changedSettings(examined().shown));
  const line = list.split("\n").find((each) => each.includes("SYSTEM_PROMPT")) ?? "";
  assert.match(line, /Hello\.\\u\{a\}\\u\{1b\}\[2Jx+…/);
  assert.ok(line.length < 400, `${line.length} characters`);
});

test("the list of all says which have their defaults", () => {
  const list = listOfSettings(examined().shown);
  assert.match(list, /^ {2}FILLER_AFTER_MS +soon {2}\(default: 1200\)$/m);
  assert.match(list, /^ {2}ENDPOINT_SILENCE_MS +700 {2}\(default\)$/m);
  assert.match(list, /^ {2}OPERATOR_EXTENSION +no operator {2}\(default\)$/m);
  assert.match(list, /^ {2}STT_API_KEY +not set$/m);
});
