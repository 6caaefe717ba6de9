import { unlessAborted, withDeadline } from "../../kernel/deadline.js";
import { Ending, type EndingKind } from "../../kernel/ending.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { Line, Party } from "../line.js";
import type { AriConnection } from "./ari-connection.js";
import type { AriChannel, AriEvent } from "./ari-events.js";
import { type LiveChannels, ownId } from "./live-channels.js";
import { MediaSocket } from "./media-socket.js";
import type { Semaphore } from "../../kernel/semaphore.js";

/** How long setting up and taking down may take, ms; each is about ten in health. */
const SET_UP_MS = 8_000;
const TAKE_DOWN_MS = 2_000;
/** How a call ends that we could not serve, through no doing of the caller's. */
const FAULTS: ReadonlySet<EndingKind> = new Set(["failed", "deadline"]);

export interface LineNeeds {
  readonly ari: AriConnection;
  readonly app: string;
  /** Where Asterisk's HTTP server is; the media sockets are on the same port as ARI. */
  readonly asteriskUrl: string;
  readonly live: LiveChannels;
  /** How many media sockets are opened at once: a burst of calls must not open more than Asterisk can take. */
  readonly opening: Semaphore;
  /** Who is at the other end. */
  readonly caller: Party;
  /** The number that was dialled to get here. */
  readonly extension: string;
  /** Of a call that we placed: it has answered itself, and tells of its end without being asked. */
  readonly isAnswered: boolean;
  /** What becomes of the channel when no line can be made of it. It is hung up unless given. */
  readonly giveBack?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** The call. Its end takes the line down; the line's end ends it. */
  readonly scope: Scope;
}

/**
 * Makes a line of a channel that is in our Stasis application: answers it and joins it, in a bridge, with an
 * external-media channel whose WebSocket we open. When it resolves, both ways are open: what is played is heard.
 * Whatever it throws, the scope's end leaves nothing behind.
 *
 * The order matters: a channel can be bridged only after its own StasisStart (422 before), and audio sent before the
 * media channel has entered the bridge is thrown away.
 */
