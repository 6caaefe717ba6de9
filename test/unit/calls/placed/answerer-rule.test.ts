import assert from "node:assert/strict";
import { test } from "node:test";
import { answererRule } from "../../../../src/calls/placed/admit-call.js";

const NONE = {};
const own = (onMachine: "hang_up") => ({ assistants: { find: () => ({ onMachine }) as never } });

test("who answers is listened for outside, and inside when the request or its assistant asks for it", () => {
  for (const extension of ["100", "8000", "*72", "anna"])
    assert.deepEqual(answererRule({ extension }, NONE), {}, extension);
  for (const extension of ["+493012345678", "0301234567", "900123456"]) {
    assert.deepEqual(answererRule({ extension }, NONE), { onMachine: "speak" }, extension);
  }
  assert.deepEqual(answererRule({ extension: "100", chainId: "c" }, NONE), { onMachine: "speak" }, "in a chain");
  assert.deepEqual(answererRule({ extension: "100", onMachine: "leave_message", machineMessage: "Call me." }, NONE), {
    onMachine: "leave_message",
    machineMessage: "Call me.",
  });
  assert.deepEqual(answererRule({ extension: "100", assistant: "sales" }, own("hang_up")), { onMachine: "hang_up" });
  const request = { extension: "100", assistant: "sales", onMachine: "speak" } as const;
  assert.deepEqual(answererRule(request, own("hang_up")), { onMachine: "speak" }, "the request wins");
});
