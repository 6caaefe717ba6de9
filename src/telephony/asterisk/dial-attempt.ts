import { pause, withDeadline } from "../../kernel/deadline.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { DialRequest } from "../dialler.js";
import type { AriConnection } from "./ari-connection.js";
import { type AriChannel, type AriEvent, channelOf } from "./ari-events.js";
import { isAboutSomethingGone } from "./asterisk-errors.js";
import { callerIdText } from "./caller-id.js";
import { type DialRoute, dialString } from "./dial-route.js";
import { EVENT_LAG_MS, type LiveChannels, ownId } from "./live-channels.js";

/** How the wait for an answer ended. */
export type DialAttemptEnd =
  | { readonly kind: "answered"; readonly channel: AriChannel }
  | { readonly kind: "destroyed"; readonly cause: number; readonly sipCode: number | undefined }
  /** Asterisk did not place the call, or could not be asked to. */
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "timed_out" }
  /** The channel went while no events came from Asterisk. */
  | { readonly kind: "lost" }
  /** The call's scope ended. */
  | { readonly kind: "ended" };

export interface DialAttempt {
  /** Resolves once, and never rejects. */
  readonly end: Promise<DialAttemptEnd>;
  /** Whether the far side has said so far that it rings. */
  readonly rang: boolean;
}

export interface DialAttemptRequest extends DialRequest {
  /** Which Asterisk sets after it has made the channel and before it dials. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface DialAttemptNeeds {
  readonly ari: AriConnection;
  readonly app: string;
  readonly live: LiveChannels;
  readonly route: DialRoute;
  /** The longest that an answered call may last, ms. */
  readonly maxCallMs: number;
}

const TAKE_DOWN_MS = 2_000;
/** Asterisk's own limits are this much longer than the controller's, s: they are for a controller that has died. */
const RING_GRACE_S = 2;
const CALL_GRACE_S = 60;

/**
 * Has Asterisk dial a number into our application, and watches what comes of it: `StasisStart` is the answer,
 * `ChannelDestroyed` the end without one. Dial statuses are no evidence: all refusals have the same.
 *
 * The end of `call` hangs up, at whatever moment: also while the request is under way, since what is hung up before it
 * exists would come into being afterwards.
 */
export function startDialAttempt(
  { ari, app, live, route, maxCallMs }: DialAttemptNeeds,
  { number, channelId, ringTimeoutMs, callerId, variables, onRinging }: DialAttemptRequest,
  call: Scope,
): DialAttempt {
  let rang = false;
  let alerted = false;
  let settled = false;
  let isGone = false;
  let onDestroyed = () => {};
  const destroyed = new Promise<void>((resolve) => (onDestroyed = resolve));
  let resolveEnd: (end: DialAttemptEnd) => void = () => {};
  const end = new Promise<DialAttemptEnd>((resolve) => (resolveEnd = resolve));

  const otherHalf = route.kind === "dialplan" ? { otherChannelId: ownId(app, "far") } : {};
  for (const id of [channelId, ...Object.values(otherHalf)]) live.add(id, call);
  const stopEvents = ari.onEvent(onEvent);
  const stopLooking = ari.onConnected(() => void call.run(look()).catch(() => {}));
  const timer = setTimeout(() => settle({ kind: "timed_out" }), ringTimeoutMs);
  const placed = place().catch((error: unknown) => {
    isGone = error instanceof AttendantError && error.code === "asterisk_request_failed";
    settle({ kind: "refused", error });
  });
  call.onEnd(takeDown);

  return {
    end,
    get rang() {
      return rang;
    },
  };

  function place(): Promise<unknown> {
    const ringSeconds = Math.ceil(ringTimeoutMs / 1000) + RING_GRACE_S;
    return ari.invoke("channels", "originate", {
      endpoint: dialString(route, number),
      channelId,
      ...otherHalf,
      app,
      timeout: ringSeconds,
      // Unless asked for more, Asterisk converts every call down to 8 kHz on the way. All codecs of the endpoint are offered.
      formats: "slin16",
      ...(callerId && { callerId: callerIdText(callerId) }),
      // No dialplan runs that could set it. It counts from here, not from the answer.
      variables: {
        "TIMEOUT(absolute)": String(ringSeconds + Math.ceil(maxCallMs / 1000) + CALL_GRACE_S),
        ...variables,
      },
    });
  }

  function onEvent({ type, channel, peer, dialstatus, cause = 0, tech_cause: sipCode }: AriEvent): void {
    if (type === "Dial") {
      if (peer?.id !== channelId) return;
      if (dialstatus === "RINGING") ringing();
      // Ringback or an announcement in place of a ringing indication: trunks do that.
      if (dialstatus === "PROGRESS") reportRinging();
    } else if (channel?.id === channelId) {
      if (type === "StasisStart") answered(channel);
      else if (type === "ChannelStateChange" && channel.state === "Ringing") ringing();
      else if (type === "ChannelDestroyed") {
        isGone = true;
        onDestroyed();
        settle({ kind: "destroyed", cause, sipCode });
      }
    }
  }

  function ringing(): void {
    rang = true;
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
    live.addParty(channelId, call); // From now on its end is the call's, in the same instant even.
    settle({ kind: "answered", channel });
  }

  function settle(result: DialAttemptEnd): void {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    stopLooking();
    resolveEnd(result);
  }

  /** After a connection was lost and made again: what it would have told of is looked up. */
  async function look(): Promise<void> {
    await placed;
    const isThere = () => findChannel(ari, channelId, call.signal);
    await isThere();
    // The answer may have come over another socket than an event that was sent before it.
    await pause(EVENT_LAG_MS, call.signal);
    const channel = await isThere();
    if (!channel) settle({ kind: "lost" });
    else if (channel.state === "Up") answered(channel);
  }

  async function takeDown(): Promise<void> {
    settle({ kind: "ended" });
    await placed;
    if (!isGone) {
      // Throws when there is no such channel any more, or no Asterisk to ask; the event would not come then either.
      await ari
        .invoke("channels", "hangup", { channelId, reason_code: "16" }, AbortSignal.timeout(TAKE_DOWN_MS))
        .then(() => withDeadline(TAKE_DOWN_MS, undefined, "the end of the channel", () => destroyed))
        .catch(() => {});
    }
    stopEvents();
  }
}

/**
 * The channel as it is now; undefined when there is none.
 * @throws when Asterisk cannot be asked
 */
export async function findChannel(
  ari: AriConnection,
  channelId: string,
  signal?: AbortSignal,
): Promise<AriChannel | undefined> {
  try {
    return channelOf(await ari.invoke<unknown>("channels", "get", { channelId }, signal));
  } catch (error) {
    if (isAboutSomethingGone(error)) return undefined;
    throw error;
  }
}
