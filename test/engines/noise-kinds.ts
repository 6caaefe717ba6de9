import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { joined, SAMPLE_RATE, samplesIn } from "../../src/audio/pcm.js";
import { createResampler } from "../../src/audio/resample.js";
import { samplesOfWav } from "../support/backends/wav.js";
import { chooser, drawn, type Noise, NOISES } from "../support/listening/noises.js";
import { ODD_NOISES } from "../support/listening/odd-noises.js";
import { atLevel, biquad, concat, pinkNoise, random, silence } from "../support/listening/sounds.js";

/** Cars that pass: a rumble and the hiss of tyres, louder and softer. */
const traffic: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(900 + seed);
  const cars = Array.from({ length: 3 }, () => [between(0, 5), between(0.5, 1.2)] as const);
  let [low, high] = [0, 0];
  return drawn(5_000, between(-40, -30), (t) => {
    low += 0.05 * (next() - low);
    high += 0.5 * (next() - high);
    const passing = cars.reduce((sum, [at, wide]) => sum + Math.exp(-(((t - at) / wide) ** 2)), 0.15);
    return (3 * low + 0.3 * high) * passing;
  });
};

/** Another telephone in the room: two tones that warble, with pauses between the rings. */
const ringing: Noise = (seed) => {
  const between = chooser(seed);
  const [low, high, warble] = [between(400, 900), between(1_000, 1_400), between(12, 25)];
  const ring = drawn(1_000, between(-38, -28), (t) =>
    Math.sin(2 * Math.PI * (Math.sin(2 * Math.PI * warble * t) > 0 ? low : high) * t),
  );
  return concat(ring, silence(between(700, 1_500)), ring);
};

/** A room in which nothing happens. */
const quiet: Noise = (seed) => pinkNoise(5_000, chooser(seed)(-70, -54), 950 + seed);

/** Plates and cutlery: bright partials that ring for a tenth of a second or for a second. */
const crockery: Noise = (seed) => {
  const between = chooser(seed);
  const clinks = Array.from({ length: 9 }, () => {
    const partials = Array.from({ length: 4 }, () => [between(900, 6_500), between(6, 40)] as const);
    const clink = drawn(between(120, 400), between(-36, -20), (t) =>
      partials.reduce((sum, [hz, decay]) => sum + Math.sin(2 * Math.PI * hz * t) * Math.exp(-decay * t), 0),
    );
    return concat(clink, silence(between(20, 350)));
  });
  return concat(...clinks);
};

/** Paper that is crumpled: a thousand cracks. */
const paper: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(970 + seed);
  let [crack, left] = [0, 0];
  return drawn(2_500, between(-38, -28), (t) => {
    if (left-- <= 0) [crack, left] = [Math.abs(next()) ** 3, 20 + 400 * Math.abs(next())];
    return next() * crack * (0.3 + Math.sin(2.1 * t + seed) ** 2);
  });
};

/** Somebody drills a hole: a motor that labours, with the chatter of its hammer. */
const drill: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(990 + seed);
  const [hz, blows] = [between(160, 320), between(35, 55)];
  let phase = 0;
  const sound = drawn(3_500, between(-34, -26), (t) => {
    phase += (2 * Math.PI * hz * (1 - 0.2 * Math.exp(-3 * t))) / SAMPLE_RATE;
    const blow = Math.exp(-60 * ((t * blows) % 1) * 0.1);
    return Math.sin(phase) + 0.5 * Math.sin(3 * phase) + 1.5 * next() * blow;
  });
  return Int16Array.from(biquad(sound, 3_000, "low"));
};

