import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import { ANSWER_HEADERS } from "./answer-headers.js";
import { limitConnections } from "./connections.js";
import { PROBLEM_TYPE, problem } from "./problem.js";
import type { Refusals } from "./refusals.js";
import { createUnanswered } from "./unanswered.js";
import { type SocketEndpoint, takeUpgrades } from "./upgrades.js";

/** ms within which the headers of a request must have come. A client that dribbles them is cut off. */
const HEADERS_TIMEOUT_MS = 10_000;
/** ms within which a whole request must have come. */
const REQUEST_TIMEOUT_MS = 30_000;
/** ms between two looks for requests that take too long. */
const CHECK_MS = 2000;
/** ms that an unused connection is kept. */
const KEEP_ALIVE_MS = 5000;
/** ms without a byte in either direction: a client that does not read its answer. */
const IDLE_MS = 60_000;
/** Connections that the system may hold until they are taken: one that finds no place there comes a second later. */
const BACKLOG = 4096;

export interface HttpServer extends AsyncDisposable {
  /**
   * @returns the address it listens on, such as `http://127.0.0.1:8080`
   * @throws {Error} when the port is taken or the address is not the machine's
   */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Where it listens; undefined while it does not. */
  readonly url: string | undefined;
  /** Takes no more connections and lets running requests finish, `deadlineMs` at the longest. Never rejects. */
  close(deadlineMs: number): Promise<void>;
}

export interface HttpServerNeeds {
  readonly log: Log;
  /** Counts and logs connections that are cut off or refused. */
  readonly refusals: Pick<Refusals, "note">;
  /** What may be asked for with an upgrade; nothing unless given. */
  readonly sockets?: readonly Pick<SocketEndpoint, "path">[];
}

export function createHttpServer(
  application: RequestListener,
  { log, refusals, sockets = [] }: HttpServerNeeds,
): HttpServer {
  let closing = false;
  const unanswered = createUnanswered((address) => refusals.note("too_many_unanswered", address));
  const server = createServer({
    IncomingMessage: unanswered.IncomingMessage,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.timeout = IDLE_MS;
  unanswered.limit(server);
  limitConnections(server, unanswered, (address) => refusals.note("too_many_connections", address));
  server.on("request", (req, res) => {
    // Otherwise a client on a kept connection could go on asking until the deadline.
    if (closing) res.setHeader("Connection", "close");
    // One whose request was under way already learns it from the end of the connection.
    res.once("close", () => closing && setImmediate(() => server.closeIdleConnections()));
    application(req, res);
  });
  takeUpgrades(server, application, sockets, unanswered);
  server.on("clientError", answerUnreadable);
  server.on("error", (error) =>
    log.error("http_server_error", "The HTTP server reports an error", { error: describe(error) }),
  );

  const close = async (deadlineMs: number) => {
    closing = true;
    if (!server.listening) return;
    const timer = setTimeout(() => server.closeAllConnections(), deadlineMs);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    clearTimeout(timer);
  };

  return {
    listen: async ({ host, port }) => {
      await listening(server, host, port);
      return urlOf(server) ?? "";
    },
    get url() {
      return urlOf(server);
    },
    close,
    [Symbol.asyncDispose]: () => close(0),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      server.off("listening", ready);
      reject(new Error(`The HTTP interface cannot listen on ${host}:${port}`, { cause: error }));
    };
    const ready = () => {
      server.off("error", failed);
      resolve();
    };
    server.once("error", failed);
    server.once("listening", ready);
    server.listen({ port, host, backlog: BACKLOG });
  });
}

function urlOf(server: Server): string | undefined {
  const address = server.address() as AddressInfo | null;
  if (!address) return undefined;
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/** The answer to bytes that are no HTTP request or come too slowly: there is no request to answer yet, only a socket. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [line, detail] =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? ["408 Request Timeout", "The request took too long to arrive."]
      : error.code === "HPE_HEADER_OVERFLOW"
        ? ["431 Request Header Fields Too Large", "The headers are too large."]
        : ["400 Bad Request", "This is no HTTP request."];
  const body = JSON.stringify({ ...problem("invalid_request", detail), status: Number(line?.slice(0, 3)) });
  const headers = Object.entries(ANSWER_HEADERS).map(([name, value]) => `${name}: ${value}`);
  const head = [
    `HTTP/1.1 ${line}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  socket.end(`${head.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`, () => socket.destroy());
}
