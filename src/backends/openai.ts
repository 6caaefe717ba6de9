import { OpenAI } from "openai";
import { Agent } from "undici";
import { onAbort } from "../kernel/abort.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { baseAddressOf } from "./address.js";
import { brokeUnanswered, failureOf, nonsense, type Purpose } from "./failure.js";

export { BackendFailure, nonsense, type Purpose } from "./failure.js";

export interface BackendSettings {
  /** With or without `/v1`: see {@link baseAddressOf}. */
  readonly baseUrl: string;
  /** Sent as a bearer token; servers of one's own mostly want none. */
  readonly apiKey?: string | undefined;
  /** The longest that the server may keep silent, ms: until its answer begins, and between two pieces of it. */
  readonly timeoutMs: number;
}

/**
 * A server that speaks OpenAI's interface, whatever it is asked for. Every request is tied to a signal and a deadline,
 * and is closed when either is over; every failure is an AttendantError with the code of its purpose.
 */
export interface Backend {
  /** The base address in use; it holds no secret. */
  readonly address: string;

  /**
   * Asks once and gives the whole answer.
   *
   * @throws {AttendantError} with the purpose's code · the signal's own reason when it aborts
   */
  ask<T>(purpose: Purpose, signal: AbortSignal, request: Request<T>): Promise<T>;

  /**
   * Asks once and gives the answer piece by piece. Leaving the loop, an error and an aborted signal all close the
   * connection. The deadline runs anew for each piece, and only while one is waited for.
   *
   * @throws {AttendantError} with the purpose's code · the signal's own reason when it aborts
   */
  stream<T>(purpose: Purpose, signal: AbortSignal, request: Request<AsyncIterable<T>>): AsyncGenerator<T, void, void>;

  /**
   * Finds out whether the server is there and takes the key, by asking for its list of models. A server that has no
   * such list (404, 405) is there.
   *
   * @throws {AttendantError} with the purpose's code · the signal's own reason when it aborts
   */
  check(purpose: Purpose, signal: AbortSignal): Promise<void>;
}

/** Sends a request. It must pass `signal` on, and may be called twice. */
export type Request<T> = (api: OpenAI, signal: AbortSignal) => Promise<T>;

/**
 * How long an unused connection is kept, ms. Between two turns of a conversation lie more than the 4 s after which fetch
 * lets go of one by itself, and a new one costs a remote server's caller two or three round trips.
 */
const IDLE_MS = 60_000;

/** @throws {AttendantError} `settings_invalid` when the address is none */
export function createBackend({ baseUrl, apiKey, timeoutMs }: BackendSettings): Backend {
  const address = baseAddressOf(baseUrl);
  const asked = { address, apiKey, timeoutMs };
  const api = new OpenAI({
    baseURL: address,
    // The library insists on a key; without one the header is left out again.
    apiKey: apiKey ?? "none",
    ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    // What it would otherwise read from OPENAI_… in the environment is nobody's setting here.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    // The same class that Node's own fetch is built on, under types of another release.
    fetchOptions: { dispatcher: new Agent({ keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS }) as never },
    // Ours runs out first and covers the body as well.
    timeout: timeoutMs + 1_000,
  });

  /** A connection that the server closes just as it is used again says nothing about the server: ask once more. */
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
    const inTime = <R>(task: () => Promise<R>) => withDeadline(timeoutMs, exchange.signal, purpose.server, task);
    let pieces: AsyncIterator<T> | undefined;
    try {
      pieces = (await inTime(() => send(request, exchange.signal)))[Symbol.asyncIterator]();
      for (;;) {
        const reading = pieces;
        const piece = await inTime(() => reading.next());
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
      exchange.abort(new Ending("finished"));
      pieces?.return?.()?.catch(() => {});
    }
  }

  return {
    address,
    ask,
    stream,
    check: (purpose, signal) =>
      ask(purpose, signal, async (_api, limited) => {
        try {
          const response = await api.get("/models", { signal: limited }).asResponse();
          await response.body?.cancel();
          if (/html/.test(response.headers.get("content-type") ?? "")) {
            throw nonsense("answers with web pages", purpose, asked);
          }
        } catch (error) {
          if (!(error instanceof OpenAI.APIError && (error.status === 404 || error.status === 405))) throw error;
        }
      }),
  };
}
