/**
 * Speech for tests at 16 kHz, from flite's and espeak-ng's voices; kept in .cache/voices, since synthesis takes longer
 * than hearing.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { SAMPLE_RATE, samplesOf } from "../../../src/audio/pcm.js";
import { createResampler } from "../../../src/audio/resample.js";
import { readWavHeader } from "../../../src/audio/wav.js";

export const FLITE_VOICES = ["slt", "rms", "awb", "kal16"] as const;
/** Formants and pitches that no voice of flite has; `+f` makes a female, `+m` a male voice of an accent. */
const ESPEAK_VOICES = ["en-us", "en-us+f3", "en-gb-scotland+m3", "en-gb+f2", "en-gb-x-rp+m7", "en-029+f4"] as const;
/** Those that the ears were tuned with: on a change of theirs these are looked at as often as one likes. */
export const TUNED_VOICES = [...FLITE_VOICES, ...ESPEAK_VOICES] as const;
/**
 * Those that no constant was chosen with, for the figures in the docs alone. Pitch (`-p`, usually 50) and speed (`-s`,
 * usually 175 words a minute) differ as well; the one of pitch 90 is as high as a child's.
 */
export const HELD_OUT_VOICES = [
  "en-us-nyc+m2 -p 40",
  "en-gb-x-gbclan+f5 -s 150",
  "en-gb-x-gbcwmd+m4 -s 195",
  "en-029+Annie -p 60",
  "en-us+grandma -s 150",
  "en-us+m8 -p 30 -s 160",
  "en-gb+f1 -p 90 -s 185",
  "en-gb-scotland+steph -s 165",
  "en-us+Andy -p 65 -s 200",
  "en-gb-x-rp+michael -s 140",
] as const;
export type FliteVoice = (typeof FLITE_VOICES)[number];
/** One of flite's, or what espeak-ng calls it, with its options behind it. */
export type Voice = FliteVoice | `en-${string}`;

/** What synthesisers would spell out, in their own phonemes. */
const PHONEMES: Readonly<Record<string, { readonly flite: string; readonly espeak: string }>> = {
  mhm: { flite: "pau m hh m pau", espeak: "[[m'mh'm]]" },
};

const cache = join(import.meta.dirname, "../../../.cache/voices");

/** @throws Error when the synthesiser is not installed: a test without speech would prove nothing. */
export function speak(text: string, voice: Voice = "slt"): Int16Array {
  const said = PHONEMES[text] ? JSON.stringify(PHONEMES[text]) : text;
  const name = createHash("sha1").update(`${voice}\n${said}`).digest("hex").slice(0, 16);
  const path = join(cache, `${name}.wav`);
  const file = read(path) ?? synthesise(text, voice, path);
  const header = readWavHeader(file);
  if (typeof header !== "object" || header.channels !== 1) throw new Error(`The voice ${voice} does not speak mono`);
  const end = Math.min(file.length, header.dataOffset + (header.dataBytes ?? file.length));
  const samples = Int16Array.from(samplesOf(file.subarray(header.dataOffset, end - ((end - header.dataOffset) % 2))));
  if (header.sampleRate === SAMPLE_RATE) return samples;
  return createResampler(header.sampleRate, SAMPLE_RATE).push(samples);
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

const isFlite = (voice: Voice): voice is FliteVoice => (FLITE_VOICES as readonly string[]).includes(voice);

function synthesise(text: string, voice: Voice, path: string): Buffer {
  mkdirSync(cache, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  const phonemes = PHONEMES[text];
  const [program, ...options] = isFlite(voice)
    ? ["flite", "-voice", voice, ...(phonemes ? ["-p", phonemes.flite] : ["-t", text]), "-o", unfinished]
    : ["espeak-ng", "-v", ...voice.split(" "), "-w", unfinished, phonemes?.espeak ?? text];
  try {
    execFileSync(program as string, options, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (cause) {
    throw new Error(`These tests need the speech synthesiser ${program} (Debian: apt-get install ${program})`, {
      cause,
    });
  }
  renameSync(unfinished, path); // tests in other processes read the cache at the same time
  return readFileSync(path);
}
