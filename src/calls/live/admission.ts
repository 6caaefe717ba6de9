/** Share of its time (0–1) above which the thread that carries all calls has no room for another one. */
const FULL = 0.8;
/**
 * Share above which the thread is overrun now, whatever its load will be after the first second of the newest calls.
 * Below this share, the work of beginning calls passes without harm to the others.
 */
const OVERRUN = 0.92;
/** Share below which it has room again, so that the state does not flap when a call ends and another takes its place. */
const ROOM_AGAIN = 0.72;
/** This many calls are always admitted: below it, something else keeps the thread busy. The configured limit may be lower. */
const ALWAYS = 20;
/**
 * Age from which the whole cost of a call has been measured, in ms: by then the call was answered and greeted, and two
 * measurements of the thread include it.
 */
const SETTLED_MS = 7_000;
/** Age until which none of its cost has been measured, in ms: measurements lag by this much. */
const UNSEEN_MS = 1_500;

/** Cost of a call in its first second, as a multiple of its cost in each later second. */
const BEGINNING = 2;

/** Assumed cost of a call until enough calls were measured: share of the thread's time, 0–1. */
const EACH_AT_FIRST = FULL / 165;

/**
 * Decides whether one more call can be served without harm to the others: a busy event loop is late for everything, and with
 * a few calls more it is too late for anything.
 *
 * It goes by the load to come: newly admitted calls do not yet cause their full load, and by the time they do, a burst
 * has brought too many. The cost of beginning them is not part of that load, because it passes.
 */
export class Admission {
  readonly #now: () => number;
  /** Recent load of the thread, the part not caused by calls, and the load of one call: shares of its time, 0–1. */
  #busy = 0;
  #other = 0;
  #each = EACH_AT_FIRST;
  /** When the calls were admitted whose cost is still rising, oldest first. */
  #unsettled: number[] = [];
  #isFull = false;

  /** @param now ms, on a clock that is never set back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Records how busy the thread was recently.
   *
   * @param busy share of its time, 0–1
   * @param calls number of calls during that time
   */
  measured(busy: number, calls: number): void {
    this.#busy = (this.#busy + busy) / 2; // A single measurement may have caught a short peak.
    const yetToCome = this.#yetToCome();
    const inFull = calls - yetToCome;
    if (calls < ALWAYS && yetToCome === 0) this.#other = (this.#other + Math.max(0, busy - calls * this.#each)) / 2;
    // While most calls are new, the measurement shows the cost of starting calls.
    if (inFull < Math.max(ALWAYS, yetToCome)) return;
    const each = Math.max(0, busy - this.#other) / (inFull + BEGINNING * this.#justBegun());
    this.#each = (this.#each + each) / 2;
  }

  /** Records that a call was admitted. */
  took(): void {
    this.#unsettled.push(this.#now());
  }

  /** Whether one more call can be admitted. @param calls number of calls at present */
  hasRoom(calls: number): boolean {
    const expected = this.#other + (calls + 1) * this.#each;
    const isFull = expected > (this.#isFull ? ROOM_AGAIN : FULL) || this.#busy > OVERRUN;
    this.#isFull = calls >= ALWAYS && isFull;
    return !this.#isFull;
  }

  /** Number of calls that were admitted within the last second. */
  #justBegun(): number {
    return this.#unsettled.filter((at) => this.#now() - at < 1_000).length;
  }

  /** Number of calls whose cost is not measured yet. A call that has not settled counts by the share of time that it lacks. */
  #yetToCome(): number {
    const now = this.#now();
    this.#unsettled = this.#unsettled.filter((at) => now - at < SETTLED_MS);
    const missing = (age: number) => Math.min(1, (SETTLED_MS - age) / (SETTLED_MS - UNSEEN_MS));
    return this.#unsettled.reduce((sum, at) => sum + missing(now - at), 0);
  }
}
