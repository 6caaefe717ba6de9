import { pause, unlessAborted } from "../../../kernel/deadline.js";
import { AttendantError } from "../../../kernel/errors.js";
import type { Scope } from "../../../kernel/scope.js";
import type { MediaSocket } from "../../media-socket.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { channelEvent } from "../ari/ari-events.js";
import { findChannel, isInApplication } from "../ari/channels.js";
import { hangUp, type LiveChannels } from "../ari/live-channels.js";
import { MEDIA_OVER, onLostMedia } from "./lost-media.js";
import { openMediaSocket } from "./open-media-socket.js";
import { ownId } from "../ari/instance-ids.js";

export interface MediaChannelNeeds {
  readonly ari: AriConnection;
  readonly app: string;
  /** Address of Asterisk's HTTP server; the media sockets share a port with ARI. */
  readonly asteriskUrl: string;
  readonly live: LiveChannels;
  /** Channel of the party whose audio it carries. It has to be in our application. */
  readonly channelId: string;
  /** Called with each frame heard, which is valid during the call only. */
  readonly onFrame: (frame: Int16Array) => void;
}

/** An external-media channel in our application, with the socket for the audio in both directions. */
export interface MediaChannel {
  readonly id: string;
  readonly socket: MediaSocket;
  /** Ends with the socket. */
  readonly scope: Scope;
}

/** Time after which, and interval at which, Asterisk is asked for a channel that no event reports, in ms. It takes about 5. */
const ASK_MS = 300;

/**
 * Opens a media channel that can be put into a bridge: a channel can be bridged only after its own StasisStart (422 before).
 *
 * @param scope scope of the channel: its end releases everything, at whatever moment; it ends as `failed` when the socket is
 *   lost
 * @throws {AttendantError} `media_failed`, `asterisk_unreachable` or `asterisk_request_failed` · what ended the scope
 */
export async function openMediaChannel(
  { ari, app, asteriskUrl, live, channelId, onFrame }: MediaChannelNeeds,
  scope: Scope,
  signal: AbortSignal,
): Promise<MediaChannel> {
  const id = ownId(app, "media");
  live.addMedia(id, channelId, scope);
  const started = channelEvent(ari, "StasisStart", id, scope.signal);
  started.catch(() => {}); // Awaited below, if it gets that far.
  const asked = {
    channelId: id,
    app,
    external_host: "INCOMING",
    transport: "websocket",
    encapsulation: "none",
    connection_type: "server",
    format: "slin16",
    transport_data: "f(json)",
    variables: onLostMedia(channelId),
  };
  const making = ari.invoke<{ channelvars?: Record<string, string> }>("channels", "externalMedia", asked, signal);
  // If the party is handed over, they wait for the next process as if the socket had broken.
  const cause = () => (scope.ending?.kind === "handed_over" ? "16" : MEDIA_OVER);
  const takeDown = async () => {
    await hangUp(ari, id, cause()).catch(() => {}); // It is retried all the same.
  };
  scope.onEnd(() => making.then(takeDown, takeDown)); // Waits for the channel: hanging it up before it exists has no effect.
  const made = await unlessAborted(signal, making);
  const connectionId = made.channelvars?.MEDIA_WEBSOCKET_CONNECTION_ID;
  if (!connectionId)
    throw new AttendantError("media_failed", "Asterisk did not name the connection of the media socket");
  const address = new URL(`/media/${encodeURIComponent(connectionId)}`, asteriskUrl);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const end = () => ari.hangupRetries.hangUp(id, cause());
  const needs = { scope, onFrame, hangUp: end };
  const opening = ari.mediaGate.run("open", signal, () => openMediaSocket(address, needs));
  const socket = await unlessAborted(signal, opening);
  await hasStarted({ ari, app }, id, started, AbortSignal.any([signal, scope.signal]));
  return { id, socket, scope };
}

/** Resolves once the channel can be put into a bridge: by the event or, as events get lost, by asking Asterisk. */
async function hasStarted(
  { ari, app }: Pick<MediaChannelNeeds, "ari" | "app">,
  id: string,
  reported: Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const asking = new AbortController();
  const limit = AbortSignal.any([signal, asking.signal]);
  const asked = async () => {
    for (;;) {
      await pause(ASK_MS, limit);
      const channel = await findChannel(ari, id, limit).catch(() => undefined);
      if (channel && isInApplication(channel, app)) return;
    }
  };
  try {
    await unlessAborted(signal, Promise.race([reported, asked()]));
  } finally {
    asking.abort();
  }
}
