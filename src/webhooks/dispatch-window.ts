import { dropOldest } from "../kernel/drop-oldest.js";
import type { Delivery } from "../records/delivery.js";

/** How many deliveries one process sends and claims at a time. */
export interface WindowLimits {
  /** Concurrent deliveries in all. */
  readonly maxSending: number;
  /** Concurrent deliveries to one host, that is, to one port of a machine. */
  readonly maxSendingToHost: number;
  /** Concurrent deliveries to all ports of one machine. */
  readonly maxSendingToMachine: number;
  /** Concurrent deliveries to all hosts of which the last attempt was slow. */
  readonly maxSendingToSlow: number;
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
  /**
   * Duration of an attempt at this host, in ms: the last one or, if none has ended yet, the current one. 0 when they wait for no
   * host but for a free connection.
   */
  readonly attemptMs: number;
}

interface Host {
  /** Name or address, without the port. */
  readonly machine: string;
  readonly waiting: ClaimedDelivery[];
  /** The deliveries in progress with their start times. */
  readonly sending: Map<ClaimedDelivery, number>;
  lastMs: number | undefined;
}

/** How many deliveries to a blocked host stay in the window. */
const KEPT_OF_BLOCKED = 4;
/** How long a host's queue may stand still before the host counts as blocked, in ms. */
const BLOCKED_AFTER_MS = 2_000;
/** A longer attempt makes its host a slow one, in ms. */
const SLOW_MS = 2_000;
/** Slow hosts that are remembered at a time. */
const MAX_SLOW = 1_000;

/**
 * The deliveries that this process has claimed: which of them may be sent now, and which block others.
 *
 * Hosts take turns, and each has a limit, so a slow or dead host cannot delay the others; nor can many of them, because all
 * slow ones have a limit, too. It has no clock and no side effects;
 * every `now` is in ms on one clock that is never set.
 */
export class DispatchWindow {
  readonly #limits: WindowLimits;
  /** The next in turn first. */
  readonly #hosts = new Map<string, Host>();
  readonly #ids = new Set<string>();
  readonly #slow = new Set<string>();
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
      const machine = machineOf(delivery.url);
      const host: Host = this.#hosts.get(name) ?? { machine, waiting: [], sending: new Map(), lastMs: undefined };
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
        if (!this.#maySendTo(name, host)) continue;
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
    this.#slow.delete(claimed.host);
    if (tookMs > SLOW_MS) this.#slow.add(claimed.host);
    dropOldest(this.#slow, MAX_SLOW);
    this.#sending--;
    this.#ids.delete(claimed.delivery.deliveryId);
    this.#removeIfEmpty(claimed.host);
  }

  /**
   * Removes what keeps others from being claimed and has not moved for a while. If half of the limit is waiting and there are free
   * connections, that is all but a few deliveries of the machine with the longest queue or, if no queue is long, all for hosts whose
   * oldest delivery has waited for a while. If all connections have been in use for a while, it is all that wait: others may be due before them.
   */
  takeBlocked(now: number): BlockedHost {
    const blocked = [...this.#hosts.values()].filter(({ waiting: [oldest] }) => oldest && isLongAgo(oldest.since, now));
    if (!this.canSend) {
      const begun = [...this.#hosts.values()].flatMap(({ sending }) => [...sending.values()]);
      return begun.every((since) => isLongAgo(since, now)) ? this.#take(blocked, 0, 0) : NONE;
    }
    if (this.#waiting <= this.#limits.maxClaimed / 2) return NONE;
    const longest = longestQueue(blocked);
    const taken = this.#take(longest, KEPT_OF_BLOCKED, attemptOf(longest, now));
    return taken.claimed.length > 0 ? taken : this.#take(blocked, 0, attemptOf(blocked, now));
  }

  #maySendTo(name: string, { machine, sending }: Host): boolean {
    const { maxSendingToHost, maxSendingToMachine, maxSendingToSlow } = this.#limits;
    if (!this.canSend || sending.size >= maxSendingToHost) return false;
    if (this.#sendingTo((_, other) => other.machine === machine) >= maxSendingToMachine) return false;
    return !this.#slow.has(name) || this.#sendingTo((other) => this.#slow.has(other)) < maxSendingToSlow;
  }

  #sendingTo(isMeant: (name: string, host: Host) => boolean): number {
    let count = 0;
    for (const [name, host] of this.#hosts) if (isMeant(name, host)) count += host.sending.size;
    return count;
  }

  /** Removes all that waits for some hosts but the oldest `kept` of it. */
  #take(hosts: readonly Host[], kept: number, attemptMs: number): BlockedHost {
    const oldestFirst = hosts.flatMap(({ waiting }) => waiting).sort((one, other) => one.since - other.since);
    const claimed = oldestFirst.slice(kept);
    for (const each of claimed) this.#drop(each.host, this.#hosts.get(each.host)?.waiting.indexOf(each) ?? 0, 1);
    return { claimed, attemptMs };
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

const NONE: BlockedHost = { claimed: [], attemptMs: 0 };

const isLongAgo = (since: number, now: number) => now - since >= BLOCKED_AFTER_MS;

/** The hosts of the machine for which most deliveries wait. */
function longestQueue(hosts: readonly Host[]): readonly Host[] {
  const lengths = new Map<string, number>();
  for (const { machine, waiting } of hosts) lengths.set(machine, (lengths.get(machine) ?? 0) + waiting.length);
  const [longest] = [...lengths].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
  return hosts.filter(({ machine }) => machine === longest);
}

/** Duration of an attempt at one of these hosts, in ms: the longest of their last, or of the current ones. */
function attemptOf(hosts: readonly Host[], now: number): number {
  const durations = hosts.map(({ lastMs, sending }) => {
    const [since = now] = sending.values();
    return lastMs ?? now - since;
  });
  return Math.max(0, ...durations);
}

/** Host and port, which identify a receiver. An invalid URL fails on its own. */
function hostKey(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function machineOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
