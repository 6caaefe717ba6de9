import { uptime as uptimeSeconds } from "node:os";

export interface SteadyClockNeeds {
  /** The machine's clock, in ms since the epoch. */
  readonly wall?: () => number;
  /** A clock that is never set, in ms. It stands still while the machine sleeps. */
  readonly elapsed?: () => number;
  /** How long the machine has been running, including its sleep, in ms. */
  readonly uptime?: () => number;
  /** How long a leap must last before it is followed, in ms. */
  readonly holdMs: number;
  /** Called when the machine's clock has leapt: by how much, in ms; negative when it was set back. */
  readonly onLeap?: (byMs: number) => void;
  /** Called when a leap has lasted and is followed. */
  readonly onFollow?: (byMs: number) => void;
}

/** A smaller difference is not a leap, in ms: clocks are adjusted all the time. */
const DRIFT_MS = 2_000;
/** A smaller difference between the clocks is no sleep, in ms: uptime is known to a hundredth of a second. */
const WINK_MS = 100;

/**
 * Returns the time, in ms since the epoch, without short leaps of the machine's clock: after a leap, time continues as before until
 * the leap has lasted for `holdMs`. A clock that is wrong for a moment (a faulty time server, a virtual machine that is being moved)
 * thus moves no work into the past or the future. Each call looks at the clock, so there must be several within `holdMs`.
 *
 * A leap by as long as the machine has slept is real, and is followed at once.
 */
export function createSteadyClock(needs: SteadyClockNeeds): () => number {
  const { wall = Date.now, elapsed = () => performance.now(), holdMs, onLeap, onFollow } = needs;
  const { uptime = () => uptimeSeconds() * 1_000 } = needs;
  /** The difference between the two clocks. */
  let ahead = wall() - elapsed();
  /** The time by which `uptime` is ahead of `elapsed`, which grows when the machine sleeps. */
  let asleep = uptime() - elapsed();
  let leap: { readonly ahead: number; readonly since: number } | undefined;

  const isSame = (one: number, other: number) => Math.abs(one - other) < DRIFT_MS;

  function follow(found: number): void {
    ahead = found;
    leap = undefined;
  }

  /** Adds the time that the machine has slept since the last leap: while it sleeps, only `elapsed` stands still. */
  function wake(at: number): void {
    const known = asleep;
    asleep = uptime() - at;
    if (asleep - known > WINK_MS) ahead += asleep - known;
  }

  function leaps(found: number, at: number): void {
    const byMs = Math.round(found - ahead);
    if (!leap || !isSame(found, leap.ahead)) {
      leap = { ahead: found, since: at };
      onLeap?.(byMs);
    } else if (at - leap.since >= holdMs) {
      follow(found);
      onFollow?.(byMs);
    }
  }

  return () => {
    const at = elapsed();
    const found = wall() - at;
    if (Math.abs(found - ahead) > WINK_MS) wake(at);
    if (isSame(found, ahead)) follow(found);
    else leaps(found, at);
    return Math.round(ahead + at);
  };
}
