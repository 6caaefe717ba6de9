import assert from "node:assert/strict";
import { test } from "node:test";
import { allSayings, knows, type Saying, SAYINGS, toneFor } from "../../../support/soak/sounds.js";

const sayings = await allSayings();
const understand = knows(sayings);

for (const name of Object.keys(SAYINGS) as Saying[]) {
  test(`"${SAYINGS[name]}" is understood, cut out with silence around it and a little too short`, () => {
    const samples = sayings[name];
    const padded = new Int16Array(samples.length + 8_000);
    padded.set(
      samples.map((sample) => sample / 2),
      4_000,
    );
    assert.equal(understand(padded), SAYINGS[name]);
    assert.equal(understand(samples.subarray(1_600)), SAYINGS[name]);
  });
}

test("a tone is none of them", () => {
  assert.equal(understand(toneFor("Good morning. Your appointment is tomorrow.")), "");
});
