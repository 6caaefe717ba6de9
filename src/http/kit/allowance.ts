import { dropOldest } from "../../kernel/drop-oldest.js";

const MINUTE_MS = 60_000;
/** Maximum number of senders remembered; beyond it the one whose last request is oldest is forgotten. */
const MAX_REMEMBERED = 10_000;

/** Per-sender rate limits, each with a burst of one period's worth; the period is a minute by default. */
export interface Allowance {
  /**
   * Takes `cost` from the allowance of `who`, or nothing when that is too much.
   *
   * @param most the size of the allowance: what may be taken in a period
   * @returns 0 when it was taken, otherwise ms until it could be
   */
  take(who: string, cost: number, most: number): number;
  /** @returns 0 when `cost` could be taken, otherwise ms until it could be */
  wait(who: string, cost: number, most: number): number;
  /** Takes `cost` in any case: a sender who is over the limit waits longer for the next request. A negative cost is given back. */
  charge(who: string, cost: number, most: number): void;
}

/**
 * Stores the time at which each allowance will be full again (the generic cell rate algorithm): one number per sender and no
 * timer.
 *
 * @param now ms, on a monotonic clock
 */
export function createAllowance(now: () => number, periodMs = MINUTE_MS): Allowance {
  const wholeAgainAt = new Map<string, number>();

  function dueAfter(who: string, cost: number, most: number): number {
    const at = now();
    return Math.max(wholeAgainAt.get(who) ?? at, at) + (cost * periodMs) / most;
  }

  function note(who: string, due: number): void {
    wholeAgainAt.delete(who); // Inserted again, so that the map is in the order of the latest requests.
    wholeAgainAt.set(who, due);
    dropOldest(wholeAgainAt, MAX_REMEMBERED);
  }

  function wait(who: string, cost: number, most: number): number {
    const waitMs = dueAfter(who, cost, most) - now() - periodMs;
    // A rounding error must not cost the last request of a period.
    return waitMs > 0.001 ? waitMs : 0;
  }

  return {
    take(who, cost, most) {
      const waitMs = wait(who, cost, most);
      if (waitMs === 0) note(who, dueAfter(who, cost, most));
      return waitMs;
    },
    wait,
    charge: (who, cost, most) => note(who, dueAfter(who, cost, most)),
  };
}
