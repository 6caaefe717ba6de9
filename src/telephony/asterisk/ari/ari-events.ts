import { once } from "node:events";
import WebSocket from "ws";
import { unlessAborted, withDeadline } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { keepAlive } from "../../../kernel/keep-alive.js";
import { isRecord } from "../../../kernel/record.js";
import type { Scope } from "../../../kernel/scope.js";
import { type AriCredentials, basicAuthorization } from "./ari-credentials.js";

/** A channel as ARI's events and answers show it; only the fields in use. */
export interface AriChannel {
  readonly id: string;
  /** Technology and peer: `PJSIP/203-00000007`. */
  readonly name: string;
  /** `Down`, `Ring`, `Ringing`, `Up` … */
  readonly state: string;
  readonly caller: { readonly number: string; readonly name: string };
  readonly dialplan: { readonly context: string; readonly exten: string };
  /** The arguments of Stasis() while it is in one: the name of the application, and what follows. */
  readonly stasis?: readonly string[] | undefined;
}

/** An event of the ARI application (`rest-api/api-docs/events.json`); only the fields in use. */
export interface AriEvent {
  readonly type: string;
  readonly channel?: AriChannel;
  /** What the dialplan passed to Stasis(), on StasisStart. */
  readonly args?: readonly string[];
  /** On StasisStart: the channel in our application whose place this one takes, by an attended transfer. */
  readonly replaced?: AriChannel;
  readonly digit?: string;
  /** The bridge that a channel entered or left. */
  readonly bridgeId?: string;
  /** Q.850 cause, on ChannelDestroyed. On a `ChannelHangupRequest` that is `soft`, Asterisk's own flags instead. */
  readonly cause?: number;
  /** Whether Asterisk, not the far side, is to hang up. */
  readonly soft?: boolean;
  /** The SIP status that ended the channel, on ChannelDestroyed. */
  readonly tech_cause?: number;
  /** On Dial: the dialled channel, its dial status, the dialling channel, and the number that the call is forwarded to. */
  readonly peer?: AriChannel;
  readonly dialstatus?: string;
  readonly dialledBy?: AriChannel;
  readonly forward?: string;
  /** A variable of the channel and its new value, on ChannelVarset. */
  readonly variable?: string;
  readonly value?: string;
}

/** Source of the application's events. */
export interface AriEvents {
  /** Calls `listener` with every event. Returns a function that stops it. */
  onEvent(listener: (event: AriEvent) => void): () => void;
}

/** Maximum time by which an event arrives after the answer to a later request, in ms: they come over different sockets. */
export const EVENT_LAG_MS = 1_000;

const KEEP_ALIVE_MS = 4_000;
const OPEN_MS = 5_000;
/** Maximum size of an event, in bytes; most have 1 or 2 KB. */
const MAX_EVENT = 1024 * 1024;

/**
 * Opens the event socket, which registers the application with Asterisk. Events are dropped while it is away, not queued; the
 * connection has to check what happened once it is back.
 *
 * @param scope scope of the connection: its end closes the socket; if the socket ends or goes silent, it ends as `failed`
 */
export async function openEvents(
  credentials: AriCredentials,
  app: string,
  scope: Scope,
  onEvent: (event: AriEvent) => void,
): Promise<void> {
  const address = new URL(
    `ari/events?app=${encodeURIComponent(app)}&subscribeAll=false`,
    `${credentials.url.replace(/\/*$/, "")}/`,
  );
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address, {
    headers: { authorization: basicAuthorization(credentials) },
    handshakeTimeout: OPEN_MS,
    perMessageDeflate: false,
    maxPayload: MAX_EVENT,
  });
  const lost = (detail: string) => scope.end(new Ending("failed", `the event stream ended: ${detail}`));
  socket.on("error", (error) => lost(error.message));
  socket.on("close", (code) => lost(`closed with ${code}`));
  scope.onEnd(() => socket.terminate());
  // Listens from the start: an event may share a packet with the answer to the handshake.
  socket.on("message", (text) => {
    const event = parseEvent(String(text));
    if (event) onEvent(event);
  });
  await withDeadline(OPEN_MS, scope.signal, "opening the event stream", (signal) => once(socket, "open", { signal }));
  const onSilence = () => lost(`no sign of life for ${KEEP_ALIVE_MS} ms`);
  socket.on("pong", keepAlive({ everyMs: KEEP_ALIVE_MS, ask: () => socket.ping(), onSilence, scope }));
}

const TEXTS = ["digit", "dialstatus", "forward", "variable", "value"] as const;
const NUMBERS = ["cause", "tech_cause"] as const;

/** Returns an event whose fields match its type; undefined for anything else. */
function parseEvent(text: string): AriEvent | undefined {
  try {
    const event = JSON.parse(text) as Record<string, unknown> | null;
    if (typeof event?.type !== "string") return undefined;
    const { channel, peer, args, soft, bridge, caller, replace_channel: replaced } = event;
    const plain = [
      ...TEXTS.filter((name) => typeof event[name] === "string"),
      ...NUMBERS.filter((name) => typeof event[name] === "number"),
    ];
    return {
      type: event.type,
      ...Object.fromEntries(plain.map((name) => [name, event[name]])),
      ...(isRecord(channel) && { channel: channelOf(channel) }),
      ...(isRecord(peer) && { peer: channelOf(peer) }),
      ...(isRecord(replaced) && { replaced: channelOf(replaced) }),
      ...(Array.isArray(args) && { args: args.map(String) }),
      ...(isRecord(bridge) && { bridgeId: String(bridge.id) }),
      ...(soft === true && { soft }),
      ...(isRecord(caller) && { dialledBy: channelOf(caller) }),
    };
  } catch {
    return undefined;
  }
}

/** Returns the channel that an event or an answer shows; missing fields are empty. */
export function channelOf(shown: unknown): AriChannel {
  const { id, name, state, caller, dialplan } = isRecord(shown) ? shown : {};
  const field = (of: unknown, key: string) => text(isRecord(of) ? of[key] : undefined);
  return {
    id: text(id),
    name: text(name),
    state: text(state),
    caller: { number: field(caller, "number"), name: field(caller, "name") },
    dialplan: { context: field(dialplan, "context"), exten: field(dialplan, "exten") },
    ...(field(dialplan, "app_name") === "Stasis" && { stasis: field(dialplan, "app_data").split(",") }),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Resolves with the next event of this type about a channel. Call it before causing the event. */
export async function channelEvent(
  ari: AriEvents,
  type: string,
  channelId: string,
  signal: AbortSignal,
): Promise<void> {
  let stop = () => {};
  const happened = new Promise<void>((resolve) => {
    stop = ari.onEvent((event) => event.type === type && event.channel?.id === channelId && resolve());
  });
  await unlessAborted(signal, happened).finally(stop);
}
