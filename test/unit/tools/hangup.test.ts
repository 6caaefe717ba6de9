import assert from "node:assert/strict";
import { test } from "node:test";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { hangup } from "../../../tools/hangup.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

const toolbox = createToolbox([hangup], { timeoutMs: 1_000 });
const context = (hangUp?: () => void) => toolEnvironment({ hangUp });

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
