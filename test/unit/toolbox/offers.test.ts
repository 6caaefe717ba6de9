import assert from "node:assert/strict";
import { test } from "node:test";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { createTransfer } from "../../../tools/transfer.js";

test("a tool that becomes available later is offered from then on", () => {
  let hasDirectory = false;
  const toolbox = createToolbox([createTransfer({ hasDirectory: () => hasDirectory })], { timeoutMs: 1_000 });
  assert.deepEqual(toolbox.offers, []);
  hasDirectory = true;
  assert.deepEqual(
    toolbox.offers.map(({ name }) => name),
    ["TRANSFER"],
  );
});
