import assert from "node:assert/strict";
import { test } from "node:test";
import { createToolbox } from "../../../src/language/toolbox.js";
import { builtInTools } from "../../../tools/index.js";
import { toolCircumstances } from "../../support/fakes/tool-context.js";

const toolbox = createToolbox(builtInTools(), { timeoutMs: 1_000 });
const context = (hangUp?: () => void) => toolCircumstances({ hangUp });

test("the built-in tools fit the contract", () => {
  assert.deepEqual(
    toolbox.offers.map(({ name }) => name),
    ["CALC", "DATETIME", "HANGUP"],
  );
});

test("hanging up ends the call, once", async () => {
  let hungUp = 0;
  const result = await toolbox.execute(
    "hangup",
    {},
    context(() => hungUp++),
  );
  assert.deepEqual(result, { status: "SUCCESS", message: "Goodbye." });
  assert.equal(hungUp, 1);
});

test("outside a call there is nothing to hang up", async () => {
  assert.equal((await toolbox.execute("HANGUP", {}, context())).status, "FAILED");
});
