/** The share of its time (0–1) above which the thread that carries all calls has no room for another one. */
const FULL = 0.8;
/** The share below which it has room again, so that calls that end and are replaced do not make it flap. */
const ROOM_AGAIN = 0.72;
/** This many calls are always admitted: below it, the thread is busy with something else. The configured limit may be lower. */
const ALWAYS = 20;
/**
 * So long after it was taken, all that a call costs has been measured, ms: it has been answered and greeted by then, and two
 * looks at the thread have met it.
 */
const SETTLED_MS = 7_000;
/** Until then none of it has: the looks at the thread are that far behind, ms. */
const UNSEEN_MS = 1_500;

/** Assumed cost of a call until enough were measured: share of the thread's time, 0–1. */
const EACH_AT_FIRST = FULL / 150;

/**
 * Whether one more call would be heard by all: an event loop that is busy for most of its time comes to everything late, and
 * with a few calls more to nothing in time.
 *
 * Judged is how busy it is going to be: calls that were taken a moment ago do not cost yet what they will, and by the time
 * that shows, a burst has brought too many.
 */
export class Admission {
  readonly #now: () => number;
  /** How busy the thread was of late, and of that each call: shares of its time, 0–1. */
  #busy = 0;
  #each = EACH_AT_FIRST;
  /** When calls were taken that cost more and more yet, oldest first. */
  #unsettled: number[] = [];
  #isFull = false;

  /** @param now ms, on a clock that is never set back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * How busy the thread was of late.
   *
   * @param busy share of its time, 0–1
   * @param calls how many there were
   */
  measured(busy: number, calls: number): void {
    this.#busy = (this.#busy + busy) / 2; // One look alone may have met something that is over.
    const yetToCome = this.#yetToCome();
    const inFull = calls - yetToCome;
    // While most are new, it is what beginning calls costs that is measured.
    if (inFull >= Math.max(ALWAYS, yetToCome)) this.#each = (this.#each + busy / inFull) / 2;
  }

  /** A call was taken. */
  took(): void {
    this.#unsettled.push(this.#now());
  }

  /** Whether one more can be taken. @param calls how many there are */
  hasRoom(calls: number): boolean {
    const expected = this.#busy + (this.#yetToCome() + 1) * this.#each;
    this.#isFull = calls >= ALWAYS && expected > (this.#isFull ? ROOM_AGAIN : FULL);
    return !this.#isFull;
  }

  /** How many calls' cost is not in what was measured: of each that is not settled so much as time is missing. */
  #yetToCome(): number {
    const now = this.#now();
    this.#unsettled = this.#unsettled.filter((at) => now - at < SETTLED_MS);
    const missing = (age: number) => Math.min(1, (SETTLED_MS - age) / (SETTLED_MS - UNSEEN_MS));
    return this.#unsettled.reduce((sum, at) => sum + missing(now - at), 0);
  }
}
