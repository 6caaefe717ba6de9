import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_MS, FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { createNotUnderstood } from "../../../src/conversation/not-understood.js";
import { speechIn } from "../../../src/listening/speech-in.js";
import { says } from "../../support/backends/says.js";
import { NOISES } from "../../support/listening/noises.js";
import { ODD_NOISES } from "../../support/listening/odd-noises.js";
import { atLevel, concat, cough, hum, silence } from "../../support/listening/sounds.js";

const sentence = await says("Tell me a joke.");
const word = (await says("No.")).subarray(0, 3_200);
const breath = cough(400, -22, 1);
const crowd = atLevel(NOISES.babble(1), -36);
const soft = sentence.map((sample) => sample / 20);

/** Which sounds of a row have somebody told that they were not understood. */
function told(...sounds: readonly Int16Array[]): readonly boolean[] {
  const notUnderstood = createNotUnderstood();
  return sounds.map((sound) => notUnderstood.isToBeTold(sound));
}

for (const [what, sound] of Object.entries({ "a short word": word, "a sentence": sentence })) {
  test(`from a caller who was never understood, ${what} is met with silence once, and then they are told, once`, () => {
    assert.deepEqual(told(sound, sound, sound, sound, sound), [false, true, false, false, false]);
  });
}

test("a word and a sentence count as two sounds that were not understood", () => {
  assert.deepEqual(told(sentence, word, word), [false, true, false]);
});

test("a caller who was understood before is told of a sentence at once, twice in a row, and of a word the second time", () => {
  const notUnderstood = createNotUnderstood();
  const toldOf = (...sounds: readonly Int16Array[]) => {
    notUnderstood.understood(sentence);
    return sounds.map((sound) => notUnderstood.isToBeTold(sound));
  };
  assert.deepEqual(toldOf(sentence, sentence, sentence), [true, true, false]);
  assert.deepEqual(toldOf(word, word, word), [false, true, false]);
});

test("who seemed to be understood while they spoke is told that they were not, whatever it sounds like", () => {
  const notUnderstood = createNotUnderstood();
  assert.deepEqual(
    [true, true, true].map((hadWords) => notUnderstood.isToBeTold(breath, hadWords)),
    [true, true, false],
  );
});

test("once the caller was understood, whoever is much softer than they are is nobody, and they themselves are not", () => {
  const notUnderstood = createNotUnderstood();
  const room = sentence.map((sample) => sample / 3);
  assert.deepEqual(told(room, room), [false, true], "before, it might be them");
  notUnderstood.understood(sentence);
  assert.deepEqual([notUnderstood.isToBeTold(room), notUnderstood.isToBeTold(room)], [false, false]);
  assert.equal(notUnderstood.isToBeTold(sentence), true);
});

test("who was loud once, and understood again since, is told as well as before", () => {
  const notUnderstood = createNotUnderstood();
  notUnderstood.understood(atLevel(sentence, -12));
  notUnderstood.understood(atLevel(sentence, -30));
  assert.equal(notUnderstood.isToBeTold(atLevel(sentence, -30)), true);
});

const { laughter, humming, baby, siren } = ODD_NOISES;
const noises = {
  "a cough": breath,
  hum: hum(2_000, -36),
  "somebody far away": soft,
  music: NOISES.music(1),
  "a crowd": crowd,
  laughter: laughter(1),
  "a tune": humming(1),
  "a baby": baby(1),
  "a siren": siren(1),
};
for (const [noise, sound] of Object.entries(noises)) {
  test(`${noise} is never taken for a person, however often it comes`, () => {
    assert.deepEqual(told(sound, sound, sound, sound), [false, false, false, false]);
    const notUnderstood = createNotUnderstood();
    notUnderstood.understood(sentence);
    assert.deepEqual([notUnderstood.isToBeTold(sound), notUnderstood.isToBeTold(sound)], [false, false]);
  });
}

test("only the last seconds of a minute of sound are looked at, and they tell what all of it would", () => {
  const looks: number[] = [];
  const notUnderstood = createNotUnderstood((sound, leastLevel) => {
    looks.push(sound.length / FRAME_SAMPLES);
    return speechIn(sound, leastLevel);
  });
  const minute = concat(silence(60_000), sentence);
  notUnderstood.understood(minute);
  assert.equal(notUnderstood.isToBeTold(minute), true);
  assert.deepEqual(looks, [5_000 / FRAME_MS, 10_000 / FRAME_MS]);
});
