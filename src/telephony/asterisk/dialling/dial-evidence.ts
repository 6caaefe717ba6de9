import { isDialable } from "../../../kernel/dialable-number.js";
import type { AriEvent } from "../ari/ari-events.js";

/** How a channel ended. */
export interface ChannelEnd {
  /** Q.850 cause. Asterisk reports 0 when there is none. */
  readonly cause: number;
  readonly sipCode?: number | undefined;
}

/** The actions of the dialplan that a Local channel led into. */
export interface DialplanTrail {
  /** Cause of the channel that ran the dialplan. */
  readonly cause?: number | undefined;
  /** Status of its last Dial(): `BUSY`, `NOANSWER`, `CHANUNAVAIL`, `CONGESTION` … */
  readonly dialStatus?: string | undefined;
  /** The channels that it created: none for a telephone that is not registered. */
  readonly peers: readonly string[];
  /** How one of them ended, if that is known. */
  readonly peerEnd?: ChannelEnd | undefined;
  /** The context in which it was last seen. */
  readonly context?: string | undefined;
}

/** Everything that Asterisk has reported of an unanswered call. */
export interface DialEvidence extends ChannelEnd {
  /** Whether the far side reported ringing. */
  readonly rang: boolean;
  /** Last status of our channel's Dial events. Only `BUSY` and `CONGESTION` say more than that the call was not answered. */
  readonly dialStatus?: string | undefined;
  /** The number that the far side forwards to (SIP 302). */
  readonly forwardedTo?: string | undefined;
  /** For a call through Asterisk's own dialplan. */
  readonly trail?: DialplanTrail | undefined;
}

/** Both halves of the dialled channel; `far` runs the dialplan, and is undefined for a call to another PBX. */
export interface DialledChannels {
  readonly channelId: string;
  readonly farId: string | undefined;
}

const NO_PEERS = { peers: [], peerEnd: undefined };

/** Gathers the evidence of one call from the events of its channels. */
export class DialEvidenceLog {
  rang = false;
  /** Whether anything was reported of our channel: the call was placed. */
  isThere = false;
  /** Resolves when the far half and the channels that it dialled have ended, in any order: nothing more is reported. */
  readonly complete: Promise<void>;
  #onComplete = () => {};
  readonly #channels: DialledChannels;
  readonly #onPeer: (channelId: string) => void;
  #dialStatus: string | undefined;
  #forwardedTo: string | undefined;
  #trail: DialplanTrail | undefined;

  /** @param onPeer called with the first channel that each Dial() creates; its end is recorded if Asterisk reports it */
  constructor(channels: DialledChannels, onPeer: (channelId: string) => void = () => {}) {
    this.#channels = channels;
    this.#onPeer = onPeer;
    if (channels.farId !== undefined) this.#trail = NO_PEERS;
    this.complete = new Promise((resolve) => (this.#onComplete = resolve));
  }

  note(event: AriEvent): void {
    const { type, channel, peer, dialstatus, forward } = event;
    this.isThere ||= [channel?.id, peer?.id].includes(this.#channels.channelId);
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

/** Returns what an event of the far half shows of the dialplan. Dial() first empties DIALSTATUS; a dialplan may set it too. */
function seenOf({ type, channel, cause, variable, value }: AriEvent): Partial<DialplanTrail> {
  const context = channel?.dialplan.context;
  return {
    ...(context && { context }),
    ...(variable === "DIALSTATUS" && (value ? { dialStatus: value } : { dialStatus: undefined, ...NO_PEERS })),
    ...(type === "ChannelDestroyed" && { cause: cause ?? 0 }),
  };
}
