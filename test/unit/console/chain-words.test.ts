import assert from "node:assert/strict";
import { test } from "node:test";
import { calledNow, chainVerdict, reachedIn, stepState } from "../../../src/console/chain-words.js";

const step = (extension: string, outcome: string | null = null, choice: string | null = null) => ({
  ...{ extension, outcome, choice_response: choice },
});
const chain = (status: string, steps: readonly ReturnType<typeof step>[], error: string | null = null) => ({
  ...{ status, steps, error },
});

test("a step shows how it ended, and before that how its call stands", () => {
  assert.equal(stepState(step("1", "busy"), "in_progress", "ringing"), "busy");
  assert.equal(stepState(step("1"), "in_progress", "ringing"), "ringing");
  assert.equal(stepState(step("1"), "in_progress", "queued"), "to_be_called");
  assert.equal(stepState(step("1"), "in_progress", undefined), "to_be_called");
  assert.equal(stepState(step("1"), "reached", undefined), "cancelled", "it is being hung up");
});

test("a chain says who is called, then who was reached, or why no one was", () => {
  const ringing = chain("in_progress", [step("1", "busy"), step("2"), step("3")]);
  assert.deepEqual([calledNow(ringing), chainVerdict(ringing)], ["2, 3", "Calling 2, 3…"]);
  const reached = chain("reached", [step("1", "no_answer"), step("2", "reached", "acknowledged"), step("3")]);
  assert.deepEqual([calledNow(reached), reachedIn(reached)], [undefined, "2 (acknowledged)"]);
  assert.equal(chainVerdict(reached), "Reached: 2 (acknowledged)");
  assert.equal(chainVerdict(chain("not_reached", [step("1", "busy")], "No one was reached.")), "No one was reached.");
  assert.equal(chainVerdict(chain("missed", [])), "Missed");
});
