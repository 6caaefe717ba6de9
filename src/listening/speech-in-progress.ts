import { FRAME_MS } from "../audio/pcm.js";

/** How an utterance is listened to unless something else is asked for. */
export interface SpeechTiming {
  /** Silence that ends an utterance, in ms. */
  readonly endpointSilenceMs: number;
  /** Silence within an utterance that is a lull, in ms. */
  readonly lullMs: number;
}

/**
 * The utterance that is being said, as whoever waits for its end has it: they may say how it is listened to. Each utterance has
 * its own, so what is asked of one that is over has no effect. Times are ms of line time.
 */
export class SpeechInProgress {
  readonly startedAt: number;
  /** The end of its last voice so far. */
  endedAt: number;
  /** Its words, where it was ended because they were known. */
  words: string | undefined;
  readonly #timing: SpeechTiming;
  #endpointMs: number;
  #lullMs: number;
  #isToEnd = false;
  #isChecked = false;
  #checkedAt: number;
  #checkAt = Number.POSITIVE_INFINITY;

  constructor(startedAt: number, timing: SpeechTiming) {
    this.startedAt = startedAt;
    this.#timing = timing;
    this.endedAt = startedAt + FRAME_MS;
    this.#checkedAt = startedAt;
    this.#endpointMs = timing.endpointSilenceMs;
    this.#lullMs = timing.lullMs;
  }

  /** Silence that ends it, in ms. */
  get endpointMs(): number {
    return this.#endpointMs;
  }

  /** Silence that is a lull in it, in ms. */
  get lullMs(): number {
    return this.#lullMs;
  }

  /** Whether it ends now, whatever is heard. */
  get isToEnd(): boolean {
    return this.#isToEnd;
  }

  /** Ends it after so long a silence since `endedAt`, in ms: at once where that is over, not at all if it went on since. */
  endAfter(silenceMs: number, endedAt = this.endedAt): void {
    if (endedAt === this.endedAt) this.#endpointMs = silenceMs;
  }

  /** Ends it at once, whatever is heard, because these are its words; undefined where that is not known. */
  endNow(words?: string): void {
    this.words = words;
    this.#isToEnd = true;
  }

  /** Takes so long a silence for a lull from now on, in ms. */
  lullAfter(silenceMs: number): void {
    this.#lullMs = silenceMs;
  }

  /** Reports it as `talk` again and again from now on, as on a line that is never quiet. */
  checkAgain(): void {
    this.#isChecked = true;
  }

  /** Reports it as `talk` at that moment, where talk is reported. */
  checkAt(lineTimeMs: number): void {
    this.#checkAt = Math.ceil(lineTimeMs / FRAME_MS) * FRAME_MS;
  }

  /** It goes on: what was asked for the silence before counts no more. */
  goesOn(): void {
    this.#endpointMs = this.#timing.endpointSilenceMs;
  }

  /** Whether it is to be reported as `talk` now; then the time until the next report begins. */
  isCheckDue(lineTimeMs: number, isNoisy: boolean): boolean {
    const usual = this.#checkedAt + CHECK_EVERY_MS;
    // What is wanted shortly after is reported then: two requests at a time would be answered one after the other.
    const due = this.#checkAt < usual + SHORTLY_MS ? this.#checkAt : usual;
    if (!(this.#isChecked || isNoisy) || lineTimeMs < due) return false;
    if (lineTimeMs >= this.#checkAt) this.#checkAt = Number.POSITIVE_INFINITY;
    this.#checkedAt = lineTimeMs;
    return true;
  }
}

/** Time between two reports that an utterance goes on, in ms. */
const CHECK_EVERY_MS = 800;
/** A report that is wanted so soon after that one takes its place, in ms. */
const SHORTLY_MS = 300;
