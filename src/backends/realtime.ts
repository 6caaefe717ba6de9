import { once } from "node:events";
import { text } from "node:stream/consumers";
import { APIError } from "openai";
import WebSocket from "ws";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { AttendantError } from "../kernel/errors.js";
import { createValueLimit, MAX_VALUES } from "../kernel/json-values.js";
import { createReadLimit } from "../kernel/read-limit.js";
import type { Scope } from "../kernel/scope.js";
import { baseAddressOf } from "./address.js";
import { failureOf, nonsense, type Purpose } from "./failure.js";
import type { BackendSettings } from "./openai.js";
import { quoted, wordsOf } from "./words.js";

/** An event of OpenAI's realtime protocol. Only the type is guaranteed. */
export interface RealtimeEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A socket with OpenAI's realtime protocol. */
export interface RealtimeSocket {
  send(event: RealtimeEvent): void;
}

export interface RealtimeNeeds {
  readonly purpose: Purpose;
  /** The query of the address, after the `?`. Never a key. */
  readonly query: Readonly<Record<string, string>>;
  /** Its end closes the socket; the socket's end ends it as `failed`, with an AttendantError as the cause. */
  readonly scope: Scope;
  readonly onEvent: (event: RealtimeEvent) => void;
}

/** Maximum time to open a socket, in ms. */
const OPEN_MS = 5_000;
/** Maximum length of a message, in bytes: a thousand times that of a text. */
const MAX_MESSAGE_BYTES = 256 * 1024;
/** From one server: far more than the words of one call need. */
const READ_LIMITS = { bytes: 2 * 1024 * 1024, messages: 1_000, windowMs: 5_000 };
/** How long to wait for the server's close frame, in ms. */
const CLOSE_MS = 1_000;
/** Bytes read of the answer of a server or proxy that refuses to open a socket. */
const MAX_REFUSAL_BYTES = 16_384;
/** Interval of pings, in ms: proxies commonly close a connection without traffic after a minute. */
const PING_MS = 20_000;
/** A server with more unread bytes than this does not listen: half a minute of audio. */
const MAX_UNSENT_BYTES = 2_000_000;

/**
 * Opens a socket to a server with OpenAI's realtime API. The library's own class is not used: it supports only TLS, requires a
 * model in the address, and hides why it was rejected.
 *
 * @throws {AttendantError} with the purpose's code · the scope's ending
 */
export async function connectRealtime(
  { baseUrl, apiKey, timeoutMs }: BackendSettings,
  { purpose, query, scope, onEvent }: RealtimeNeeds,
): Promise<RealtimeSocket> {
  const address = baseAddressOf(baseUrl);
  const asked = { address, apiKey, timeoutMs: Math.min(timeoutMs, OPEN_MS) };
  const { signal } = scope;
  signal.throwIfAborted();
  const url = new URL(`${address.replace(/^http/, "ws")}/realtime`);
  url.search = String(new URLSearchParams(query));
  const socket = new WebSocket(url, {
    headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
    handshakeTimeout: asked.timeoutMs,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  let fault: AttendantError | undefined;
  const fail = (failure: AttendantError) => {
    fault ??= failure;
    scope.end(new Ending("failed", failure.message, { cause: failure }));
    socket.terminate();
  };
  const failBy = (what: string) => fail(nonsense(what, purpose, asked));
  socket.on("error", (error) => {
    const isTooLong = "code" in error && error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
    if (isTooLong) failBy(`sent a message of more than ${MAX_MESSAGE_BYTES / 1024} KB`);
    else fail(failureOf(error, purpose, asked));
  });
  socket.on("close", (code, reason) => failBy(`closed the connection (${code})${quoted(String(reason), apiKey)}`));
  const refused = new Promise<never>((_, reject) =>
    socket.on("unexpected-response", (_request, response) => {
      void refusalOf(response).then((error) => reject(failureOf(error, purpose, asked)));
    }),
  );
  scope.onEnd(() => {
    socket.close(1000);
    setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  });
  try {
    const opened = (limited: AbortSignal) => Promise.race([once(socket, "open", { signal: limited }), refused]);
    await withDeadline(asked.timeoutMs, signal, purpose.server, opened);
  } catch (error) {
    socket.terminate();
    if (!fault) signal.throwIfAborted();
    const failure = fault ?? failureOf(error, purpose, asked);
    fail(failure);
    throw failure;
  }

  const ping = setInterval(() => socket.ping(), PING_MS);
  scope.onEnd(() => clearInterval(ping));
  const mayBeRead = createReadLimit(READ_LIMITS);
  socket.on("message", (message: Buffer) => {
    if (signal.aborted) return;
    if (!createValueLimit()(message)) return failBy(`sent a message of more than ${MAX_VALUES} values`);
    if (!mayBeRead(message.length, 1)) return failBy("sends more than can be processed");
    const event = parsed(String(message));
    if (event) onEvent(event);
    else failBy("sent something that is not an event");
  });

  return {
    send(event) {
      if (signal.aborted) return;
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) return failBy("does not read what it is sent");
      socket.send(JSON.stringify(event));
    },
  };
}

/** The failure of a realtime server that reports it in an event: the words of its `error`, after `what`. */
export function realtimeFailure(
  what: string,
  said: unknown,
  purpose: Purpose,
  { baseUrl, apiKey }: BackendSettings,
): AttendantError {
  return nonsense(`${what}${quoted(wordsOf(said), apiKey)}`, purpose, { address: baseAddressOf(baseUrl) });
}

async function refusalOf(response: NodeJS.ReadableStream & { statusCode?: number | undefined }): Promise<APIError> {
  const { statusCode = 0 } = response;
  const body = (await text(limited(response)).catch(() => "")).trim();
  const said = wordsOf(parsed(body) ?? body);
  return new APIError(statusCode, said ? { message: said } : {}, undefined, undefined);
}

async function* limited(chunks: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    yield chunk;
    bytes += chunk.length;
    if (bytes > MAX_REFUSAL_BYTES) return;
  }
}

function parsed(message: string): RealtimeEvent | undefined {
  try {
    const value: unknown = JSON.parse(message);
    return typeof value === "object" && value !== null ? (value as RealtimeEvent) : undefined;
  } catch {
    return undefined;
  }
}
