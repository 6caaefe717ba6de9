import type { Delivery } from "../records/delivery.js";

/** How much is sent and held at once. */
export interface WindowLimits {
  /** Sent at once, in all. */
  readonly sending: number;
  /** Sent at once to one host. */
  readonly sendingToHost: number;
  /** Held at once: those being sent, and those that wait for their turn. */
  readonly held: number;
  /** How long a delivery may wait for its turn, ms; after that its lease is too short to send it. */
  readonly waitMs: number;
}

/** A delivery that was claimed. */
export interface ClaimedDelivery {
  readonly delivery: Delivery;
  readonly host: string;
  /** When it came into the hand, ms since the epoch. */
  readonly since: number;
}

/** Those that are to come back later, because they keep others from being claimed. */
export interface BlockedHost {
  readonly held: readonly ClaimedDelivery[];
  /** How long an attempt at their host takes, ms: the last one, or the one that is under way if none has ended yet. */
  readonly eachMs: number;
}

interface Host {
  readonly waiting: ClaimedDelivery[];
  /** With the time when it was started. */
  readonly sending: Map<ClaimedDelivery, number>;
  lastMs: number | undefined;
}

/** Of a crowd so many stay. */
const KEPT_OF_CROWD = 4;
/** How long a queue may stand still before it counts as a crowd, ms. */
const CROWD_MS = 2_000;

/**
 * The deliveries that this process has claimed: which of them may be sent now, and which stand in the way of others.
 *
 * Hosts take turns, and none gets more than its share, so one that is slow or dead cannot hold up the others. It keeps no
 * clock of its own and touches nothing outside; every `now` is ms since the epoch.
 */
export class DispatchWindow {
  readonly #limits: WindowLimits;
  /** In the order of their turns. */
  readonly #hosts = new Map<string, Host>();
  readonly #ids = new Set<string>();
  #sending = 0;

  constructor(limits: WindowLimits) {
    this.#limits = limits;
  }

  /** All that is held. */
  get size(): number {
    return this.#ids.size;
  }

  get #waiting(): number {
    return this.size - this.#sending;
  }

  /** Whether more could be sent at once. */
  get idle(): boolean {
    return this.#sending < this.#limits.sending;
  }

  /** How many more can be taken in. None while all connections are in use or half the hand waits already. */
  get room(): number {
    return this.idle && this.#waiting <= this.#limits.held / 2 ? this.#limits.held - this.size : 0;
  }

  has(deliveryId: string): boolean {
    return this.#ids.has(deliveryId);
  }

  /** Takes claimed deliveries in; those that are held already stay as they are. */
  take(deliveries: readonly Delivery[], now: number): void {
    for (const delivery of deliveries) {
      if (this.#ids.has(delivery.deliveryId)) continue;
      this.#ids.add(delivery.deliveryId);
      const name = hostKey(delivery.url);
      const host: Host = this.#hosts.get(name) ?? { waiting: [], sending: new Map(), lastMs: undefined };
      this.#hosts.set(name, host);
      host.waiting.push({ delivery, host: name, since: now });
    }
  }

  /** Those whose turn it is; they count as being sent from now on. Those that waited too long are let go of. */
  start(now: number): ClaimedDelivery[] {
    for (const [name, { waiting }] of this.#hosts) {
      const fresh = waiting.findIndex((held) => now - held.since <= this.#limits.waitMs);
      this.#letGo(name, 0, fresh === -1 ? waiting.length : fresh);
    }
    const started: ClaimedDelivery[] = [];
    for (let before = -1; before < started.length;) {
      before = started.length;
      for (const [name, host] of [...this.#hosts]) {
        if (!this.idle || host.sending.size >= this.#limits.sendingToHost) continue;
        const held = host.waiting.shift();
        if (!held) continue;
        // Behind the others: the next round begins with those that had no turn.
        this.#hosts.delete(name);
        this.#hosts.set(name, host);
        host.sending.set(held, now);
        this.#sending++;
        started.push(held);
      }
    }
    return started;
  }

  /** It was sent, or not, and took `tookMs`; either way it is out of the hand. */
  finish(held: ClaimedDelivery, tookMs: number): void {
    const host = this.#hosts.get(held.host);
    if (!host?.sending.delete(held)) return;
    host.lastMs = tookMs;
    this.#sending--;
    this.#ids.delete(held.delivery.deliveryId);
    this.#forget(held.host);
  }

  /**
   * Takes out those that keep others from being claimed: of the host with the longest queue all but a few, when half the
   * hand waits, there are connections to spare, and that queue has not moved for a while.
   */
  takeCrowd(now: number): BlockedHost {
    const none = { held: [], eachMs: 0 };
    if (!this.idle || this.#waiting <= this.#limits.held / 2) return none;
    const [name, host] = [...this.#hosts].reduce((a, b) => (b[1].waiting.length > a[1].waiting.length ? b : a));
    const oldest = host.waiting[0];
    if (!oldest || now - oldest.since < CROWD_MS) return none;
    const held = host.waiting.slice(KEPT_OF_CROWD);
    this.#letGo(name, KEPT_OF_CROWD, held.length);
    const [since = now] = host.sending.values();
    return { held, eachMs: host.lastMs ?? now - since };
  }

  #letGo(name: string, from: number, count: number): void {
    const removed = this.#hosts.get(name)?.waiting.splice(from, count) ?? [];
    for (const { delivery } of removed) this.#ids.delete(delivery.deliveryId);
    this.#forget(name);
  }

  #forget(name: string): void {
    const host = this.#hosts.get(name);
    if (host && host.waiting.length === 0 && host.sending.size === 0) this.#hosts.delete(name);
  }
}

/** Host and port: what shares a receiver. What is no URL fails on its own. */
function hostKey(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
