import assert from "node:assert/strict";
import { it } from "node:test";
import { pauseAfter } from "../../../src/mcp/server.js";
import { readToolList } from "../../../src/mcp/tool-list.js";
import { program } from "../../support/mcp/bench.js";

it("a long list is read entry by entry, and no further than is useful, however many are refused", async () => {
  let read = 0;
  const listed = Array.from({ length: 1_000 }, (_, at) => ({
    name: `tool${at}`,
    get inputSchema() {
      read++;
      return { type: "array" };
    },
  }));
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const { tools, refused } = await readToolList(program(), listed);
  clearImmediate(next);
  assert.deepEqual([tools.length, refused.length, read], [0, 65, 256]);
  assert.deepEqual(refused.at(-1), { original: "*", reason: "there are more than 256: the rest is not read" });
  assert.ok(turns >= 255, `the thread was free ${turns} times`);
});

it("a server whose list takes long to read is asked for it the less often", () => {
  const times = { settleMs: 500, pingMs: 30_000 };
  assert.deepEqual(
    [3, 460, 5_000].map((tookMs) => pauseAfter(tookMs, times)),
    [500, 9_200, 30_000],
  );
});