/** A tap that runs into a basin: hiss, and bubbles whose pitch rises. */
const tap: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(1_010 + seed);
  const bubbles = Array.from({ length: 60 }, () => [between(0, 4), between(350, 1_600), between(0.02, 0.08)] as const);
  return drawn(4_000, between(-40, -28), (t) => {
    const ringing = bubbles.filter(([at, , long]) => t > at && t < at + 4 * long);
    const rings = ringing.map(([at, hz, long]) => {
      const since = t - at;
      return Math.sin(2 * Math.PI * hz * since * (1 + since / long / 8)) * Math.exp(-since / long);
    });
    return 0.35 * next() + rings.reduce((sum, ring) => sum + ring, 0);
  });
};

/** A printer: motors that step at changing speeds, and the clack of the carriage that turns. */
const printer: Noise = (seed) => {
  const between = chooser(seed);
  const next = random(1_030 + seed);
  const runs = Array.from({ length: 6 }, () => {
    const [hz, ramp] = [between(90, 420), between(8, 30)];
    let phase = 0;
    const motor = drawn(between(250, 800), between(-36, -26), (t) => {
      phase += (hz * (1 - Math.exp(-ramp * t))) / SAMPLE_RATE;
      return Math.sign(Math.sin(2 * Math.PI * phase)) * 0.6 + 0.4 * Math.sin(6 * Math.PI * phase) + 0.2 * next();
    });
    const clack = drawn(40, between(-34, -24), (t) => next() * Math.exp(-120 * t));
    return concat(motor, clack, silence(between(30, 200)));
  });
  return Int16Array.from(biquad(concat(...runs), 2_500, "low"));
};

/** A door whose hinge creaks: it sticks and slips, slower and faster, in a wood that resounds. */
const creak: Noise = (seed) => {
  const between = chooser(seed);
  const [slow, fast, swing] = [between(25, 60), between(120, 300), between(0.4, 1.2)];
  const woods = Array.from({ length: 3 }, () => [between(400, 2_600), between(80, 250)] as const);
  let [phase, since] = [0, 1];
  return drawn(between(1_500, 3_000), between(-36, -26), (t) => {
    phase += (slow + (fast - slow) * Math.sin(Math.PI * swing * t) ** 2) / SAMPLE_RATE;
    since += 1 / SAMPLE_RATE;
    if (phase > 1) [phase, since] = [phase - 1, 0];
    return woods.reduce((sum, [hz, decay]) => sum + Math.sin(2 * Math.PI * hz * since) * Math.exp(-decay * since), 0);
  });
};

/** Real music on hold, where there is any: five seconds from somewhere in it. */
function musicIn(folder: string): Noise {
  return (seed) => {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith(".wav"))
      .sort();
    const sound = at16kHz(samplesOfWav(readFileSync(join(folder, files[seed % files.length] ?? "")), 8_000));
    const from = samplesIn(10_000 + 7_000 * seed);
    return atLevel(sound.subarray(from, from + samplesIn(5_000)), chooser(seed)(-36, -26));
  };
}

export function at16kHz(sound: Int16Array): Int16Array {
  const resampler = createResampler(8_000, SAMPLE_RATE);
  return joined([resampler.push(sound), resampler.flush()]);
}

/** The kinds that no rule is changed for. */
export const KEPT_OUT = { crockery, paper, drill, tap, printer, creak } satisfies Record<string, Noise>;

/**
 * Sounds in which nobody says anything. Not a television: until a caller has spoken, whoever is understood is taken for them.
 *
 * @param music the folder with real music on hold
 */
export function noiseKinds(music: string): Readonly<Record<string, Noise>> {
  const { cough, door, typing, breath, babble, hum, keys } = NOISES;
  const { laughter, humming, dog, handling, wind, baby, siren } = ODD_NOISES;
  const known = { cough, door, typing, breath, hum, babble, keys, laughter, humming, dog };
  const more = { handling, wind, baby, siren, "comfort noise": NOISES["comfort noise"] };
  const others = { "line clicks": ODD_NOISES["line clicks"], music: NOISES.music, "music on hold": musicIn(music) };
  return { ...known, ...more, ...others, traffic, ringing, quiet, ...KEPT_OUT };
}
