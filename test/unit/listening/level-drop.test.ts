import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_MS } from "../../../src/audio/pcm.js";
import { createLevelDrop } from "../../../src/listening/level-drop.js";

const QUIET = -66;

/** Whether what follows a second of silence and is an utterance comes to a drop: levels (dB), and how long each lasts (ms). */
function drops(...said: readonly (readonly [db: number, ms: number])[]): boolean {
  const drop = createLevelDrop();
  for (let i = 0; i < 1_000 / FRAME_MS; i++) drop.hear(QUIET, false);
  drop.begin();
  let isDrop = false;
  for (const [db, ms] of said) for (let i = 0; i < ms / FRAME_MS; i++) isDrop = drop.hear(db, db > QUIET);
  return isDrop;
}

test("a television that was heard alone, and is heard again after the caller, is behind them", () => {
  assert.equal(drops([-41, 700], [-26, 1_000], [-41, 1_000]), true);
});

test("a caller whose first words are soft and whose last are is one person", () => {
  assert.equal(drops([-28, 360], [-19, 600], [QUIET, 100], [-30, 1_000]), false);
});
