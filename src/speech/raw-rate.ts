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
   * Finds out the rate of a server that does not declare it: its WAV files state one. A voice does not always take the same time
   * for a text, so it is asked until its raw and its WAV speech agree or differ beyond doubt; without that, the rate stays.
   * When it is no longer heard, what it has said decides, unless a rate is configured.
   *
   * @param say says the same short text, raw or as WAV
   * @param signal of the text that waits: once it aborts, nothing is decided
   * @throws what `say` throws before it has said both once
   */
  find(say: (format: "pcm" | "wav") => Promise<SaidWord>, signal: AbortSignal): Promise<void>;
}

/** A stated rate that is not the expected one, both in Hz. */
export interface OtherRate {
  readonly stated: number;
  /** The configured rate; undefined when none is. */
  readonly set: number | undefined;
  /**
   * Whether the stated rate is used. It may be that of the WAV files alone: "guessed" when it is used nevertheless, "unsure" when it is
   * not.
   */
  readonly isUsed: boolean | "guessed" | "unsure";
}

export interface RawRateSettings {
  /** The configured rate, in Hz. */
  readonly set?: number | undefined;
  /** Called once when the server states a rate other than the configured or usual one. */
  readonly onOther?: ((rates: OtherRate) => void) | undefined;
}

/**
 * Rates that are closer than this are mistaken for each other, such as 22 050 and 24 000 Hz: the speech is understood, only too
 * fast or too slow. A configured rate that differs by more was set because the stated one is wrong.
 */
const MISTAKEN = 1.1;

/** Pairs of raw and WAV speech: what their spread is judged by, and when the question stays open. */
const PAIRS = { least: 3, most: 5 };
/** Number of standard errors that decide. */
const SURE = 2;

const distance = (one: number, other: number) => Math.abs(Math.log(one / other));
const isMistaken = (set: number, stated: number) => distance(set, stated) < Math.log(MISTAKEN);

export function createRawRate({ set, onOther }: RawRateSettings): RawRate {
  let ofWav: number | undefined;
  let isTold = false;

  function statedRate(declared: number | undefined): number | undefined {
    if (declared !== undefined || ofWav === undefined) return declared;
    return set === undefined || isMistaken(set, ofWav) ? ofWav : undefined;
  }

  function tell(rates: OtherRate): void {
    if (!isTold) onOther?.(rates);
    isTold = true;
  }

  return {
    at(declared) {
      const stated = statedRate(declared);
      if (set === undefined) return stated ?? USUAL_RATE;
      if (stated === undefined || stated === set) return set;
      const isUsed = isMistaken(set, stated);
      tell({ stated, set, isUsed });
      return isUsed ? stated : set;
    },

    async find(say, signal) {
      const ratios: number[] = [];
      let stated = 0;
      /** Of one rate for both. A server may convert one of the two: at one rate, the raw sound lasts as long as its file. */
      let expected = 0;
      let isGuessed = false;
      try {
        while (ratios.length < PAIRS.most) {
          const wav = await say("wav");
          if (!wav.isOfWav || wav.rate === (set ?? USUAL_RATE)) return;
          const raw = await say("pcm");
          if (raw.isOfWav || raw.rate === wav.rate) return;
          stated = wav.rate;
          expected = Math.log(wav.rate / raw.rate);
          ratios.push(Math.log(raw.ms / wav.ms));
          const isSame = isNearer(ratios, expected, 0);
          if (isSame) ofWav = wav.rate;
          if (isSame !== undefined) return;
        }
      } catch (error) {
        if (ratios.length === 0 || signal.aborted) throw error;
        const mean = meanOf(ratios);
        // A configured rate stays: it is how the administrator corrects a wrong guess.
        isGuessed = set === undefined && Math.abs(mean - expected) < Math.abs(mean);
        if (isGuessed) ofWav = stated;
      }
      tell({ stated, set, isUsed: isGuessed ? "guessed" : "unsure" });
    },
  };
}

/** Whether values are around `one` rather than around `other`; undefined while their spread leaves it open. */
function isNearer(values: readonly number[], one: number, other: number): boolean | undefined {
  if (values.length < PAIRS.least) return undefined;
  const mean = meanOf(values);
  const variance = sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1);
  const fromMiddle = mean - (one + other) / 2;
  if (Math.abs(fromMiddle) <= SURE * Math.sqrt(variance / values.length)) return undefined;
  return fromMiddle > 0 === one > other;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const meanOf = (values: readonly number[]) => sum(values) / values.length;

/** Returns what to do about a stated rate that is not the expected one, as sentences. */
export function otherRate({ stated, set, isUsed }: OtherRate): string {
  if (isUsed === "guessed" || isUsed === "unsure") {
    const expected = set ?? USUAL_RATE;
    const [used, other] = isUsed === "guessed" ? [stated, expected] : [expected, stated];
    return `The WAV files of the text-to-speech server state a sample rate of ${stated} Hz, and its raw audio may have it too: ${used} Hz is used. If callers hear speech too fast or too slow, set TTS_SAMPLE_RATE to ${other}.`;
  }
  const differs = `The text-to-speech server reports a sample rate of ${stated} Hz, but TTS_SAMPLE_RATE is ${set}`;
  if (isUsed) return `${differs}: the reported rate is used. Unset TTS_SAMPLE_RATE, or set it to ${stated}.`;
  return `${differs}: if the server is right, callers hear speech too fast or too slow. Unset TTS_SAMPLE_RATE to use the reported rate.`;
}
