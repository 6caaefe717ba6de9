import { type APIError, OpenAI as Library } from "openai";
import { onAbort } from "../kernel/abort.js";
import { createReadTimeout, withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { AttendantError } from "../kernel/errors.js";
import { baseAddressOf } from "./address.js";
import { openConnections } from "./connections.js";
import { createFetch } from "./fetch.js";
import { brokeUnanswered, failureOf, nonsense, type Purpose, type ServerFault } from "./failure.js";
import { quoted, wordsOf } from "./words.js";

export { BackendFailure, type Purpose, type ServerFault } from "./failure.js";
export { wordsIn, wordsOfText } from "./words.js";

export interface BackendSettings {
  /** With or without `/v1`: see {@link baseAddressOf}. */
  readonly baseUrl: string;
  /** Sent as a bearer token; local servers usually need none. */
  readonly apiKey?: string | undefined;
  /** Maximum silence of the server, in ms: until its answer begins, and between two pieces of it. */
  readonly timeoutMs: number;
}

/**
 * A server with OpenAI's API, for any purpose. Every request has a signal and a time-out, and is closed when either ends it;
 * every failure is an AttendantError with the code of its purpose.
 */
export interface Backend {
  /** The base address in use; it contains no secret. */
  readonly address: string;

  /**
   * Sends a request and returns the whole answer.
   *
   * @throws {AttendantError} with the purpose's code · the signal's own reason when it aborts
   */
  ask<T>(purpose: Purpose, signal: AbortSignal, request: Request<T>): Promise<T>;

  /**
   * Sends a request and yields the answer piece by piece. Leaving the loop, an error and an aborted signal all close the
   * connection. The time-out applies to each piece, while one is awaited.
   *
   * @throws {AttendantError} with the purpose's code · the signal's own reason when it aborts
   */
  stream<T>(purpose: Purpose, signal: AbortSignal, request: Request<AsyncIterable<T>>): AsyncGenerator<T, void, void>;

  /**
   * The failure of an answer with a good status but unusable contents: `what` continues the sentence "the server …". The answer's
   * own words are quoted, because some servers send errors this way.
   */
  unusable(purpose: Purpose, what: string, said?: unknown, fault?: ServerFault): AttendantError;

  /**
   * Opens a connection for a request that may follow soon, if opening one takes long. Sends no request, returns at once, and does
   * nothing when a connection is open.
   */
  connectAhead(): void;

  /** Closes all connections. */
  close(): void;
}

/** Sends a request. It must pass `signal` on, and may be called twice. */
export type Request<T> = (api: Api, signal: AbortSignal) => Promise<T>;

/** What requests are made with. */
export type Api = OpenAI;

/**
 * The library's client, which understands only one form of error body and drops the others. Its name is sent with each request.
 */
class OpenAI extends Library {
  protected override makeStatusError(
    status: number,
    body: object,
    text: string | undefined,
    headers: Headers,
  ): APIError {
    const message = wordsOf(body) || wordsOf(text);
    return super.makeStatusError(status, message ? { error: { message } } : {}, undefined, headers);
  }
}

/** @throws {AttendantError} `settings_invalid` when the address is invalid */
export function createBackend({ baseUrl, apiKey, timeoutMs }: BackendSettings): Backend {
  const address = baseAddressOf(baseUrl);
  const asked = { address, apiKey, timeoutMs };
  const connections = openConnections(new URL(address).origin);
  const api = new OpenAI({
    baseURL: address,
    // The library requires a key; without one the header is removed again.
    apiKey: apiKey ?? "none",
    ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    // Keeps the library from reading OPENAI_… in the environment, which are not our settings.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    fetch: createFetch(connections.dispatcher),
    // Ours ends earlier and covers the body as well.
    timeout: timeoutMs + 1_000,
  });

  /** When the server closes a kept-alive connection just as it is used, this says nothing about the server: retry once. */
  async function send<T>(request: Request<T>, signal: AbortSignal): Promise<T> {
    try {
      return await request(api, signal);
    } catch (error) {
      if (signal.aborted || !brokeUnanswered(error)) throw error;
      return await request(api, signal);
    }
  }

  async function ask<T>(purpose: Purpose, signal: AbortSignal, request: Request<T>): Promise<T> {
    try {
      return await withDeadline(timeoutMs, signal, purpose.server, (limited) => send(request, limited));
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error, purpose, asked);
    }
  }

  async function* stream<T>(purpose: Purpose, signal: AbortSignal, request: Request<AsyncIterable<T>>) {
    signal.throwIfAborted();
    const exchange = new AbortController();
    const stop = onAbort(signal, (reason) => exchange.abort(reason));
    const readTimeout = createReadTimeout(timeoutMs, exchange.signal, purpose.server);
    let pieces: AsyncIterator<T> | undefined;
    try {
      pieces = (await readTimeout.wait(() => send(request, exchange.signal)))[Symbol.asyncIterator]();
      for (;;) {
        const reading = pieces;
        const piece = await readTimeout.wait(() => reading.next());
        // The library ends an aborted stream as if it were complete.
        signal.throwIfAborted();
        if (piece.done) return;
        yield piece.value;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error, purpose, asked);
    } finally {
      stop();
      readTimeout.end();
      exchange.abort(new Ending("finished"));
      pieces?.return?.()?.catch(() => {});
    }
  }

  return {
    address,
    ask,
    stream,
    connectAhead: () => connections.openAhead(),
    close: () => connections.close(),
    unusable: (purpose, what, said, fault) =>
      nonsense(`${what}${quoted(wordsOf(said), apiKey)}`, purpose, asked, fault),
  };
}

/** The options of a request that belongs to a span; empty without one. */
export function tracedBy(traceparent: string | undefined): { readonly headers?: Readonly<Record<string, string>> } {
  return traceparent === undefined ? {} : { headers: { traceparent } };
}
