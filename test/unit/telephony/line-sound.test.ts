import assert from "node:assert/strict";
import { test } from "node:test";
import { createLineSound } from "../../../src/telephony/line-sound.js";
import type { Playback } from "../../../src/telephony/playback.js";

test("who begins to listen during a hold is told of it, and each change is told once", () => {
  const sound = createLineSound();
  const line = sound.over({} as Playback);
  const told: boolean[] = [];
  line.onHeld(() => told.push(false))();
  sound.held(false);
  sound.held(true);
  line.onHeld((isHeld) => told.push(isHeld));
  sound.held(true);
  sound.held(false);
  sound.held(false);
  assert.deepEqual(told, [true, false]);
});
