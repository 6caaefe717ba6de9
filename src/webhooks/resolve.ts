import { lookup as systemLookup } from "node:dns/promises";
import { unlessAborted } from "../kernel/deadline.js";
import { Semaphore } from "../kernel/turns.js";

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host name. Rejects when there are none, and with the signal's reason when it aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly Address[]>;

/**
 * Runs one lookup at a time; requests for the host that is being looked up share its result. A lookup that has begun cannot be
 * withdrawn: when its requesters give up, the next one still waits until it has ended.
 */
export function oneAtATime(lookup: (hostname: string) => Promise<readonly Address[]>): Resolve {
  const turn = new Semaphore(1);
  const running = new Map<string, Promise<readonly Address[]>>();

  async function begin(hostname: string): Promise<readonly Address[]> {
    const found = lookup(hostname);
    running.set(hostname, found);
    try {
      return await found;
    } finally {
      running.delete(hostname);
    }
  }

  return async (hostname, signal) => {
    const found = running.get(hostname) ?? turn.run(signal, () => begin(hostname));
    return await unlessAborted(signal, found);
  };
}

/**
 * Resolves names as the machine's other programs do, including the hosts file. Node has two threads for this, and a silent name
 * server holds one for half a minute: webhooks use only one of them, so that Asterisk and the back ends can still be found.
 */
export const resolveBySystem: Resolve = oneAtATime((hostname) => systemLookup(hostname, { all: true }));
