/**
 * The kinds of `noises.ts` as other people, rooms and machines make them: no constant was chosen with these. They are for
 * the figures in the docs, and not to be looked at while the ears are changed.
 */

import { samplesIn } from "../../../src/audio/pcm.js";
import { babble } from "./conversation.js";
import { chooser, drawn, type Noise, type Noises } from "./noises.js";
import { atLevel, biquad, concat, dtmf, fan, mix, random, silence, telephoneBand } from "./sounds.js";
import { HELD_OUT_VOICES, speak } from "./voices.js";

/** Noise as a throat colours it, in two or three bursts without a voice, the later ones softer. */
const coughing: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(300 + seed);
  const bursts = Array.from({ length: 2 + (seed % 2) }, (_, k) => {
    const ms = between(120, 240);
    const burst = drawn(ms, -20 - 4 * k - between(0, 6), (t) => next() * Math.min(1, t * 150) * Math.exp(-t * 14));
    const throat = biquad(biquad(burst, between(350, 600), "high"), between(1_400, 2_600), "low");
    return concat(Int16Array.from(throat), silence(between(40, 160)));
  });
  return concat(...bursts);
};

/** Somebody knocks: three or four raps on wood, each with two tones of the panel. */
const knocking: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(400 + seed);
  const [low, high] = [between(140, 240), between(400, 700)];
  const raps = Array.from({ length: 3 + (seed % 2) }, () => {
    const rap = drawn(90, between(-24, -16), (t) => {
      const panel = Math.sin(2 * Math.PI * low * t) + 0.6 * Math.sin(2 * Math.PI * high * t);
      return (panel + 0.8 * next()) * Math.exp(-55 * t);
    });
    return concat(rap, silence(between(90, 180)));
  });
  return concat(...raps);
};

/** Heavy keys that bottom out on a desk: a dull knock and a spring. */
const typing: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(500 + seed);
  const keys = Array.from({ length: 14 }, () => {
    const [desk, spring] = [between(180, 320), between(2_000, 4_000)];
    const key = drawn(35, between(-38, -26), (t) => {
      const ring = 0.7 * Math.sin(2 * Math.PI * desk * t) + 0.3 * Math.sin(2 * Math.PI * spring * t);
      return (ring + 0.5 * next()) * Math.exp(-140 * t);
    });
    return concat(key, silence(between(60, 240)));
  });
  return concat(...keys);
};

/** A sigh: air through an open mouth, long, with the colour of a vowel and no pitch. */
const sigh: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(600 + seed);
  const ms = between(900, 1_600);
  const air = drawn(ms, -30, (t) => next() * Math.min(1, t * 8) * Math.exp((-2_500 * t) / ms));
  return atLevel(Int16Array.from(biquad(biquad(air, 400, "high"), between(900, 1_800), "low")), between(-42, -32));
};

const FILM = [
  "I told you not to come here again, and I meant it.",
  "Three bedrooms, a garden, and only ten minutes to the station.",
  "The match was over before it had begun, said the coach.",
  "Up next, the story of a lighthouse and the man who lived in it.",
];

/** Voices with music under them, 20 dB below our caller. */
const television: Noise = (seed) => {
  const said = FILM.map((_, i) => {
    const text = FILM[(i + seed) % FILM.length] as string;
    return atLevel(speak(text, HELD_OUT_VOICES[(seed + 3 * i) % HELD_OUT_VOICES.length]), -46);
  });
  return mix(concat(...said).subarray(0, samplesIn(6_000)), atLevel(music(seed), -56));
};

let crowd: Int16Array | undefined;

const distantBabble: Noise = (seed) => {
  crowd ??= babble(20_000, -46, HELD_OUT_VOICES);
  return crowd.subarray(samplesIn(600 * seed), samplesIn(600 * seed + 6_000));
};

/** A beat, a bass that slides, and a lead with vibrato. */
const music: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(700 + seed);
  const beat = between(0.35, 0.6);
  const notes = Array.from({ length: 48 }, () => 220 * 2 ** (Math.floor(between(0, 15)) / 12));
  let [lead, bass] = [0, 0];
  return drawn(6_000, between(-36, -28), (t) => {
    const since = t % beat;
    lead += (2 * Math.PI * (notes[Math.floor(t / beat) % 48] ?? 220) * (1 + 0.012 * Math.sin(36 * t))) / 16_000;
    bass += (2 * Math.PI * (70 + 15 * Math.sin(t))) / 16_000;
    const sung = Math.sin(lead) + 0.5 * Math.sin(2 * lead) + 0.3 * Math.sin(3 * lead);
    return 0.5 * sung * Math.min(1, since * 30) + 0.5 * Math.sin(bass) + next() * Math.exp(-60 * since);
  });
};

/** A motor with a load that wavers, and air. */
const motor: Noise = (seed) => {
  const between = chooser(seed);
  const hz = between(95, 140);
  let phase = 0;
  const whirr = drawn(4_000, between(-40, -30), (t) => {
    phase += (2 * Math.PI * hz * (1 + 0.01 * Math.sin(5 * t))) / 16_000;
    return Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.2 * Math.sin(7 * phase);
  });
  return mix(whirr, fan(4_000, -46, seed));
};

/** Keys of a telephone whose upper tone is 3 dB louder, through its own narrow band. */
const keyTones: Noise = (seed) => {
  const between = chooser(seed);
  const presses = Array.from({ length: 4 }, () => [
    dtmf("1234567890*#"[Math.floor(between(0, 12))] ?? "0", between(80, 250), between(-22, -14)),
    silence(between(100, 300)),
  ]);
  return telephoneBand(concat(...presses.flat()));
};

/** What a codec makes of silence: noise of a colour that changes every tenth of a second. */
const comfortNoise: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(800 + seed);
  let [low, colour, until] = [0, 0.2, 0];
  return drawn(5_000, between(-56, -46), (t) => {
    if (t >= until) [colour, until] = [between(0.1, 0.7), t + 0.1];
    low += colour * (next() - low);
    return low;
  });
};

export const HELD_OUT_NOISES: Noises = {
  cough: coughing,
  door: knocking,
  typing,
  breath: sigh,
  television,
  babble: distantBabble,
  music,
  hum: motor,
  keys: keyTones,
  "comfort noise": comfortNoise,
};
