import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type FliteOptions, flite } from "./flite.js";
import { samplesOfWav, wavOf } from "./wav.js";

const RATE = 16_000;
const root = fileURLToPath(new URL("../../../", import.meta.url));
const cache = join(resolve(root, process.env.ATTENDANT_CACHE || ".cache"), "said");

export interface Said {
  /** Mono at 16 000 Hz; its first and its last sample belong to the voice. */
  readonly samples: Int16Array;
  /** Silence that flite had put before and behind it, in samples. */
  readonly trimmedStart: number;
  readonly trimmedEnd: number;
}

/** A caller's sentence: flite's voice without the silence around it. Made once and kept in the cache folder. */
export async function said(text: string, { voice = "slt", speed = 1 }: FliteOptions = {}): Promise<Said> {
  const key = createHash("sha256")
    .update(JSON.stringify([text, voice, speed]))
    .digest("hex")
    .slice(0, 24);
  const file = join(cache, `${key}.wav`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return trim(samplesOfWav(kept, RATE));
  const samples = await flite(text, { voice, speed });
  await mkdir(cache, { recursive: true });
  // Somebody else may be making the same: another process, or another test of this one.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, wavOf(samples, RATE));
  await rename(unfinished, file);
  return trim(samples);
}

/** The samples of {@link said}. */
export async function says(text: string, options: FliteOptions = {}): Promise<Int16Array> {
  return (await said(text, options)).samples;
}

function trim(samples: Int16Array): Said {
  // 40 dB below the loudest sample lies beneath flite's softest consonants and above the hiss of its silence.
  const threshold = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / 100;
  const voiced = (sample: number) => Math.abs(sample) > threshold;
  const first = Math.max(0, samples.findIndex(voiced));
  const end = samples.findLastIndex(voiced) + 1;
  return { samples: samples.slice(first, end), trimmedStart: first, trimmedEnd: samples.length - end };
}
