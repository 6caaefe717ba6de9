import assert from "node:assert/strict";
import { test } from "node:test";
import { machineWords, numbersOf, reachWords, untilAnswered } from "../../../src/console/whom-words.js";

const ONE = {
  ...{ extension: "1001", extensions: null, until: null, rounds: null, pause_seconds: null, at_once: null },
  ...{ retry: null, on_machine: null, machine_message: null },
};
const MANY = {
  ...ONE,
  extensions: ["1001", "1002"],
  until: "answered",
  rounds: 1,
  pause_seconds: 30,
  at_once: 1,
  retry: {},
};

test("what is called, until when and how often, is said where there is more than one call", () => {
  assert.deepEqual([numbersOf(ONE), reachWords(ONE), machineWords(ONE)], ["1001", "", ""]);
  assert.deepEqual([numbersOf(MANY), reachWords(MANY)], ["1001, 1002", "a person answers"]);
  const often = { ...MANY, until: "acknowledged", rounds: 3, at_once: 2 };
  assert.equal(reachWords(often), "a person says “got it”, or presses 1; at most 3 rounds; 2 at once");
  const again = { ...MANY, extensions: ["1001"], retry: { busy: [60], no_answer: [] } };
  assert.equal(reachWords(again), "a person answers; called again after a pause");
});

test("what a machine gets is said with the message that is left there, and with no other", () => {
  const left = { ...ONE, on_machine: "leave_message", machine_message: "Call back." } as const;
  assert.equal(machineWords(left), "leaves a message after the beep: Call back.");
  assert.equal(machineWords({ ...left, machine_message: null }), "leaves a message after the beep");
  assert.equal(machineWords({ ...left, on_machine: "hang_up" }), "hangs up");
});

test("a question offers its answers, each once, and nothing for an empty one", () => {
  assert.deepEqual(
    untilAnswered(["yes", " no ", "", "yes"]).map(([value]) => value),
    ["acknowledged", "answered", "=yes", "=no"],
  );
});
