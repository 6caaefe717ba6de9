import { FRAME_MS } from "../audio/pcm.js";

/** Default timing of an utterance. */
export interface SpeechTiming {
  /** Silence that ends an utterance, in ms. */
  readonly endpointSilenceMs: number;
  /** Silence within an utterance that is reported as a short pause (`lull`), in ms. */
  readonly lullMs: number;
}

/**
 * The utterance in progress. Code that waits for its end can change how it is listened to. Each utterance has its own
 * object, so a request for one that has ended has no effect. Times are ms of line time.
 */
export class SpeechInProgress {
  readonly startedAt: number;
  /** End of its last voice so far. */
  endedAt: number;
  /** Its words, if it was ended because they were known. */
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

  /** Silence that counts as a short pause in it, in ms. */
  get lullMs(): number {
    return this.#lullMs;
  }

  /** Whether it ends now, whatever is heard. */
  get isToEnd(): boolean {
    return this.#isToEnd;
  }

  /**
   * Ends it after this silence since `endedAt`, in ms: at once if that has passed. Ignored if speech has resumed since.
   */
  endAfter(silenceMs: number, endedAt = this.endedAt): void {
    if (endedAt === this.endedAt) this.#endpointMs = silenceMs;
  }

  /** Ends it at once, whatever is heard, because these are its words; `words` is undefined if they are not known. */
  endNow(words?: string): void {
    this.words = words;
    this.#isToEnd = true;
  }

  /** Sets the silence that counts as a short pause from now on, in ms. */
  lullAfter(silenceMs: number): void {
    this.#lullMs = silenceMs;
  }

  /** Reports it as `talk` periodically from now on, as on a line that is never quiet. */
  checkAgain(): void {
    this.#isChecked = true;
  }

  /** Reports it as `talk` at that moment, if talk is reported. */
  checkAt(lineTimeMs: number): void {
    this.#checkAt = Math.ceil(lineTimeMs / FRAME_MS) * FRAME_MS;
  }

  /** Speech has resumed: restores the default endpoint silence. */
  goesOn(): void {
    this.#endpointMs = this.#timing.endpointSilenceMs;
  }

  /** Returns whether to report it as `talk` now, and if so, restarts the interval. */
  isCheckDue(lineTimeMs: number, isNoisy: boolean): boolean {
    const usual = this.#checkedAt + CHECK_EVERY_MS;
    // A check requested shortly after the usual one replaces it: of two requests, the second would have to wait.
    const due = this.#checkAt < usual + SHORTLY_MS ? this.#checkAt : usual;
    if (!(this.#isChecked || isNoisy) || lineTimeMs < due) return false;
    if (lineTimeMs >= this.#checkAt) this.#checkAt = Number.POSITIVE_INFINITY;
    this.#checkedAt = lineTimeMs;
    return true;
  }
}

/** Interval between two `talk` reports of an utterance, in ms. */
const CHECK_EVERY_MS = 800;
/** A check requested this soon after the usual one takes its place, in ms. */
const SHORTLY_MS = 300;
