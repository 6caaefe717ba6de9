export interface SteadyClockNeeds {
  /** The machine's clock, in ms since the epoch. */
  readonly wall?: () => number;
  /** A clock that is never set, in ms. */
  readonly elapsed?: () => number;
  /** How long a leap must last before it is followed, in ms. */
  readonly holdMs: number;
  /** Called when the machine's clock has leapt: by how much, in ms; negative when it was set back. */
  readonly onLeap?: (byMs: number) => void;
  /** Called when a leap has lasted and is followed. */
  readonly onFollow?: (byMs: number) => void;
}

/** A smaller difference is not a leap, in ms: clocks are adjusted all the time. */
const DRIFT_MS = 2_000;

/**
 * Returns the time, in ms since the epoch, without short leaps of the machine's clock: after a leap, time continues as before until
 * the leap has lasted for `holdMs`. A clock that is wrong for a moment (a faulty time server, a virtual machine that is being moved)
 * thus moves no work into the past or the future. Each call looks at the clock, so there must be several within `holdMs`.
 */
export function createSteadyClock(needs: SteadyClockNeeds): () => number {
  const { wall = Date.now, elapsed = () => performance.now(), holdMs, onLeap, onFollow } = needs;
  /** The difference between the two clocks. */
  let ahead = wall() - elapsed();
  let leap: { readonly ahead: number; readonly since: number } | undefined;

  function follow(found: number): void {
    ahead = found;
    leap = undefined;
  }

  return () => {
    const at = elapsed();
    const found = wall() - at;
    const is = (known: number) => Math.abs(found - known) < DRIFT_MS;
    const byMs = Math.round(found - ahead);
    if (is(ahead)) follow(found);
    else if (!leap || !is(leap.ahead)) {
      leap = { ahead: found, since: at };
      onLeap?.(byMs);
    } else if (at - leap.since >= holdMs) {
      follow(found);
      onFollow?.(byMs);
    }
    return Math.round(ahead + at);
  };
}
