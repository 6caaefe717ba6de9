import { lookup as systemLookup } from "node:dns/promises";
import { unlessAborted } from "../kernel/deadline.js";
import { Semaphore } from "../kernel/turns.js";

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
/** Maximum number of such names that are remembered. */
const MAX_SILENT = 1_000;

/**
 * Runs one lookup at a time; requests for the host that is being looked up share its result. A lookup that has begun cannot be
 * withdrawn: when its requesters give up, the next one still waits until it has ended. So that dead names do not starve the
 * others, names that took too long in vain fail at once for a while.
 *
 * @param now ms on a monotonic clock
 */
export function oneAtATime(
  lookup: (hostname: string) => Promise<readonly Address[]>,
  now = () => performance.now(),
): Resolve {
  const turn = new Semaphore(1);
  const running = new Map<string, Promise<readonly Address[]>>();
  /** Until when each is not looked up; the oldest first. */
  const silent = new Map<string, number>();
  let gapUntil = -Infinity;

  function note(hostname: string, isSilent: boolean): void {
    silent.delete(hostname);
    if (!isSilent) return;
    silent.set(hostname, now() + REST_MS);
    gapUntil = now() + GAP_MS;
    const [oldest = ""] = silent.keys();
    if (silent.size > MAX_SILENT) silent.delete(oldest);
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
      note(hostname, !isFound && now() - begunAt >= SILENT_MS);
    }
  }

  return async (hostname, signal) => {
    const shared = running.get(hostname);
    if (!shared) unlessSilent(hostname);
    return await unlessAborted(signal, shared ?? turn.run(signal, () => begin(hostname)));
  };
}

/**
 * Resolves names as the machine's other programs do, including the hosts file. Node has two threads for this, and a silent name
 * server holds one for half a minute: webhooks use only one of them, so that Asterisk and the back ends can still be found.
 */
export const resolveBySystem: Resolve = oneAtATime((hostname) => systemLookup(hostname, { all: true }));
