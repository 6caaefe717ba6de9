import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES, samplesIn } from "../../../src/audio/pcm.js";
import { cameThrough, says } from "../../support/index.js";

const spoken = says("We are open on weekdays from nine to five");

/** What was said, to its `to`th ms, and from its `again`th on. */
async function heard(to: number, again: number): Promise<Int16Array> {
  const sound = await spoken;
  const lead = new Int16Array(FRAME_SAMPLES);
  return Int16Array.from([...lead, ...sound.subarray(0, samplesIn(to)), ...sound.subarray(samplesIn(again))]);
}

test("a sound that came whole is in its place", async () => {
  assert.deepEqual(cameThrough(await heard(1_000, 1_000), await spoken), { share: 1, asideMs: 0 });
});

test("a frame that the line lost moves what follows, and no more", async () => {
  const { share, asideMs } = cameThrough(await heard(1_000, 1_020), await spoken);
  assert.ok(share >= 0.98 && asideMs >= 20 && asideMs <= 30, `${share}, ${asideMs} ms`);
});

for (const [name, again] of [
  ["is left out", 1_200],
  ["comes twice", 800],
] as const) {
  test(`a piece of 200 ms that ${name} is told`, async () => {
    assert.ok(cameThrough(await heard(1_000, again), await spoken).share < 0.9);
  });
}
