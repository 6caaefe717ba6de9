import assert from "node:assert/strict";
import { test } from "node:test";
import { allConstants, constantsIn, instrumented } from "../../../scripts/lib/bench/constants.js";

const SOURCE = `import { FRAME_MS } from "../audio/pcm.js";
/** Longest gap. */
export const MAX_GAP_FRAMES = 240 / FRAME_MS;
const SHARES: Readonly<Record<string, number>> = { finished: 0.77, name: "open", least: -3 };
const NOTHING = 0;
const WORDS = ["mhm"];
function gap() {
  const inside = 5;
  return inside;
}
`;

test("a constant is a number at the top of a file, or in a record there", () => {
  const keys = constantsIn("a.ts", SOURCE).map(({ key }) => key);
  assert.deepEqual(keys, ["a.ts MAX_GAP_FRAMES", "a.ts SHARES.finished", "a.ts SHARES.least"]);
});

test("only the values of constants are read in another way", () => {
  const lines = instrumented("a.ts", SOURCE).split("\n");
  assert.equal(
    lines[2],
    'export const MAX_GAP_FRAMES = globalThis.movedConstant("a.ts MAX_GAP_FRAMES", 240 / FRAME_MS);',
  );
  assert.match(lines[3] ?? "", /finished: globalThis\.movedConstant\("a\.ts SHARES\.finished", 0\.77\), name: "open"/);
  assert.deepEqual(lines.slice(4), SOURCE.split("\n").slice(4));
});

test("the constants of listening and turn-taking are found, each under one name", () => {
  const keys = allConstants().map(({ key }) => key);
  assert.ok(keys.length > 100);
  assert.equal(new Set(keys).size, keys.length);
});
