const MINUTE_MS = 60_000;
/** Maximum number of senders remembered; beyond it the one whose last request is oldest is forgotten. */
const MAX_REMEMBERED = 10_000;

/** Per-sender rate limits, each with a burst of one minute's worth. */
export interface Allowance {
  /**
   * Takes `cost` from the allowance of `who`, or nothing when that is too much.
   *
   * @param perMinute the size of the allowance
   * @returns 0 when it was taken, otherwise ms until it could be
   */
  take(who: string, cost: number, perMinute: number): number;
  /** @returns 0 when `cost` could be taken, otherwise ms until it could be */
  wait(who: string, cost: number, perMinute: number): number;
  /** Takes `cost` in any case: a sender who is over the limit waits longer for the next request. */
  charge(who: string, cost: number, perMinute: number): void;
}

/**
 * Stores the time at which each allowance will be full again (the generic cell rate algorithm): one number per sender and no
 * timer.
 *
 * @param now ms, on a monotonic clock
 */
export function createAllowance(now: () => number): Allowance {
  const wholeAgainAt = new Map<string, number>();

  function dueAfter(who: string, cost: number, perMinute: number): number {
    const at = now();
    return Math.max(wholeAgainAt.get(who) ?? at, at) + (cost * MINUTE_MS) / perMinute;
  }

  function note(who: string, due: number): void {
    wholeAgainAt.delete(who); // Inserted again, so that the map is in the order of the latest requests.
    wholeAgainAt.set(who, due);
    if (wholeAgainAt.size > MAX_REMEMBERED) wholeAgainAt.delete(wholeAgainAt.keys().next().value ?? "");
  }

  function wait(who: string, cost: number, perMinute: number): number {
    const waitMs = dueAfter(who, cost, perMinute) - now() - MINUTE_MS;
    // A rounding error must not cost the last request of a minute.
    return waitMs > 0.001 ? waitMs : 0;
  }

  return {
    take(who, cost, perMinute) {
      const waitMs = wait(who, cost, perMinute);
      if (waitMs === 0) note(who, dueAfter(who, cost, perMinute));
      return waitMs;
    },
    wait,
    charge: (who, cost, perMinute) => note(who, dueAfter(who, cost, perMinute)),
  };
}
