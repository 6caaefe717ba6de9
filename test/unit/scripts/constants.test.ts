import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { allConstants, constantsIn, instrumented } from "../../../scripts/lib/bench/constants.js";
import { SCENARIOS } from "../../scenarios/index.js";

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

test("the table of what constants decide names constants and rows that there are", () => {
  const table: Record<string, { rows?: string[] }> = JSON.parse(
    readFileSync(new URL("../../scenarios/constants.json", import.meta.url), "utf8"),
  );
  const keys = new Set(allConstants().map(({ key }) => key));
  const cells = new Set<string>(Object.values(SCENARIOS).flatMap((all) => all.map(({ cell }) => cell)));
  assert.ok(keys.size > 100);
  assert.deepEqual(
    Object.keys(table).filter((key) => !keys.has(key)),
    [],
  );
  assert.deepEqual(
    Object.values(table)
      .flatMap(({ rows = [] }) => rows)
      .filter((row) => !cells.has(row)),
    [],
  );
});
