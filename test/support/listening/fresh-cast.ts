/**
 * A cast that is drawn from a seed: voices, sounds and levels that nobody has heard before, for a look at how well the ears do
 * with others than those they were tuned and judged with. Nothing here was looked at while a constant was chosen.
 */

import { samplesIn } from "../../../src/audio/pcm.js";
import type { Cast } from "./casts.js";
import { HELD_OUT } from "./casts.js";
import { chooser, drawn, type Noise } from "./noises.js";
import { atLevel, biquad, concat, dtmf, mix, pinkNoise, random, silence } from "./sounds.js";
import { speak, type Voice } from "./voices.js";

const ACCENTS = ["en-us", "en-gb", "en-gb-scotland", "en-gb-x-rp", "en-029", "en-us-nyc"];
const VARIANTS = ["m1", "m5", "m6", "f1", "f4", "klatt2", "klatt4", "Alex", "belinda", "linda", "Mario", "Michael"];
const CALLERS = 10;
const TALKERS = 8;
const SAID = [
  "My sister told me that the bridge is closed until further notice.",
  "Did anybody bring the green folder with last month's figures?",
  "It rained for the whole week, and then the cellar was full of water.",
  "Half of them never came back, which surprised nobody.",
];

type Between = (from: number, to: number) => number;
const oneOf = <T>(items: readonly T[], between: Between): T => items[Math.floor(between(0, items.length))] as T;

/** The cast of a seed: another one for each. */
export function freshCast(seed: number): Cast {
  const draw = chooser(90_000 + seed);
  const voice = (): Voice =>
    `${oneOf(ACCENTS, draw)}+${oneOf(VARIANTS, draw)} -p ${Math.round(draw(25, 80))} -s ${Math.round(draw(135, 205))}` as Voice;
  const callers = Array.from({ length: CALLERS }, voice);
  const others = Array.from({ length: CALLERS }, voice);
  /** Each trial its own numbers, and noise of its own. */
  const made =
    (kind: number, make: (between: Between, next: () => number) => Int16Array): Noise =>
    (trial) =>
      make(chooser(seed * 7_919 + kind * 1_009 + trial), random(seed * 104_729 + kind * 613 + trial));
  const talk = (between: Between) => concat(...SAID.map(() => speak(oneOf(SAID, between), oneOf(others, between))));

  return {
    ...HELD_OUT,
    callers,
    ours: [oneOf(others, draw), oneOf(others, draw)],
    noises: {
      cough: made(1, (between, next) => {
        const bursts = Array.from({ length: 1 + Math.floor(between(0, 3)) }, (_, k) => {
          const [rise, fall, pitch] = [between(60, 300), between(9, 22), between(90, 200)];
          const burst = drawn(between(140, 380), between(-28, -18) - 3 * k, (t) => {
            const fold = Math.sin(2 * Math.PI * pitch * t) * (t > 0.12 ? 0.5 : 0);
            return (next() + fold) * Math.min(1, t * rise) * Math.exp(-t * fall);
          });
          return concat(Int16Array.from(biquad(burst, between(1_500, 3_000), "low")), silence(between(60, 300)));
        });
        return concat(...bursts);
      }),
      door: made(2, (between, next) => {
        const modes = Array.from({ length: 5 }, () => [between(60, 700), between(8, 45), between(0, 6)] as const);
        return drawn(600, between(-26, -16), (t) =>
          modes.reduce(
            (sum, [hz, decay, phase]) => sum + Math.sin(2 * Math.PI * hz * t + phase) * Math.exp(-decay * t),
            2 * next() * Math.exp(-50 * t),
          ),
        );
      }),
      typing: made(3, (between, next) => {
        const key = () => {
          const [ring, decay] = [between(200, 4_000), between(60, 220)];
          const click = (t: number) => (0.7 * next() + Math.sin(2 * Math.PI * ring * t)) * Math.exp(-decay * t);
          return concat(drawn(50, between(-40, -26), click), silence(between(40, 280)));
        };
        return concat(...Array.from({ length: 15 }, key));
      }),
      breath: made(4, (between, next) => {
        const [ms, shape] = [between(700, 2_000), between(1, 3)];
        const air = drawn(ms, -34, (t) => next() * Math.sin((Math.PI * t * 1_000) / ms) ** shape);
        return atLevel(Int16Array.from(biquad(air, between(700, 2_600), "low")), between(-44, -32));
      }),
      television: made(5, (between) => atLevel(talk(between).subarray(0, samplesIn(6_000)), -46)),
      babble: made(6, (between) =>
        atLevel(mix(silence(6_000), ...Array.from({ length: TALKERS }, () => atLevel(talk(between), -26))), -46),
      ),
      music: made(7, (between, next) => {
        const [beat, root, vibrato] = [between(0.3, 0.6), between(90, 240), between(0, 0.012)];
        const bars = Array.from({ length: 8 }, () => oneOf([0, 3, 5, 7, 8, 10], between));
        const tune = Array.from({ length: 48 }, () => oneOf([0, 2, 3, 5, 7, 8, 10, 12], between));
        const tone = (hz: number, t: number) => {
          const phase = 2 * Math.PI * hz * (t + (vibrato / 34) * Math.sin(34 * t));
          return [1, 2, 3, 4, 5].reduce((sum, k) => sum + Math.sin(k * phase) / k, 0);
        };
        return drawn(6_000, between(-36, -28), (t) => {
          const [at, since] = [Math.floor(t / beat), t % beat];
          const chord = root * 2 ** ((bars[(at >> 2) % 8] ?? 0) / 12);
          const notes = tone(chord, t) + tone(chord * 1.189, t) + tone(chord * 1.498, t);
          const lead = tone(2 * root * 2 ** ((tune[at % 48] ?? 0) / 12), t) * Math.exp(-3 * since);
          const drum = (at % 2 ? 2 * next() : 3 * Math.sin(340 * since)) * Math.exp(-25 * since);
          return 0.4 * notes + lead + drum;
        });
      }),
      hum: made(8, (between) => {
        const [mains, wave, deep] = [oneOf([50, 60], between), between(0.3, 3), between(0, 0.4)];
        const phases = Array.from({ length: 12 }, (_, k) => [between(0, 6), between(0, 1) / (k + 1)] as const);
        const motor = drawn(4_000, between(-40, -30), (t) => {
          const sum = phases.reduce(
            (all, [phase, share], k) => all + share * Math.sin(2 * Math.PI * mains * (k + 1) * t + phase),
            0,
          );
          return sum * (1 + deep * Math.sin(2 * Math.PI * wave * t));
        });
        return mix(motor, pinkNoise(4_000, between(-56, -42), Math.floor(between(1, 1_000))));
      }),
      keys: made(9, (between) =>
        concat(
          ...Array.from({ length: 3 }, () => [
            dtmf("1234567890*#"[Math.floor(between(0, 12))] ?? "0", between(70, 350), between(-26, -14)),
            silence(between(90, 400)),
          ]).flat(),
        ),
      ),
      "comfort noise": made(10, (between, next) => {
        let low = 0;
        const [slow, colour] = [between(0.5, 4), between(0.1, 0.8)];
        return drawn(5_000, between(-58, -46), (t) => {
          low += colour * (next() - low);
          return low * (1 + 0.5 * Math.sin(2 * Math.PI * slow * t));
        });
      }),
    },
  };
}
