import { pause, unlessAborted, withDeadline } from "../../../kernel/deadline.js";
import type { DialableNumber } from "../../../kernel/dialable-number.js";
import { AttendantError } from "../../../kernel/errors.js";
import type { Scope } from "../../../kernel/scope.js";
import type { DialRequest } from "../../dialler.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { type AriChannel, type AriEvent, EVENT_LAG_MS } from "../ari/ari-events.js";
import { watchRestarts } from "../ari/asterisk-restart.js";
import { callerIdText } from "./caller-id.js";
import { type ChannelEnd, type DialEvidence, DialEvidenceLog } from "./dial-evidence.js";
import { type DialRoute, dialString } from "./dial-route.js";
import { findChannel, subscribe } from "../ari/channels.js";
import { hasReason, isStopOfAsterisk } from "./hangup-causes.js";
import { hangUp, type LiveChannels } from "../ari/live-channels.js";
import { forItsReturn } from "../media/lost-media.js";
import { ownId } from "../ari/instance-ids.js";

/** How the wait for an answer ended. */
export type DialAttemptEnd =
  | { readonly kind: "answered"; readonly channel: AriChannel }
  | { readonly kind: "destroyed"; readonly evidence: DialEvidence }
  /** Asterisk did not place the call, or could not be asked to. */
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "timed_out" }
  /** The channel ended while no events came from Asterisk. */
  | { readonly kind: "lost" }
  /** Asterisk itself was stopped, and the channel with it. */
  | { readonly kind: "stopped" }
  /** The call's scope ended. */
  | { readonly kind: "ended" };

export interface DialAttempt {
  /** Resolves once, and never rejects. */
  readonly end: Promise<DialAttemptEnd>;
  /** Whether the far side has reported ringing. */
  readonly rang: boolean;
}

export interface DialAttemptRequest extends DialRequest {
  readonly number: DialableNumber;
  /** Variables that Asterisk sets after creating the channel and before dialling. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface DialAttemptNeeds {
  readonly ari: AriConnection;
  readonly app: string;
  readonly live: LiveChannels;
  readonly route: DialRoute;
  /** Maximum duration of an answered call, in ms. */
  readonly maxCallMs: number;
}

const TAKE_DOWN_MS = 2_000;
/** Maximum time by which the far half of a Local channel, and what it dials, end after ours, in ms. Usually about 2 ms. */
const FAR_END_MS = 500;
/** A context that no dialplan has. */
const NOWHERE = "attendant-nowhere";
/** Time for asking Asterisk, after the ringing time, what became of the call, in ms: it may have to be reached first. */
const ASKED_MS = 5_000;
/** Excess of Asterisk's own limits over the controller's, in s: they are for a controller that has died. */
const RING_GRACE_S = 2;
const CALL_GRACE_S = 60;

/**
 * Makes Asterisk dial a number into our application, and watches the outcome: `StasisStart` is the answer,
 * `ChannelDestroyed` the end without one. The events until then are the evidence for the reason (`dial-outcome.ts`).
 *
 * The end of `call` hangs up at any moment. While the request is under way, the hang-up waits for it: hanging up a channel
 * that does not exist yet would not prevent it.
 */
