// @ts-check
/**
 * Runs ari-client in its own thread.
 *
 * ari-client 2.2.0 throws inside socket callbacks, where the error cannot be caught, when it is refused or cut off while it
 * reads the server's description; it prints to stdout; it keeps its credentials in a global of the process; and a request that
 * hangs, or whose connection breaks, never settles. Here all of that ends only the thread: `ari-operations.ts` on the other side
 * sees the end, and starts a new thread with the next connection.
 *
 * Only its operations are used. Its event socket gives up after ten attempts and throws on unknown events.
 *
 * In JavaScript, because the thread's entry must be the same file whether the sources or the build are run.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import http from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { connect } from "ari-client";

/** @typedef {import("./ari-operations.js").AriRequest} AriRequest */
/** @typedef {import("./ari-operations.js").AriAnswer} AriAnswer */
/** @typedef {Record<string, Record<string, (parameters: object) => Promise<unknown>>>} Operations */

const port = parentPort;
if (!port) throw new Error("this file is the entry of a thread");

const answer = (/** @type {AriAnswer} */ message) => port.postMessage(message);

/** @param {unknown} error */
const text = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Returns the result of an operation as plain JSON: ari-client wraps results in objects that hold their client (in names with a
 * leading underscore) and cannot leave a thread.
 *
 * @param {unknown} value
 */
const plain = (value) =>
  value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value, (key, part) => (key.startsWith("_") ? undefined : part)));

/**
 * Returns text whose Latin-1 bytes are the UTF-8 bytes of `text`: ari-client encodes credentials as Latin-1, and Asterisk reads
 * them as UTF-8.
 *
 * @param {string} text
 */
const utf8 = (text) => Buffer.from(text, "utf8").toString("latin1");

/**
 * Maximum number of concurrent connections to Asterisk. Its HTTP server has a backlog of ten; connections beyond that are
 * dropped, and retried by the kernel a second later. The rest is left to media sockets and the event stream.
 */
const MAX_CONNECTIONS = 6;
/** Idle time-out of a connection, in ms: shorter than Asterisk's (15 s). It also closes a connection that hangs. */
const IDLE_MS = 5_000;

class FewConnections extends http.Agent {
  constructor() {
    super({ keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_MS });
  }

  /**
   * @override
   * @param {Parameters<http.Agent["createConnection"]>} parameters
   */
  createConnection(...parameters) {
    const socket = super.createConnection(...parameters);
    socket?.on("timeout", () => socket.destroy());
    return socket;
  }
}
http.globalAgent = new FewConnections();

/**
 * For each operation, a function to call when its connection breaks: ari-client passes on answers only.
 *
 * @type {AsyncLocalStorage<(error: Error) => void>}
 */
const underWay = new AsyncLocalStorage();
const { request } = http;
http.request = (/** @type {any[]} */ ...parameters) => {
  const sent = Reflect.apply(request, http, parameters);
  const broke = underWay.getStore();
  if (broke)
    sent.on("error", broke).on("response", (/** @type {http.IncomingMessage} */ answer) => answer.on("error", broke));
  return sent;
};

try {
  const { url, user, password } = workerData;
  const client = /** @type {Operations} */ (/** @type {unknown} */ (await connect(url, utf8(user), utf8(password))));
  port.on("message", (/** @type {AriRequest} */ { id, resource, operation, parameters }) => {
    const run = client[resource]?.[operation];
    if (!run) return answer({ kind: "error", id, message: `this Asterisk has no ${resource}.${operation}` });
    const failed = (/** @type {unknown} */ error) => answer({ kind: "error", id, message: text(error) });
    // Only the first answer counts.
    underWay.run(failed, () => {
      run(parameters)
        .then((value) => answer({ kind: "result", id, value: plain(value) }))
        .catch(failed);
    });
  });
  answer({ kind: "connected" });
} catch (error) {
  answer({ kind: "failed", message: text(error) });
}
