import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { createLevelMeter } from "../../../src/listening/level.js";
import { createLevelGate, type LevelGate } from "../../../src/listening/level-gate.js";
import { atLevel, hum, silence, whiteNoise } from "../../support/listening/sounds.js";

/** A tone in the middle of the voice band. */
const tone = (ms: number, dbfs: number) =>
  atLevel(
    silence(ms).map((_, i) => 9_000 * Math.sin((2 * Math.PI * 500 * i) / 16_000)),
    dbfs,
  );

/** A line has one meter. */
const meters = new WeakMap<LevelGate, ReturnType<typeof createLevelMeter>>();

/** The share of frames for which the gate is open. */
function open(gate: LevelGate, sound: Int16Array, speechLike = false, overOurs = false): number {
  const levelOf = meters.get(gate) ?? createLevelMeter();
  meters.set(gate, levelOf);
  const frames = Math.floor(sound.length / FRAME_SAMPLES);
  let opened = 0;
  for (let i = 0; i < frames; i++) {
    if (gate.isOpen(levelOf(sound.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES)), speechLike, overOurs))
      opened++;
  }
  return opened / frames;
}

test("noise that was always there does not open the gate, at any level", () => {
  for (const dbfs of [-60, -45, -30]) assert.equal(open(createLevelGate(), whiteNoise(5_000, dbfs)), 0, `${dbfs} dBFS`);
});

test("noise that sets in is let through for a second at most", () => {
  const gate = createLevelGate();
  open(gate, whiteNoise(2_000, -60));
  assert.ok(open(gate, whiteNoise(5_000, -35)) * 5_000 < 1_000);
  assert.equal(open(gate, whiteNoise(5_000, -35)), 0);
});

test("what sounds like speech and never stops is noise in the end", () => {
  const gate = createLevelGate();
  open(gate, silence(1_000));
  assert.equal(open(gate, tone(2_000, -40), true), 1);
  open(gate, tone(20_000, -40), true);
  assert.equal(open(gate, tone(1_000, -40), true), 0);
});

test("quiet speech on a quiet line opens it, whispers below -54 dBFS do not", () => {
  const gate = createLevelGate();
  open(gate, whiteNoise(1_000, -70));
  assert.equal(open(gate, tone(200, -46), true), 1);
  assert.equal(open(gate, tone(200, -60), true), 0);
});

test("noise that stops leaves the gate sensitive within a fifth of a second", () => {
  const gate = createLevelGate();
  open(gate, whiteNoise(5_000, -30));
  open(gate, silence(200));
  assert.equal(open(gate, tone(100, -45), true), 1);
});

test("beside a loud voice a distant one is not heard, until the loud one has been away for a while", () => {
  const gate = createLevelGate();
  open(gate, silence(1_000));
  open(gate, tone(500, -20), true);
  assert.equal(open(gate, tone(500, -42), true), 0);
  open(gate, silence(10_000));
  assert.equal(open(gate, tone(500, -42), true), 1);
});

test("while we speak, a caller who listens stays as loud as they were", () => {
  const gate = createLevelGate();
  open(gate, silence(1_000));
  open(gate, tone(500, -20), true);
  open(gate, silence(10_000), false, true);
  assert.equal(open(gate, tone(500, -42), true, true), 0);
});

test("hum below the voice band counts little", () => {
  const gate = createLevelGate();
  open(gate, hum(2_000, -35));
  assert.equal(open(gate, tone(200, -35), true), 1);
  open(gate, tone(2_000, -35));
  assert.equal(open(gate, tone(200, -35), true), 0);
});

test("a line is noisy where what is softest is less than 30 dB below the speech, and quiet again when that is over", () => {
  const gate = createLevelGate();
  const talks = (pauseDbfs: number) => {
    for (let i = 0; i < 10; i++) {
      open(gate, tone(300, -26), true);
      open(gate, whiteNoise(100, pauseDbfs));
    }
  };
  talks(-60);
  assert.equal(gate.isNoisy, false);
  for (let i = 0; i < 3; i++) talks(-40);
  assert.equal(gate.isNoisy, true);
  talks(-60);
  assert.equal(gate.isNoisy, false);
});
