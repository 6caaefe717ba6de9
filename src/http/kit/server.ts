import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { endSocket } from "../../kernel/end-socket.js";
import { describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import { ANSWER_HEADERS } from "./security-headers.js";
import { limitConnections } from "./connections.js";
import { PROBLEM_TYPE, problem } from "./problem.js";
import type { Refusals } from "./refusals.js";
import { createUnanswered } from "./unanswered.js";
import { type SocketEndpoint, takeUpgrades } from "./upgrades.js";

/** Maximum time for a request's headers to arrive, in ms. A slower client is disconnected. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Maximum time for a whole request to arrive, in ms. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Interval between checks for slow requests, in ms. */
const CHECK_MS = 2000;
/** How long an idle connection is kept open, in ms. */
const KEEP_ALIVE_MS = 5000;
/** Maximum time without a byte in either direction, in ms: the client does not read its answer. */
const IDLE_MS = 60_000;
/** Connections that the operating system queues; one that finds the queue full retries a second later. */
const BACKLOG = 4096;

export interface HttpServer extends AsyncDisposable {
  /**
   * @returns the address it listens on, such as `http://127.0.0.1:8080`
   * @throws {Error} when the port is in use or the address does not belong to this machine
   */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** The address it listens on; undefined while it does not listen. */
  readonly url: string | undefined;
  /** Accepts no more connections and lets requests in progress finish, for at most `deadlineMs`. Never rejects. */
  close(deadlineMs: number): Promise<void>;
}

export interface HttpServerNeeds {
  readonly log: Log;
  /** Counts and logs connections that are closed or refused. */
  readonly refusals: Pick<Refusals, "note">;
  /** WebSocket endpoints; none by default. */
  readonly sockets?: readonly Pick<SocketEndpoint, "path">[];
}

export function createHttpServer(
  application: RequestListener,
  { log, refusals, sockets = [] }: HttpServerNeeds,
): HttpServer {
  let closing = false;
  const unanswered = createUnanswered((why, address) => refusals.note(why, address));
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
    // Otherwise a client with a kept-alive connection could continue to make requests until the deadline.
    if (closing) res.setHeader("Connection", "close");
    // A request in progress sees the end of the connection instead.
    res.once("close", () => closing && setImmediate(() => server.closeIdleConnections()));
    application(req, res);
  });
  takeUpgrades(server, application, sockets, unanswered);
  server.on("clientError", answerUnreadable);
  server.on("error", (error) => log.error("http_server_error", "HTTP server error", { error: describe(error) }));

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

/** Answers bytes that are not HTTP, or that arrive too slowly: there is no request to answer yet, only a socket. */
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
        : ["400 Bad Request", "This is not an HTTP request."];
  const body = JSON.stringify({ ...problem("invalid_request", detail), status: Number(line?.slice(0, 3)) });
  const headers = Object.entries(ANSWER_HEADERS).map(([name, value]) => `${name}: ${value}`);
  const head = [
    `HTTP/1.1 ${line}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  endSocket(socket, `${head.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`);
}
