import assert from "node:assert/strict";
import { test } from "node:test";
import { mix, pinkNoise, says, whereSaid } from "../../support/index.js";

const FIRST = "Good morning to you.";
const SECOND = "The weather is nice today in the garden.";

async function line(...sounds: Int16Array[]): Promise<Int16Array> {
  const samples = sounds.flatMap((sound) => [...new Int16Array(8_000), ...sound]);
  return mix(
    Int16Array.from(samples, (sample) => sample / 2),
    pinkNoise(samples.length / 16, -50),
  );
}

test("a sentence is found where it was said", async () => {
  const [first, second] = [await says(FIRST), await says(SECOND)];
  const heard = await line(first, second);
  const place = await whereSaid(heard, SECOND);
  assert.ok(place);
  assert.ok(Math.abs(place.from - (16_000 + first.length)) <= 8, `${place.from}`);
  assert.ok(Math.abs(place.to - heard.length) <= 8, `${place.to}`);
});

test("a sentence that was cut off was not said", async () => {
  const [first, second] = [await says(FIRST), await says(SECOND)];
  assert.equal(await whereSaid(await line(second.subarray(0, second.length - 8_000), first), SECOND), undefined);
  assert.equal(await whereSaid(await line(second.subarray(8_000), first), SECOND), undefined);
});

test("another sentence is not taken for it, not even one that begins alike", async () => {
  const heard = await line(await says(FIRST), await says("The weather is bad in the kitchen."));
  assert.equal(await whereSaid(heard, SECOND), undefined);
});
