import { isDialable } from "../../../kernel/dialable-number.js";
import type { AriEvent } from "../ari/ari-events.js";

/** How a channel ended. */
export interface ChannelEnd {
  /** Q.850. Asterisk reports 0 when there is no cause. */
  readonly cause: number;
  readonly sipCode?: number | undefined;
}

/** What the dialplan did that a Local channel led into. */
export interface DialplanTrail {
  /** The cause of the channel that ran it. */
  readonly cause?: number | undefined;
  /** What its last Dial() came to: `BUSY`, `NOANSWER`, `CHANUNAVAIL`, `CONGESTION` … */
  readonly dialStatus?: string | undefined;
  /** The channels that it made: none for a telephone that is not registered. */
  readonly peers: readonly string[];
  /** How one of them ended, if that is known. */
  readonly peerEnd?: ChannelEnd | undefined;
  /** The context in which it was last seen. */
  readonly context?: string | undefined;
}

/** All that Asterisk has said of a call that was not answered. */
export interface DialEvidence extends ChannelEnd {
  /** Whether the far side said that it rings. */
  readonly rang: boolean;
  /** What the Dial event of our channel said last. Only `BUSY` and `CONGESTION` say more than that it was not answered. */
  readonly dialStatus?: string | undefined;
  /** The number that the far side forwards to (SIP 302). */
  readonly forwardedTo?: string | undefined;
  /** Of a call through a dialplan of Asterisk's own. */
  readonly trail?: DialplanTrail | undefined;
}

/** Both halves of what is dialled; `far` runs the dialplan, and there is none on the way to another PBX. */
export interface DialledChannels {
  readonly channelId: string;
  readonly farId: string | undefined;
}

const NO_PEERS = { peers: [], peerEnd: undefined };

/** Gathers the evidence of one call from the events of its channels. */
export class DialEvidenceLog {
  rang = false;
  /** Resolves when the far half has ended, and whom it dialled: no more is said. Asterisk tells their ends in any order. */
  readonly complete: Promise<void>;
  #onComplete = () => {};
  readonly #channels: DialledChannels;
  readonly #onPeer: (channelId: string) => void;
  #dialStatus: string | undefined;
  #forwardedTo: string | undefined;
  #trail: DialplanTrail | undefined;

  /** @param onPeer told of the first channel that each Dial() of the dialplan makes; its end is noted if it is told of */
  constructor(channels: DialledChannels, onPeer: (channelId: string) => void = () => {}) {
    this.#channels = channels;
    this.#onPeer = onPeer;
    if (channels.farId !== undefined) this.#trail = NO_PEERS;
    this.complete = new Promise((resolve) => (this.#onComplete = resolve));
  }

  note(event: AriEvent): void {
    const { type, peer, dialstatus, forward } = event;
    if (type === "Dial" && peer?.id === this.#channels.channelId) {
      if (dialstatus) this.#dialStatus = dialstatus;
      if (forward && isDialable(forward)) this.#forwardedTo = forward;
    } else if (this.#trail) {
      this.#trail = this.#followed(this.#trail, event);
      const { cause, peers, peerEnd } = this.#trail;
      if (cause !== undefined && (peers.length !== 1 || peerEnd)) this.#onComplete();
    }
  }

  #followed(trail: DialplanTrail, event: AriEvent): DialplanTrail {
    const { type, channel, dialledBy, cause = 0, tech_cause: sipCode } = event;
    const { farId } = this.#channels;
    if (type === "Dial" && dialledBy?.id === farId) return this.#dialling(trail, event);
    if (channel?.id === farId) return { ...trail, ...seenOf(event) };
    const isPeer = channel !== undefined && trail.peers.includes(channel.id);
    return type === "ChannelDestroyed" && isPeer ? { ...trail, peerEnd: { cause, sipCode } } : trail;
  }

  #dialling(trail: DialplanTrail, { peer, dialstatus }: AriEvent): DialplanTrail {
    const isNew = peer !== undefined && !trail.peers.includes(peer.id);
    if (isNew && trail.peers.length === 0) this.#onPeer(peer.id);
    return {
      ...trail,
      ...(isNew && { peers: [...trail.peers, peer.id] }),
      ...(dialstatus && { dialStatus: dialstatus }),
    };
  }

  /** @param end how our own channel ended */
  at(end: ChannelEnd): DialEvidence {
    const { rang } = this;
    return { ...end, rang, dialStatus: this.#dialStatus, forwardedTo: this.#forwardedTo, trail: this.#trail };
  }
}

/** What an event of the far half says of the dialplan. Each Dial() empties DIALSTATUS first; a dialplan may set it by hand. */
function seenOf({ type, channel, cause, variable, value }: AriEvent): Partial<DialplanTrail> {
  const context = channel?.dialplan.context;
  return {
    ...(context && { context }),
    ...(variable === "DIALSTATUS" && (value ? { dialStatus: value } : { dialStatus: undefined, ...NO_PEERS })),
    ...(type === "ChannelDestroyed" && { cause: cause ?? 0 }),
  };
}
