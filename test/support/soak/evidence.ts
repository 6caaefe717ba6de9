import type { ShownCall } from "../rest-client.js";
import type { Sample } from "./leaks.js";

/** A request that somebody be called, as the one who asked sees it. Each has a number to itself, so a ring tells whose it is. */
export interface Placed {
  readonly kind: string;
  readonly number: string;
  /** ms since the epoch, by this process's clock, as all times here. */
  readonly askedAt: number;
  /** Undefined as long as it was not accepted; it may have been, where the answer was lost and nobody asked again. */
  callId?: string;
  /** When whoever asked found it over. */
  overAt?: number;
  /** How it ends when no fault comes in between. */
  readonly expected: Expected;
}

export interface Expected {
  readonly statuses: readonly string[];
  readonly message_played?: boolean;
  readonly choice_response?: string;
}

/** A schedule that was accepted, of a client's or a caller's. */
export interface Planned {
  readonly kind: string;
  readonly number: string;
  readonly scheduleId: string;
  /** How often it must have run, and how often at most, where an answer was lost. */
  readonly runs: { least: number; most: number };
  /** Whether its calls are told of by webhook. */
  readonly reported: boolean;
}

/** A call that the service answered, as the caller sees it. */
export interface Arrived {
  readonly kind: string;
  /** Of this call alone. */
  readonly caller: string;
  readonly answeredAt: number;
  endedAt?: number;
  endedBy?: "caller" | "service";
  /** What was asked and answered with a sound, in this order. */
  readonly answered: string[];
  /** They asked for the operator: from then on two people talk to each other, and no controller has a part in it. */
  isPutThrough?: true;
}

/** A caller whom nobody answered. */
export interface TurnedAway {
  readonly kind: string;
  readonly dialledAt: number;
  /** They were told, or gave up. */
  readonly at: number;
  readonly caller: string;
  readonly why: string;
}

/** A conversation at the moment at which the controller was killed. */
export interface Witness {
  readonly caller: string;
  readonly killedAt: number;
  outcome: "went_on" | "lost" | "left" | "open";
  /** The longest that the caller heard nothing, from the kill until the next controller spoke, ms. */
  silenceMs: number;
}

/** A number of ours that the PBX was asked to ring, as the PBX has it. */
export interface Ring {
  readonly number: string;
  readonly channel: string;
}

/** A webhook as it came; one that was sent again came again. */
export interface Webhook {
  readonly callId: string;
  readonly id: string;
  readonly signed: boolean;
  readonly body: string;
}

/** A call's record as the service shows it. */
export interface Shown extends ShownCall {
  readonly direction: "inbound" | "outbound";
  readonly caller: string | null;
  readonly choice_response: string | null;
  readonly schedule_id: string | null;
}

export interface Run {
  readonly scheduleId: string;
  readonly status: string;
  readonly callId: string;
}

/** What a fault did and when; from its beginning until all was well again. */
export interface Inflicted {
  readonly name: string;
  readonly from: number;
  to: number;
  /** Why it was not well again, where it was not. */
  stillWrong?: string;
}

export interface ErrorLine {
  readonly at: number;
  readonly event: string;
  readonly msg: string;
  readonly callId: string | undefined;
}

/** A controller that went without being told to, or went wrong when it was. */
export interface Death {
  readonly at: number;
  readonly code: number | null;
  readonly tail: string;
}

/** What was seen in a run, from both ends of the line and by the service's own account. */
export interface Evidence {
  readonly placed: readonly Placed[];
  readonly planned: readonly Planned[];
  readonly arrived: readonly Arrived[];
  readonly turnedAway: readonly TurnedAway[];
  readonly witnesses: readonly Witness[];
  /** How often callers asked for the operator, and how often that telephone rang. */
  readonly operator: { readonly pressed: number; readonly rung: number };
  readonly rings: readonly Ring[];
  readonly webhooks: readonly Webhook[];
  readonly records: readonly Shown[];
  readonly runs: readonly Run[];
  /** What callers said in conversations, as it was understood and kept, by call. */
  readonly transcripts: ReadonlyMap<string, readonly string[]>;
  readonly faults: readonly Inflicted[];
  readonly errors: readonly ErrorLine[];
  readonly deaths: readonly Death[];
  /** Requests that should have been accepted, and were refused for good. */
  readonly refused: readonly { readonly number: string; readonly answer: string }[];
  /** Channels and bridges of the Asterisks after everything was over. */
  readonly left: readonly string[];
  readonly samples: readonly Sample[];
}

/** Something that was promised and did not hold. */
export interface Broken {
  readonly promise: string;
  readonly detail: string;
  readonly callId?: string | undefined;
  /** The number of the caller or of the called one, where that is all there is to go by. */
  readonly number?: string | undefined;
}
