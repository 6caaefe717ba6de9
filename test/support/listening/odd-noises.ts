/** What else is heard on telephones, and was tried only once the ears were as they are. Levels in dBFS. */

import { samplesIn } from "../../../src/audio/pcm.js";
import { chooser, drawn, type Noise } from "./noises.js";
import { atLevel, biquad, clicks, concat, pinkNoise, random, silence } from "./sounds.js";
import { speak, TUNED_VOICES } from "./voices.js";

/** A voiced sound of a pitch that moves, with the harmonics of a throat. */
function voiced(ms: number, dbfs: number, hzAt: (t: number) => number, loudAt: (t: number) => number): Int16Array {
  let phase = 0;
  return drawn(ms, dbfs, (t) => {
    phase += (2 * Math.PI * hzAt(t)) / 16_000;
    let sum = 0;
    for (let k = 1; k <= 8; k++) sum += Math.sin(k * phase) / k;
    return sum * loudAt(t);
  });
}

/** Ha ha ha: short vowels that fall in pitch, with breath between them. */
const laughter: Noise = (seed) => {
  const between = chooser(seed);
  const hz = between(150, 320);
  const has = Array.from({ length: 6 }, (_, k) => [
    voiced(
      between(80, 130),
      -24 - k,
      (t) => hz * (1 - 0.03 * k) * (1 - t),
      (t) => Math.min(1, 40 * t),
    ),
    pinkNoise(between(60, 110), -42, seed + k),
  ]);
  return concat(...has.flat());
};

/** A tune that somebody hums to themselves. */
const humming: Noise = (seed) => {
  const between = chooser(seed);
  const notes = Array.from({ length: 8 }, () => 130 * 2 ** (Math.floor(between(0, 10)) / 12));
  const tune = voiced(
    3_200,
    between(-36, -30),
    (t) => (notes[Math.floor(t / 0.4)] ?? 130) * (1 + 0.006 * Math.sin(32 * t)),
    () => 1,
  );
  return Int16Array.from(biquad(tune, 500, "low"));
};

/** Two or three barks in the same house. */
const dog: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(seed);
  const barks = Array.from({ length: 2 + (seed % 2) }, () => {
    const hz = between(280, 600);
    const bark = voiced(
      180,
      between(-30, -22),
      (t) => hz * (1 - 2 * t),
      (t) => Math.min(1, t * 60) * Math.exp(-9 * t),
    );
    return concat(
      bark.map((sample) => sample + Math.round(0.3 * sample * next())),
      silence(between(200, 500)),
    );
  });
  return concat(...barks);
};

/** The telephone is put down, picked up, rubbed along a sleeve. */
const handling: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(seed);
  let low = 0;
  const at = Array.from({ length: 5 }, () => between(0, 1.8));
  return drawn(2_000, between(-28, -18), (t) => {
    low += 0.06 * (next() - low);
    const thumps = at.reduce((sum, begin) => sum + (t > begin ? Math.exp(-30 * (t - begin)) : 0), 0);
    return low * (0.3 + 4 * thumps);
  });
};

/** Gusts over the microphone. */
const wind: Noise = (seed) => {
  const next = random(seed);
  let [low, lower] = [0, 0];
  return drawn(4_000, -26, (t) => {
    low += 0.04 * (next() - low);
    lower += 0.2 * (low - lower);
    return lower * (0.3 + Math.sin(1.7 * t + seed) ** 2);
  });
};

/** A baby cries in the room: long, high, rising and falling. */
const baby: Noise = (seed) => {
  const between = chooser(seed);
  const cries = Array.from({ length: 3 }, () => {
    const [hz, ms] = [between(380, 520), between(700, 1_100)];
    const shape = (t: number) => Math.sin((Math.PI * t * 1_000) / ms);
    return concat(
      voiced(ms, between(-34, -28), (t) => hz * (0.8 + 0.3 * shape(t)), shape),
      silence(250),
    );
  });
  return concat(...cries);
};

/** Somebody else in the room says something to somebody else, 15 dB softer than the caller. */
const someoneElse: Noise = (seed) =>
  atLevel(
    speak(
      "Have you seen my keys? I am sure that I left them on the table.",
      TUNED_VOICES[(seed + 4) % TUNED_VOICES.length],
    ),
    -41,
  );

const lineClicks: Noise = (seed) => clicks(3_000, 220 + 17 * (seed % 5), 12_000);

/** A handset that loses its cell: scraps of a garbled voice. */
const garbled: Noise = (seed) => {
  const between = chooser(seed);
  const scraps = Array.from({ length: 8 }, () => {
    const hz = between(90, 500);
    return concat(
      voiced(
        between(20, 60),
        between(-34, -24),
        () => hz,
        () => 1,
      ),
      silence(between(40, 250)),
    );
  });
  return concat(...scraps);
};

/** A siren that passes by. */
const siren: Noise = (seed) => {
  const between = chooser(seed);
  const hz = between(500, 700);
  let phase = 0;
  return drawn(4_000, between(-38, -30), (t) => {
    phase += (2 * Math.PI * hz * (t % 1.2 < 0.6 ? 1 : 1.33)) / 16_000;
    return Math.sin(phase) * Math.sin((Math.PI * t) / 4);
  }).subarray(0, samplesIn(4_000));
};

export const ODD_NOISES = {
  laughter,
  humming,
  dog,
  handling,
  wind,
  baby,
  "someone else": someoneElse,
  "line clicks": lineClicks,
  garbled,
  siren,
} satisfies Record<string, Noise>;
export type OddNoiseName = keyof typeof ODD_NOISES;
