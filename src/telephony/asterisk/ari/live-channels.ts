import { unlessAborted, withDeadline } from "../../../kernel/deadline.js";
import type { Scope } from "../../../kernel/scope.js";
import type { AriConnection } from "./ari-connection.js";
import { EVENT_LAG_MS } from "./ari-events.js";
import type { HangUpCause } from "./hangup-retries.js";

/** What a caller has dialled: the number, and the assistant that the dialplan names for it. */
export interface Target {
  readonly extension: string;
  readonly assistant: () => Promise<string | undefined>;
}

/** The channels and bridges in Asterisk that belong to live calls. */
export class LiveChannels {
  /** Calls by the id of each channel and bridge, including the channels of the parties at the other end. */
  readonly #calls = new Map<string, Scope>();
  readonly #parties = new Map<string, Scope>();
  readonly #targets = new Map<string, Target>();
  readonly #media = new Map<string, string>();
  readonly #putThrough = new Set<string>();
  /** Those that have left our application, with what to call when they are back. */
  readonly #away = new Map<string, (() => void)[]>();
  readonly #givenBack = new Set<string>();

  /** Counts `id` as live until `call` ends. */
  add(id: string, call: Scope): void {
    this.#calls.set(id, call);
    call.onEnd(() => this.#calls.delete(id));
  }

  /** Counts the channel as live, and ends the call when that channel ends. */
  addParty(id: string, call: Scope): void {
    this.add(id, call);
    this.#parties.set(id, call);
    call.onEnd(() => this.#parties.delete(id));
  }

  /** Counts a media channel as live until `media` ends, and as the one that carries the audio of a party. */
  addMedia(id: string, partyId: string, media: Scope): void {
    this.add(id, media);
    this.#media.set(partyId, id);
    media.onEnd(() => this.#media.get(partyId) === id && this.#media.delete(partyId));
  }

  /** Returns the media channel that carries the audio of a party. */
  mediaOf(partyId: string): string | undefined {
    return this.#media.get(partyId);
  }

  /** Records what the party has dialled, until shortly after the call: the event of a channel that replaces it may be late. */
  setTarget(id: string, target: Target): void {
    this.#targets.set(id, target);
    const forget = () => this.#targets.get(id) === target && this.#targets.delete(id);
    this.#calls.get(id)?.onEnd(() => void setTimeout(forget, EVENT_LAG_MS).unref());
  }

  targetOf(id: string): Target | undefined {
    return this.#targets.get(id);
  }

  has(id: string): boolean {
    return this.#calls.has(id);
  }

  /** Records, while the call lasts, that the channel was put into the bridge of another call. */
  putThrough(id: string): void {
    this.#putThrough.add(id);
    this.#calls.get(id)?.onEnd(() => this.#putThrough.delete(id));
  }

  isPutThrough(id: string): boolean {
    return this.#putThrough.has(id);
  }

  /** Records, while the call lasts, whether the channel has left our application, so that we cannot bridge it. */
  setAway(id: string, isAway: boolean): void {
    if (!isAway || !this.#calls.has(id)) {
      const isBack = this.#away.get(id);
      this.#away.delete(id);
      for (const tell of isBack ?? []) tell();
    } else if (!this.#away.has(id)) {
      this.#away.set(id, []);
      this.#calls.get(id)?.onEnd(() => this.#away.delete(id));
    }
  }

  isAway(id: string): boolean {
    return this.#away.has(id);
  }

  /** Resolves when the channel is in our application; at once if it is. @throws what ended the signal */
  async back(id: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#away.get(id);
    if (waiting) await unlessAborted(signal, new Promise<void>((resolve) => waiting.push(resolve)));
  }

  /** Records, until `done`, that the channel is returning to the dialplan: it has no call, but is not orphaned. */
  async givesBack(id: string, done: Promise<void>): Promise<void> {
    this.#givenBack.add(id);
    try {
      await done;
    } finally {
      this.#givenBack.delete(id);
    }
  }

  isGivenBack(id: string): boolean {
    return this.#givenBack.has(id);
  }

  /** The calls of all parties at the other end, by channel id. */
  get parties(): ReadonlyMap<string, Scope> {
    return this.#parties;
  }
}

/** Maximum time that the end of a call waits for Asterisk's confirmation, in ms. It takes about 1 ms. */
const CONFIRMED_MS = 2_000;

/**
 * Hangs a channel up.
 *
 * @returns whether the channel still existed
 * @throws {Ending} when that takes long, or `signal` aborts; the hang-up is retried all the same
 */
export function hangUp(
  ari: AriConnection,
  channelId: string,
  cause: HangUpCause,
  signal?: AbortSignal,
): Promise<boolean> {
  const confirmed = ari.hangupRetries.hangUp(channelId, cause);
  return withDeadline(CONFIRMED_MS, signal, "hanging up", () => confirmed);
}

/** Destroys a bridge. @throws as {@link hangUp} does */
export function destroyBridge(ari: AriConnection, bridgeId: string): Promise<boolean> {
  const confirmed = ari.hangupRetries.destroyBridge(bridgeId);
  return withDeadline(CONFIRMED_MS, undefined, "destroying a bridge", () => confirmed);
}
