import type { Delivery } from "../records/delivery.js";

/** How many deliveries one process sends and claims at a time. */
export interface WindowLimits {
  /** Concurrent deliveries in all. */
  readonly maxSending: number;
  /** Concurrent deliveries to one host. */
  readonly maxSendingToHost: number;
  /** Claimed deliveries: those being sent, and those waiting for their turn. */
  readonly maxClaimed: number;
  /** How long a claimed delivery may wait for its turn, in ms; after that its lease is too short to send it. */
  readonly maxWaitMs: number;
}

/** A delivery that this process has leased from the store. */
export interface ClaimedDelivery {
  readonly delivery: Delivery;
  readonly host: string;
  /** When it was claimed, in ms on the window's clock. */
  readonly since: number;
}

/** Deliveries to postpone: they wait for a host that does not answer, and keep others from being claimed. */
export interface BlockedHost {
  readonly claimed: readonly ClaimedDelivery[];
  /** Duration of an attempt at this host, in ms: the last one or, if none has ended yet, the current one. */
  readonly attemptMs: number;
}

interface Host {
  readonly waiting: ClaimedDelivery[];
  /** The deliveries in progress with their start times. */
  readonly sending: Map<ClaimedDelivery, number>;
  lastMs: number | undefined;
}

/** How many deliveries to a blocked host stay in the window. */
const KEPT_OF_BLOCKED = 4;
/** How long a host's queue may stand still before the host counts as blocked, in ms. */
const BLOCKED_AFTER_MS = 2_000;

/**
 * The deliveries that this process has claimed: which of them may be sent now, and which block others.
 *
 * Hosts take turns, and each has a limit, so a slow or dead host cannot delay the others. It has no clock and no side effects;
 * every `now` is in ms on one clock that is never set.
 */
export class DispatchWindow {
  readonly #limits: WindowLimits;
  /** The next in turn first. */
  readonly #hosts = new Map<string, Host>();
  readonly #ids = new Set<string>();
  #sending = 0;

  constructor(limits: WindowLimits) {
    this.#limits = limits;
  }

  /** The number of claimed deliveries. */
  get size(): number {
    return this.#ids.size;
  }

  get #waiting(): number {
    return this.size - this.#sending;
  }

  /** Whether another delivery may be sent now. */
  get canSend(): boolean {
    return this.#sending < this.#limits.maxSending;
  }

  /** How many more may be claimed. None while all connections are in use, or when half of the limit is already waiting. */
  get claimCapacity(): number {
    return this.canSend && this.#waiting <= this.#limits.maxClaimed / 2 ? this.#limits.maxClaimed - this.size : 0;
  }

  has(deliveryId: string): boolean {
    return this.#ids.has(deliveryId);
  }

  /** Adds newly claimed deliveries; those already in the window stay as they are. */
  add(deliveries: readonly Delivery[], now: number): void {
    for (const delivery of deliveries) {
      if (this.#ids.has(delivery.deliveryId)) continue;
      this.#ids.add(delivery.deliveryId);
      const name = hostKey(delivery.url);
      const host: Host = this.#hosts.get(name) ?? { waiting: [], sending: new Map(), lastMs: undefined };
      this.#hosts.set(name, host);
      host.waiting.push({ delivery, host: name, since: now });
    }
  }

  /**
   * Returns the deliveries whose turn it is; they count as being sent from now on. Those that have waited too long are dropped.
   */
  start(now: number): ClaimedDelivery[] {
    for (const [name, { waiting }] of this.#hosts) {
      const fresh = waiting.findIndex((claimed) => now - claimed.since <= this.#limits.maxWaitMs);
      this.#drop(name, 0, fresh === -1 ? waiting.length : fresh);
    }
    const started: ClaimedDelivery[] = [];
    for (let before = -1; before < started.length;) {
      before = started.length;
      for (const [name, host] of [...this.#hosts]) {
        if (!this.canSend || host.sending.size >= this.#limits.maxSendingToHost) continue;
        const claimed = host.waiting.shift();
        if (!claimed) continue;
        // Behind the others: the next round begins with the hosts that were not served.
        this.#hosts.delete(name);
        this.#hosts.set(name, host);
        host.sending.set(claimed, now);
        this.#sending++;
        started.push(claimed);
      }
    }
    return started;
  }

  /** Records that an attempt has ended, with any result, after `tookMs`. */
  finish(claimed: ClaimedDelivery, tookMs: number): void {
    const host = this.#hosts.get(claimed.host);
    if (!host?.sending.delete(claimed)) return;
    host.lastMs = tookMs;
    this.#sending--;
    this.#ids.delete(claimed.delivery.deliveryId);
    this.#removeIfEmpty(claimed.host);
  }

  /**
   * Removes what keeps others from being claimed: all but a few deliveries of the host with the longest queue, if half of the
   * limit is waiting, there are free connections, and that queue has not moved for a while.
   */
  takeBlocked(now: number): BlockedHost {
    const none = { claimed: [], attemptMs: 0 };
    if (!this.canSend || this.#waiting <= this.#limits.maxClaimed / 2) return none;
    const [name, host] = [...this.#hosts].reduce((a, b) => (b[1].waiting.length > a[1].waiting.length ? b : a));
    const oldest = host.waiting[0];
    if (!oldest || now - oldest.since < BLOCKED_AFTER_MS) return none;
    const claimed = host.waiting.slice(KEPT_OF_BLOCKED);
    this.#drop(name, KEPT_OF_BLOCKED, claimed.length);
    const [since = now] = host.sending.values();
    return { claimed, attemptMs: host.lastMs ?? now - since };
  }

  #drop(name: string, from: number, count: number): void {
    const removed = this.#hosts.get(name)?.waiting.splice(from, count) ?? [];
    for (const { delivery } of removed) this.#ids.delete(delivery.deliveryId);
    this.#removeIfEmpty(name);
  }

  #removeIfEmpty(name: string): void {
    const host = this.#hosts.get(name);
    if (host && host.waiting.length === 0 && host.sending.size === 0) this.#hosts.delete(name);
  }
}

/** Host and port, which identify a receiver. An invalid URL fails on its own. */
function hostKey(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
