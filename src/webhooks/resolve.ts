import { lookup as systemLookup } from "node:dns/promises";
import { unlessAborted } from "../kernel/deadline.js";
import { dropOldest } from "../kernel/drop-oldest.js";
import { Turns } from "../kernel/turns.js";

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host name. Rejects when there are none, and with the signal's reason when it aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly Address[]>;

/** Thrown for a name that is not looked up now, because its last lookup took too long. */
export class NameServerSilent extends Error {
  constructor() {
    super("its name server did not answer lately");
    this.name = "NameServerSilent";
  }
}

/** A lookup in vain that takes this long has met a silent name server, in ms: one lost packet costs five seconds. */
const SILENT_MS = 10_000;
/** How long such a name is not looked up, in ms. */
const REST_MS = 120_000;
/** How long after such a lookup none of these names is looked up, in ms: together they take a third of the time at most. */
const GAP_MS = 60_000;
/** A lookup that takes longer is slow, in ms, whatever it finds. */
const SLOW_MS = 1_000;
/** Maximum number of names that are remembered for each of these reasons. */
const MAX_KNOWN = 1_000;

/**
 * Runs one lookup at a time; requests for the host that is being looked up share its result. A lookup that has begun cannot be
 * withdrawn: when its requesters give up, the next one still waits until it has ended. So that dead names do not starve the
 * others, names that took too long in vain fail at once for a while, and of those that wait, names that were found quickly come
 * first, and those whose last lookup was slow come last.
 *
 * @param now ms on a monotonic clock
 */
export function oneAtATime(
  lookup: (hostname: string) => Promise<readonly Address[]>,
  now = () => performance.now(),
): Resolve {
  const running = new Map<string, Promise<readonly Address[]>>();
  /** Until when each is not looked up; the oldest first. */
  const silent = new Map<string, number>();
  let gapUntil = -Infinity;
  /** How long the last lookup of each took, in ms; the oldest first. */
  const took = new Map<string, number>();
  const turn = new Turns<string>((_, lookups) => lookups === 0, rankOf);

  function rankOf(hostname: string): number {
    const ms = took.get(hostname);
    if (ms === undefined) return 1;
    return ms > SLOW_MS ? 2 : 0;
  }

  function note(hostname: string, ms: number, isFound: boolean): void {
    took.delete(hostname);
    // A name that quickly turns out to be none does not come before names that are not known yet.
    if (isFound || ms > SLOW_MS) took.set(hostname, ms);
    dropOldest(took, MAX_KNOWN);
    silent.delete(hostname);
    if (isFound || ms < SILENT_MS) return;
    silent.set(hostname, now() + REST_MS);
    gapUntil = now() + GAP_MS;
    dropOldest(silent, MAX_KNOWN);
  }

  /** @throws {NameServerSilent} */
  function unlessSilent(hostname: string): void {
    const until = silent.get(hostname);
    if (until !== undefined && now() < Math.max(until, gapUntil)) throw new NameServerSilent();
  }

  async function begin(hostname: string): Promise<readonly Address[]> {
    unlessSilent(hostname); // It may have been looked up while this one waited.
    const begunAt = now();
    const found = lookup(hostname);
    running.set(hostname, found);
    let isFound = false;
    try {
      const addresses = await found;
      isFound = true;
      return addresses;
    } finally {
      running.delete(hostname);
      note(hostname, now() - begunAt, isFound);
    }
  }

  return async (hostname, signal) => {
    const shared = running.get(hostname);
    if (!shared) unlessSilent(hostname);
    return await unlessAborted(signal, shared ?? turn.run(hostname, signal, () => begin(hostname)));
  };
}

/**
 * Returns what resolves names as the machine's other programs do, including the hosts file. Node has two threads for this, and a
 * silent name server holds one for half a minute: each of these uses only one of them. Clients name the receivers of webhooks, so
 * all of these share one, and what the administrator names can still be found.
 */
export function createSystemResolve(): Resolve {
  return oneAtATime((hostname) => systemLookup(hostname, { all: true }));
}

/** Resolves the hosts of webhooks. */
export const resolveBySystem: Resolve = createSystemResolve();
