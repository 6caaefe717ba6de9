import assert from "node:assert/strict";
import { test } from "node:test";
import { createResampler } from "../../../src/audio/resample.js";
import { says } from "../../support/backends/says.js";
import { createToneEar, sayingIn, textIn, tonesOf } from "../../support/backends/tone-text.js";
import { FULL } from "../../support/form.js";
import { utterancesIn } from "../../support/listening/conversation.js";
import { atLevel, concat, mix, pinkNoise, silence, telephoneBand } from "../../support/listening/sounds.js";
import { hearScene } from "../../support/listening/watch.js";

const TEXTS = [
  "Sì.",
  "Es ist 9 Uhr 53 am Freitag, dem 27. November 2026, und bei Ihnen sind es schöne 21,5 °C.",
  "¿Desea dejar un mensaje? Pulse la tecla «almohadilla» cuando haya terminado.",
  "Où êtes-vous ? C’est à dix-sept heures que je vous rappellerai.",
];

function resampled(sound: Int16Array, from: number, to: number): Int16Array {
  const resampler = createResampler(from, to);
  return concat(resampler.push(sound), resampler.flush());
}

/** What a call over G.711 makes of speech at 24 kHz. */
function overTelephone(sound: Int16Array): Int16Array {
  return resampled(resampled(telephoneBand(resampled(sound, 24_000, 16_000)), 16_000, 8_000), 8_000, 16_000);
}

/** What is heard in frames of 20 ms that begin anywhere. */
function heardIn(sound: Int16Array) {
  const ear = createToneEar();
  const heard = [];
  for (let at = 0; at < sound.length; at += 320) heard.push(...ear.hear(sound.subarray(at, at + 320)));
  return [...heard, ...ear.end()];
}

const whole = (...texts: readonly string[]) => texts.map((text) => ({ text, isWhole: true }));

for (const [way, through] of [
  ["a telephone of mu-law", overTelephone],
  ["wide-band", (sound) => resampled(sound, 24_000, 16_000)],
  ["noise 20 dB below", (sound) => mix(atLevel(overTelephone(sound), -20), pinkNoise(7_000, -40))],
] as readonly (readonly [string, (sound: Int16Array) => Int16Array])[]) {
  test(`texts come through ${way} to the letter, wherever the frames begin`, () => {
    for (const lead of FULL ? [0, 77] : [77]) {
      const sound = concat(...TEXTS.flatMap((text) => [through(tonesOf(text)), silence(120)]));
      assert.deepEqual(heardIn(concat(new Int16Array(lead), sound)), whole(...TEXTS), `begun ${lead} samples late`);
    }
  });
}

test("texts right behind each other are told apart", () => {
  const sound = overTelephone(concat(...TEXTS.map((text) => tonesOf(text))));
  assert.deepEqual(heardIn(sound), whole(...TEXTS));
});

test("a text that was paused for a while is whole, one that was cut off or damaged is not", () => {
  const [, long = ""] = TEXTS;
  const sound = overTelephone(tonesOf(long));
  const half = Math.round(sound.length / 2) + 123;
  const [first, second] = [sound.subarray(0, half), sound.subarray(half)];
  assert.deepEqual(heardIn(concat(first, silence(1_000), second)), whole(long));
  assert.deepEqual(heardIn(concat(first, silence(200), overTelephone(tonesOf("Ja.")))), [
    { text: long.slice(0, 48), isWhole: false },
    ...whole("Ja."),
  ]);
  for (const lost of [0, 1, 2, 3, 4, 5]) {
    const damaged = sound.slice();
    const first = 2 * lost * 6_080;
    const second = first + (lost === 5 ? 4_160 : 6_080); // The last one is shorter.
    for (const from of [first, second]) damaged.fill(9_000, from + 2_000, from + 2_900);
    const [cut, ...others] = heardIn(damaged);
    assert.deepEqual([cut?.isWhole, others], [false, []], `block ${lost}`);
  }
});

test("a text in which a frame of 20 ms is lost or repeated somewhere is whole", () => {
  const [, text = ""] = TEXTS;
  const sound = overTelephone(tonesOf(text));
  for (let at = 150; at + 640 < sound.length; at += 12_345) {
    const [first, second] = [sound.subarray(0, at), sound.subarray(at)];
    assert.deepEqual(heardIn(concat(first, second.subarray(320), silence(200))), whole(text), `lost at ${at}`);
    assert.deepEqual(heardIn(concat(first, second.subarray(0, 320), second)), whole(text), `repeated at ${at}`);
  }
});

test("what a caller says is one utterance with a voice, and understood", async () => {
  const say = sayingIn(await says("we were all away a year ago and you will have a long yellow one"));
  for (const text of [...TEXTS, "a"]) {
    const sound = concat(silence(1_000), telephoneBand(say(text)), silence(1_500));
    const told = await hearScene({ name: text, sound, ours: [], from: 0 });
    const [utterance, ...others] = utterancesIn(told);
    assert.deepEqual(others, []);
    assert.ok(utterance, text);
    assert.equal(textIn(utterance.samples), text);
  }
});

test("no text is heard in a voice, in noise or in silence", async () => {
  const sounds = [await says("how much is seven times six"), pinkNoise(3_000, -20), silence(1_000)];
  for (const sound of sounds) assert.deepEqual(heardIn(sound), []);
});
