const MINUTE_MS = 60_000;
/** Those remembered at a time; beyond it whoever asked longest ago is forgotten. */
const MAX_REMEMBERED = 10_000;

/** So much a minute for each of many, of which a minute's worth may be taken at once. */
export interface Allowance {
  /**
   * Takes `cost` of what `who` may have, or nothing where that is too much.
   *
   * @param perMinute how much they may have
   * @returns 0 when it was taken, otherwise ms until it could be
   */
  take(who: string, cost: number, perMinute: number): number;
  /** @returns 0 when `cost` could be taken, otherwise ms until it could be */
  wait(who: string, cost: number, perMinute: number): number;
  /** Takes it in any case: whoever has had more than their allowance waits the longer for the next. */
  charge(who: string, cost: number, perMinute: number): void;
}

/**
 * Kept is when an allowance will be whole again (the generic cell rate algorithm): one number, and no timer.
 *
 * @param now ms, on a clock that is never set back
 */
export function createAllowance(now: () => number): Allowance {
  const wholeAgainAt = new Map<string, number>();

  function dueAfter(who: string, cost: number, perMinute: number): number {
    const at = now();
    return Math.max(wholeAgainAt.get(who) ?? at, at) + (cost * MINUTE_MS) / perMinute;
  }

  function note(who: string, due: number): void {
    wholeAgainAt.delete(who); // Anew, so that the map is in the order of the latest requests.
    wholeAgainAt.set(who, due);
    if (wholeAgainAt.size > MAX_REMEMBERED) wholeAgainAt.delete(wholeAgainAt.keys().next().value ?? "");
  }

  function wait(who: string, cost: number, perMinute: number): number {
    const waitMs = dueAfter(who, cost, perMinute) - now() - MINUTE_MS;
    // A rounding error of the sums must not cost the last request of a minute.
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
