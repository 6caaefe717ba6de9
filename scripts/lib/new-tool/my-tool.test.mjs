// @ts-check
// node --test my-tool.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { testContext } from "ari-attendant/testing";
import tool from "./my-tool.mjs";

test("MY_TOOL greets the given person", async () => {
  const { context, deeds } = testContext();
  const result = await tool.execute({ name: "Ada", times: 2 }, context);
  assert.equal(result.status, "SUCCESS");
  assert.match(result.message, /^(Good morning|Hello), Ada\. (Good morning|Hello), Ada\.$/);
  assert.deepEqual(result.data, { name: "Ada" });
  assert.deepEqual(deeds.logged, ["greeted someone"]);
});
