import assert from "node:assert/strict";
import { test } from "node:test";
import { createLineSound } from "../../../src/telephony/line-sound.js";
import type { Playback } from "../../../src/telephony/playback.js";

test("a line can be asked whether it is on hold, and reports each change once", () => {
  const sound = createLineSound();
  const line = sound.over({} as Playback);
  const told: boolean[] = [];
  line.onHeld(() => told.push(false))();
  line.onHeld((isHeld) => told.push(isHeld, line.isHeld()));
  for (const isHeld of [false, true, true, false, false]) sound.held(isHeld);
  assert.deepEqual(told, [true, true, false, false]);
});

test("a mark of a line does not come true for what was played during a hold", async () => {
  const sound = createLineSound();
  const playback = { play: () => Promise.resolve(), mark: () => Promise.resolve(true), flush() {} };
  const line = sound.over(playback as unknown as Playback);
  const marks: boolean[] = [];
  for (const isHeld of [false, true, false]) {
    sound.held(isHeld);
    await line.play(new Int16Array(320));
    marks.push(await line.mark());
  }
  assert.deepEqual(marks, [true, false, true]);
});