export function startDialAttempt(needs: DialAttemptNeeds, request: DialAttemptRequest, call: Scope): DialAttempt {
  const { ari, app, live, route } = needs;
  const { channelId, ringTimeoutMs, onRinging } = request;
  let alerted = false;
  let settled = false;
  let isGone = false;
  let onDestroyed = () => {};
  const destroyed = new Promise<void>((resolve) => (onDestroyed = resolve));
  let resolveEnd: (end: DialAttemptEnd) => void = () => {};
  const end = new Promise<DialAttemptEnd>((resolve) => (resolveEnd = resolve));

  const farId = route.kind === "dialplan" ? ownId(app, "far") : undefined;
  // Asterisk reports the end of the channels that the dialplan dials, with their SIP status, only to subscribers.
  const evidence = new DialEvidenceLog({ channelId, farId }, (peerId) => {
    void subscribe(ari, app, peerId, call.signal).catch(() => {}); // It may have ended by now.
  });
  live.add(channelId, call);
  if (farId) live.add(farId, call);
  const stopEvents = ari.onEvent(onEvent);
  const stopLooking = ari.onConnected(() => {
    // Looks up what the lost connection would have reported.
    void call.run(placed.then(() => lookUp(call.signal))).catch(() => {});
  });
  const timer = setTimeout(() => void call.run(timeUp()), ringTimeoutMs);
  const restarts = watchRestarts(ari);
  const placed = originate(needs, request, farId).catch((error: unknown) => {
    isGone = error instanceof AttendantError && error.code === "asterisk_request_failed";
    // If only the answer was lost, events or a look after a new connection will show how the call ends.
    if (isGone || !evidence.isThere) settle({ kind: "refused", error });
  });
  call.onEnd(takeDown);

  return {
    end,
    get rang() {
      return evidence.rang;
    },
  };

  function onEvent(event: AriEvent): void {
    const { type, channel, peer, dialstatus } = event;
    evidence.note(event);
    if (type === "Dial" && peer?.id === channelId) {
      if (dialstatus === "RINGING") ringing();
      // Trunks send ringback or an announcement instead of a ringing indication.
      if (dialstatus === "PROGRESS") reportRinging();
    } else if (type !== "Dial" && channel?.id === channelId) onChannelEvent(event, channel);
  }

  function onChannelEvent({ type, cause = 0, soft = false, tech_cause: sipCode }: AriEvent, channel: AriChannel): void {
    if (type === "StasisStart") answered(channel);
    else if (type === "ChannelStateChange" && channel.state === "Ringing") ringing();
    else if (type === "ChannelHangupRequest" && isStopOfAsterisk({ cause, soft })) settle({ kind: "stopped" });
    else if (type === "ChannelDestroyed") {
      isGone = true;
      onDestroyed();
      void concluded({ cause, sipCode });
    }
  }

  /** Waits for the far half: Busy() and Congestion() end our half first, and without a cause. */
  async function concluded(end: ChannelEnd): Promise<void> {
    if (farId && !hasReason(end.cause)) {
      await withDeadline(FAR_END_MS, call.signal, "the far half's end", () => evidence.complete).catch(() => {});
    }
    settle({ kind: "destroyed", evidence: evidence.at(end) });
  }

  function ringing(): void {
    evidence.rang = true;
    reportRinging();
  }

  function reportRinging(): void {
    if (alerted || settled || call.signal.aborted) return;
    alerted = true;
    onRinging();
  }

  function answered(channel: AriChannel): void {
    if (settled || call.signal.aborted) return;
    reportRinging();
    live.addParty(channelId, call); // From now on, the end of the channel ends the call.
    settle({ kind: "answered", channel });
  }

  function settle(result: DialAttemptEnd): void {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    stopLooking();
    resolveEnd(result);
  }

  /** Settles unless the channel still rings: later events will report how that ends. */
  async function lookUp(signal: AbortSignal): Promise<void> {
    const channel = await stateOf(ari, channelId, signal);
    if (!channel) settle({ kind: (await restarts.hasRestarted()) ? "stopped" : "lost" });
    else if (channel.state === "Up") answered(channel);
  }

  /**
   * Ends an attempt that no event has answered. The events of a process that was frozen are late, and those from before the
   * connection never come.
   */
  async function timeUp(): Promise<void> {
    const asked = withDeadline(ASKED_MS, call.signal, "asking what became of a call", async (signal) => {
      await unlessAborted(signal, placed);
      await connected(ari, signal);
      await lookUp(signal);
    });
    await asked.catch(() => {});
    settle({ kind: "timed_out" });
  }

  async function takeDown(): Promise<void> {
    settle({ kind: "ended" });
    await placed;
    if (!isGone && !call.ending?.livesOn) await hangUpUntil(destroyed, ari, channelId);
    stopEvents();
  }
}

/** Returns the channel as it is once any pending answer has been reported; undefined when it has gone. */
async function stateOf(ari: AriConnection, channelId: string, signal: AbortSignal): Promise<AriChannel | undefined> {
  const first = await findChannel(ari, channelId, signal);
  if (first && first.state !== "Up") return first;
  // An earlier event may arrive later than this answer, over another socket.
  await pause(EVENT_LAG_MS, signal);
  return findChannel(ari, channelId, signal);
}

/** Hangs up and waits for the event that confirms it. The request is retried until it succeeds, however long that takes. */
async function hangUpUntil(destroyed: Promise<void>, ari: AriConnection, channelId: string): Promise<void> {
  const wasThere = await hangUp(ari, channelId, "16").catch(() => false);
  if (wasThere) await withDeadline(TAKE_DOWN_MS, undefined, "the channel's end", () => destroyed).catch(() => {});
}

/** Asks Asterisk to dial into our application. */
function originate(
  { ari, app, route, maxCallMs }: DialAttemptNeeds,
  { number, channelId, ringTimeoutMs, callerId, variables }: DialAttemptRequest,
  farId: string | undefined,
): Promise<unknown> {
  const ringSeconds = Math.ceil(ringTimeoutMs / 1000) + RING_GRACE_S;
  return ari.invoke("channels", "originate", {
    endpoint: dialString(route, number),
    channelId,
    ...(farId && { otherChannelId: farId }),
    app,
    timeout: ringSeconds,
    // Asterisk converts calls down to 8 kHz unless more is requested. All codecs of the endpoint are offered.
    formats: "slin16",
    ...(callerId && { callerId: callerIdText(callerId) }),
    // Set here because no dialplan runs that could. The limit counts from now, not from the answer.
    variables: {
      "TIMEOUT(absolute)": String(ringSeconds + Math.ceil(maxCallMs / 1000) + CALL_GRACE_S),
      // On a forward (SIP 302), Asterisk would dial the new number in the channel's own context: the assistant's.
      FORWARD_CONTEXT: NOWHERE,
      ...forItsReturn(app),
      ...variables,
    },
  });
}

/** Resolves once there is a connection. */
async function connected(ari: AriConnection, signal: AbortSignal): Promise<void> {
  if (ari.connected) return;
  let stop = () => {};
  const made = new Promise<void>((resolve) => (stop = ari.onConnected(() => resolve())));
  await unlessAborted(signal, made).finally(stop);
}
