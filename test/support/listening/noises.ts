/**
 * What comes over a line while nobody speaks to us, of each kind as many as there are seeds. Levels in dBFS; whoever speaks
 * to us is at -26. With these the ears are tuned; `held-out-noises.ts` has others of the same kinds.
 */

import { samplesIn } from "../../../src/audio/pcm.js";
import { babble } from "./conversation.js";
import { atLevel, concat, cough, dtmf, generate, hum, mix, random, silence, whiteNoise } from "./sounds.js";
import { speak, TUNED_VOICES } from "./voices.js";

export type Noise = (seed: number) => Int16Array;

export const NOISE_NAMES = [
  "cough",
  "door",
  "typing",
  "breath",
  "television",
  "babble",
  "music",
  "hum",
  "keys",
  "comfort noise",
] as const;
export type NoiseName = (typeof NOISE_NAMES)[number];
export type Noises = Readonly<Record<NoiseName, Noise>>;

/** A number between two others, the same for the same seed. */
export function chooser(seed: number): (from: number, to: number) => number {
  const next = random(1_000 + seed);
  for (let i = 0; i < 3; i++) next();
  return (from, to) => from + ((next() + 1) / 2) * (to - from);
}

export function drawn(ms: number, dbfs: number, sampleAt: (seconds: number) => number): Int16Array {
  return generate(ms, dbfs, (i) => sampleAt(i / 16_000));
}

/** Breath with a fast attack; every other one ends in a groan of falling pitch, as people's coughs do. */
const coughing: Noise = (seed) => {
  const between = chooser(seed);
  const burst = cough(between(150, 350), between(-30, -18), seed);
  if (seed % 2 === 0) return burst;
  const [pitch, ms] = [between(110, 220), between(60, 110)];
  const groan = drawn(ms, between(-36, -28), (t) => {
    const phase = 2 * Math.PI * (pitch * t - 150 * t * t);
    return (Math.sin(phase) + 0.6 * Math.sin(2 * phase) + 0.5 * Math.sin(5 * phase)) * Math.exp(-t * 12);
  });
  return concat(burst, groan, silence(300), cough(between(150, 300), between(-30, -20), seed + 50));
};

/** A thud, low and gone within a third of a second, with the frame ringing after it. */
const doorSlam: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(seed);
  const [ring, decay] = [between(70, 190), between(12, 25)];
  let low = 0;
  return drawn(500, between(-26, -16), (t) => {
    low += 0.12 * (next() - low);
    return (3 * low + 0.5 * Math.sin(2 * Math.PI * ring * t)) * Math.exp(-decay * t);
  });
};

/** Three seconds at a keyboard: a click for each key, and a duller one when it comes up again. */
const typing: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(seed);
  const sound = silence(3_000);
  for (let at = 0; at < sound.length - 2_000; at += samplesIn(between(90, 260))) {
    const [peak, ring] = [between(2_000, 9_000), between(900, 3_000)];
    for (const [start, loudness] of [
      [at, 1],
      [at + samplesIn(60), 0.4],
    ] as const) {
      for (let i = 0; i < samplesIn(between(8, 20)); i++) {
        const decay = Math.exp(-i / 50) * peak * loudness;
        sound[start + i] = Math.round(decay * (0.6 * next() + 0.4 * Math.sin((2 * Math.PI * ring * i) / 16_000)));
      }
    }
  }
  return sound;
};

/** In and out, close to the microphone. */
const breath: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(seed);
  const [ms, colour] = [between(600, 1_400), between(0.15, 0.5)];
  let [low, high] = [0, 0];
  return drawn(ms, between(-42, -30), (t) => {
    low += colour * (next() - low);
    high += 0.05 * (low - high);
    return (low - high) * Math.sin((Math.PI * t * 1_000) / ms) ** 2;
  });
};

const PROGRAMME = [
  "The president said on Tuesday that the talks would be continued in the spring.",
  "And now for the weather, with rain in the north and sunshine by the sea.",
  "You never told me that he was your brother, did you?",
  "Order before midnight and get the second one for free.",
];

/** People who talk to each other in the same room, 20 dB below our caller. */
const television: Noise = (seed) => {
  const parts = PROGRAMME.map((_, i) => {
    const text = PROGRAMME[(i + seed) % PROGRAMME.length] as string;
    return atLevel(speak(text, TUNED_VOICES[(seed + 3 * i) % TUNED_VOICES.length]), -46);
  });
  return concat(...parts).subarray(0, samplesIn(6_000));
};

let crowd: Int16Array | undefined;

const distantBabble: Noise = (seed) => {
  crowd ??= babble(20_000, -46);
  return crowd.subarray(samplesIn(600 * seed), samplesIn(600 * seed + 6_000));
};

/** Music on hold: chords that change, a melody above them. */
const music: Noise = (seed) => {
  const between = chooser(seed);
  const root = between(110, 220);
  const beat = between(0.25, 0.5);
  const steps = Array.from({ length: 32 }, () => [0, 2, 4, 5, 7, 9, 11, 12][Math.floor(between(0, 8))] ?? 0);
  const chords = [0, 5, 7, 9];
  const note = (hz: number, t: number, since: number) => {
    const phase = 2 * Math.PI * hz * t;
    return (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase)) * Math.exp(-2 * since);
  };
  return drawn(6_000, between(-36, -28), (t) => {
    const [at, bar] = [Math.floor(t / beat), Math.floor(t / beat / 4)];
    const chord = root * 2 ** ((chords[bar % chords.length] ?? 0) / 12);
    const sinceBar = t - bar * beat * 4;
    const third = note(chord * 1.26, t, sinceBar) + note(chord * 1.5, t, sinceBar) + note(chord, t, sinceBar);
    return 0.4 * third + note(2 * root * 2 ** ((steps[at % steps.length] ?? 0) / 12), t, t - at * beat);
  });
};

const humBegins: Noise = (seed) => hum(4_000, -30 - (seed % 10), seed % 2 ? 50 : 60);

const keyTones: Noise = (seed) => {
  const between = chooser(seed);
  const press = () => dtmf("0123456789*#"[Math.floor(between(0, 12))] ?? "0", between(120, 400), between(-24, -12));
  return concat(press(), silence(between(150, 400)), press());
};

/** What a telephone puts in the place of silence: it comes and goes in steps. */
const comfortNoise: Noise = (seed) => {
  const between = chooser(seed);
  const pieces = Array.from({ length: 8 }, (_, i) => [
    whiteNoise(between(200, 700), between(-55, -42), 20 * seed + i + 1),
    silence(between(100, 500)),
  ]);
  return mix(concat(...pieces.flat()));
};

export const NOISES: Noises = {
  cough: coughing,
  door: doorSlam,
  typing,
  breath,
  television,
  babble: distantBabble,
  music,
  hum: humBegins,
  keys: keyTones,
  "comfort noise": comfortNoise,
};
