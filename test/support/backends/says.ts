import { type FliteOptions, flite } from "./flite.js";
import { keptSound } from "./kept-sound.js";

const RATE = 16_000;

export interface Said {
  /** Mono at 16 000 Hz; its first and its last sample belong to the voice. */
  readonly samples: Int16Array;
  /** Silence that flite had put before and behind it, in samples. */
  readonly trimmedStart: number;
  readonly trimmedEnd: number;
}

/** A caller's sentence: flite's voice without the silence around it. */
export async function said(text: string, { voice = "slt", speed = 1 }: FliteOptions = {}): Promise<Said> {
  return trim(await keptSound("said", [text, voice, speed], RATE, () => flite(text, { voice, speed })));
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
