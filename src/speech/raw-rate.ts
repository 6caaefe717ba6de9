import { USUAL_RATE } from "./sound-format.js";

/** A text as a server said it, in one of the two formats. */
export interface SaidWord {
  /** Duration as it is played, in ms. */
  readonly ms: number;
  /** The rate at which it is played, in Hz. */
  readonly rate: number;
  /** Whether a WAV header stated that rate. */
  readonly isOfWav: boolean;
}

/** The sample rate of a server's raw audio, which few servers state. */
export interface RawRate {
  /** Returns the rate at which an answer is played, in Hz. @param declared by the answer */
  at(declared: number | undefined): number;
  /**
   * Finds out the rate of a server that does not declare it: its WAV files state one.
   *
   * @param say says the same short text, raw or as WAV
   * @throws what `say` throws
   */
  find(say: (format: "pcm" | "wav") => Promise<SaidWord>): Promise<void>;
}

export interface RawRateSettings {
  /** The configured rate, in Hz. */
  readonly set?: number | undefined;
  /** Called once when the server states a rate other than the configured one, both in Hz. */
  readonly onOther?: ((stated: number, set: number, isUsed: boolean) => void) | undefined;
}

/**
 * Rates that are closer than this are mistaken for each other, such as 22 050 and 24 000 Hz: the speech is understood, only too
 * fast or too slow. A configured rate that differs by more was set because the stated one is wrong.
 */
const MISTAKEN = 1.1;

const distance = (one: number, other: number) => Math.abs(Math.log(one / other));
const isMistaken = (set: number, stated: number) => distance(set, stated) < Math.log(MISTAKEN);

export function createRawRate({ set, onOther }: RawRateSettings): RawRate {
  let ofWav: number | undefined;
  let isTold = false;

  function statedRate(declared: number | undefined): number | undefined {
    if (declared !== undefined || ofWav === undefined) return declared;
    return set === undefined || isMistaken(set, ofWav) ? ofWav : undefined;
  }

  return {
    at(declared) {
      const stated = statedRate(declared);
      if (set === undefined) return stated ?? USUAL_RATE;
      if (stated === undefined || stated === set) return set;
      const isUsed = isMistaken(set, stated);
      if (!isTold) onOther?.(stated, set, isUsed);
      isTold = true;
      return isUsed ? stated : set;
    },

    async find(say) {
      const wav = await say("wav");
      if (!wav.isOfWav || wav.rate === (set ?? USUAL_RATE)) return;
      const raw = await say("pcm");
      if (raw.isOfWav) return;
      // A server may convert one of the two: they have the same rate if the raw sound lasts as long as its file at that rate.
      const ratio = raw.ms / wav.ms;
      if (distance(ratio, wav.rate / raw.rate) < distance(ratio, 1)) ofWav = wav.rate;
    },
  };
}

/** Returns what to do about a configured rate that is not the stated one, as a sentence. */
export function otherRate(stated: number, set: number, isUsed: boolean): string {
  const differs = `The text-to-speech server reports a sample rate of ${stated} Hz, but TTS_SAMPLE_RATE is ${set}`;
  if (isUsed) return `${differs}: the reported rate is used. Unset TTS_SAMPLE_RATE, or set it to ${stated}.`;
  return `${differs}: if the server is right, callers hear speech too fast or too slow. Unset TTS_SAMPLE_RATE to use the reported rate.`;
}
