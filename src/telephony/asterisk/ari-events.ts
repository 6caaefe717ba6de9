import { once } from "node:events";
import WebSocket from "ws";
import { within } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import type { Scope } from "../../kernel/scope.js";
import { type AriCredentials, basicAuthorization } from "./ari-credentials.js";

/** A channel as ARI's events and answers show it; the fields that are used. */
export interface AriChannel {
  readonly id: string;
  readonly name: string;
  readonly caller: { readonly number: string; readonly name: string };
  readonly dialplan: { readonly exten: string };
}

/** An event of the ARI application (`rest-api/api-docs/events.json`); the fields that are used. */
export interface AriEvent {
  readonly type: string;
  readonly channel?: AriChannel;
  /** What the dialplan passed to Stasis(), on StasisStart. */
  readonly args?: readonly string[];
  readonly digit?: string;
  /** Q.850 cause, on ChannelDestroyed. */
  readonly cause?: number;
}

/** How often a sign of life is asked for, and how long it may take, ms. */
const KEEP_ALIVE_MS = 4_000;
const OPEN_MS = 5_000;

/**
 * Opens the event socket, which registers the application with Asterisk. Events are dropped while it is away, not
 * queued; it is the connection's affair to look what has happened after it is back.
 *
 * @param scope the connection: its end closes the socket; the socket's end, or its silence, ends it as `failed`
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
  });
  const lost = (detail: string) => scope.end(new Ending("failed", `the event stream ended: ${detail}`));
  socket.on("error", (error) => lost(error.message));
  socket.on("close", (code) => lost(`closed with ${code}`));
  scope.onEnd(() => socket.terminate());
  await within(OPEN_MS, scope.signal, "opening the event stream", (signal) => once(socket, "open", { signal }));

  socket.on("message", (text) => {
    const event = parseEvent(String(text));
    if (event) onEvent(event);
  });
  keepAlive(socket, scope, lost);
}

/** Notices a connection that is open and dead: a machine that was unplugged, a process that was stopped. */
function keepAlive(socket: WebSocket, scope: Scope, lost: (detail: string) => void): void {
  let answered = true;
  socket.on("pong", () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return lost(`no sign of life for ${KEEP_ALIVE_MS} ms`);
    answered = false;
    socket.ping();
  }, KEEP_ALIVE_MS);
  scope.onEnd(() => clearInterval(timer));
}

function parseEvent(text: string): AriEvent | undefined {
  try {
    const event: unknown = JSON.parse(text);
    return typeof event === "object" && event !== null && "type" in event ? (event as AriEvent) : undefined;
  } catch {
    return undefined;
  }
}
