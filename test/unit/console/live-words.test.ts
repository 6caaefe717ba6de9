import assert from "node:assert/strict";
import { test } from "node:test";
import { connectionWords, countWords } from "../../../src/console/live-words.js";

test("that there are no calls is said only when that is known", () => {
  assert.equal(countWords("open", 0), "No live calls");
  for (const connection of ["connecting", "lost", "refused"] as const) assert.equal(countWords(connection, 0), "");
  assert.deepEqual([countWords("lost", 1), countWords("open", 2)], ["1 call", "2 calls"]);
});

test("a page that no longer follows calls says so", () => {
  assert.match(connectionWords("lost") ?? "", /reconnecting/);
  assert.match(connectionWords("refused") ?? "", /no longer lets this key/);
  assert.deepEqual([connectionWords("open"), connectionWords("connecting")], [undefined, undefined]);
});
