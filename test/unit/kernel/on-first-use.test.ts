import assert from "node:assert/strict";
import { it } from "node:test";
import { onFirstUse } from "../../../src/kernel/on-first-use.js";

it("a value made on its first use is made once, even if it is undefined", () => {
  let made = 0;
  const value = onFirstUse(() => void made++);
  assert.equal(made, 0);
  assert.deepEqual([value(), value(), made], [undefined, undefined, 1]);
});