export async function openLine(
  channel: AriChannel,
  { ari, app, asteriskUrl, live, opening, caller, extension, isAnswered, giveBack, scope }: LineNeeds,
): Promise<Line> {
  let isUp = false;
  const mediaId = ownId(app, "media");
  const bridgeId = ownId(app, "bridge");
  const frameListeners = new Set<(frame: Int16Array) => void>();
  const keyListeners = new Set<(key: string) => void>();

  const making: Promise<unknown>[] = [];
  const seen = new Set<string>();
  let onSeen = () => {};
  const happened = (type: string): Promise<void> =>
    new Promise((resolve) => {
      onSeen = () => seen.has(type) && resolve();
      onSeen();
    });
  const onEvent = (event: AriEvent) => {
    if (event.channel?.id === mediaId) {
      seen.add(event.type);
      onSeen();
    } else if (event.channel?.id === channel.id) {
      if (event.type === "ChannelDtmfReceived" && event.digit) for (const hit of keyListeners) hit(event.digit);
    }
  };
  scope.signal.throwIfAborted();
  live.addParty(channel.id, scope);
  live.add(mediaId, scope);
  live.add(bridgeId, scope);
  scope.onEnd(ari.onEvent(onEvent));
  scope.onEnd(() => takeDown());
  // What is in the same packet as the end still arrives after it.
  scope.onEnd(() => {
    frameListeners.clear();
    keyListeners.clear();
  });

  return await withDeadline(SET_UP_MS, scope.signal, "setting the line up", async (signal) => {
    const [media] = await Promise.all([openMedia(signal), createBridge(signal), isAnswered || subscribe(signal)]);
    await unlessAborted(signal, happened("StasisStart"));
    if (!isAnswered) await ari.invoke("channels", "answer", { channelId: channel.id }, signal);
    const joined = ari.invoke("bridges", "addChannel", { bridgeId, channel: [channel.id, mediaId] }, signal);
    await Promise.all([joined, unlessAborted(signal, happened("ChannelEnteredBridge"))]);
    isUp = true;
    return line(media);
  });

  /**
   * Has something made. When the line ends meanwhile, the wait does and the request does not: taking down what is not
   * there yet would leave it behind.
   */
  function make<T>(resource: string, operation: string, parameters: object, signal: AbortSignal): Promise<T> {
    const made = ari.invoke<T>(resource, operation, { ...parameters });
    making.push(made);
    return unlessAborted(signal, made);
  }

  async function openMedia(signal: AbortSignal): Promise<MediaSocket> {
    const parameters = {
      channelId: mediaId,
      app,
      external_host: "INCOMING",
      transport: "websocket",
      encapsulation: "none",
      connection_type: "server",
      format: "slin16",
      transport_data: "f(json)",
    };
    const made = await make<{ channelvars?: Record<string, string> }>("channels", "externalMedia", parameters, signal);
    const connectionId = made.channelvars?.MEDIA_WEBSOCKET_CONNECTION_ID;
    if (!connectionId) throw new AttendantError("media_failed", "Asterisk named no connection for the media socket");
    const address = new URL(`/media/${encodeURIComponent(connectionId)}`, asteriskUrl);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const hear = (frame: Int16Array) => {
      for (const listener of frameListeners) listener(frame);
    };
    return opening.run(signal, () => MediaSocket.open(address, scope, hear));
  }

  function createBridge(signal: AbortSignal): Promise<void> {
    return make("bridges", "createWithId", { bridgeId, type: "mixing", name: bridgeId }, signal);
  }

  /** Without it an inbound channel's events end with Stasis, and how the call ended would stay unknown. */
  function subscribe(signal: AbortSignal): Promise<void> {
    return ari.invoke(
      "applications",
      "subscribe",
      { applicationName: app, eventSource: `channel:${channel.id}` },
      signal,
    );
  }

  /** Leaves nothing of the line in Asterisk. What is gone already is no fault, and an Asterisk that is away has none of it. */
  async function takeDown(): Promise<void> {
    await Promise.allSettled(making);
    const quietly = (resource: string, operation: string, parameters: Record<string, unknown>) =>
      ari.invoke(resource, operation, parameters, AbortSignal.timeout(TAKE_DOWN_MS)).catch(() => {});
    const isForOthers = !isUp && giveBack && scope.ending && FAULTS.has(scope.ending.kind);
    await Promise.all([
      isForOthers
        ? giveBack(AbortSignal.timeout(TAKE_DOWN_MS))
        : quietly("channels", "hangup", { channelId: channel.id, reason_code: "16" }),
      quietly("channels", "hangup", { channelId: mediaId, reason_code: "16" }),
      quietly("bridges", "destroy", { bridgeId }),
    ]);
  }

  function line(media: MediaSocket): Line {
    return {
      id: channel.id,
      caller,
      extension,
      signal: scope.signal,
      hear: (listener) => listen(frameListeners, listener),
      onKey: (listener) => listen(keyListeners, listener),
      play: (samples) => media.play(samples),
      mark: () => media.mark(),
      flush: () => media.flush(),
      join: async (other) => {
        media.flush();
        // Asterisk takes it out of its own bridge. Should it be gone already, this line stays as it was.
        await ari.invoke("bridges", "addChannel", { bridgeId, channel: other.id });
        // Without ours, Asterisk passes the sound of two on as it is, and nothing of their talk reaches us.
        await ari.invoke("bridges", "removeChannel", { bridgeId, channel: mediaId });
      },
      hangUp: async () => {
        scope.end(new Ending("finished", "the assistant hung up"));
        await scope.closed;
      },
    };
  }
}

function listen<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The line of somebody who answered and was gone before it could be set up. */
export function goneLine(
  channelId: string,
  { caller, extension, scope }: Pick<LineNeeds, "caller" | "extension" | "scope">,
): Line {
  return {
    id: channelId,
    caller,
    extension,
    signal: scope.signal,
    hear: () => () => {},
    onKey: () => () => {},
    play: () => Promise.resolve(),
    mark: () => Promise.resolve(false),
    flush: () => {},
    join: () => Promise.resolve(),
    hangUp: () => scope.closed,
  };
}
