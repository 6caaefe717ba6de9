import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Request, RequestHandler } from "express";
import type { Scope } from "../../config/api-keys.js";
import { endSocket } from "../../kernel/end-socket.js";
import { type Client, clientOf, requireScopes } from "./client.js";
import { problem, sendProblem } from "./problem.js";
import type { Unanswered } from "./unanswered.js";

/** A WebSocket endpoint. */
export interface SocketEndpoint {
  readonly path: string;
  /** Scopes that the key must have. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /**
   * Turns the request into a WebSocket, or answers that it is not one.
   *
   * @param head the bytes that followed the request
   */
  accept(request: IncomingMessage, socket: Socket, head: Buffer, client: Client | undefined): void;
}

/** A request to become a WebSocket that has not been accepted yet. */
interface Upgrading {
  /** The bytes that followed it. */
  readonly head: Buffer;
  /** The connection is now a WebSocket. */
  taken(): void;
}

const upgrading = new WeakMap<IncomingMessage, Upgrading>();

/**
 * Sends upgrade requests through the same middleware as all requests, so that host names, cross-site checks, keys and limits
 * protect them too. A client that offers another protocol besides HTTP, as Java's does, is answered in HTTP, and so is one that
 * requests a WebSocket where there is none: otherwise its disconnection would go unnoticed.
 */
export function takeUpgrades(
  server: Server,
  application: RequestListener,
  sockets: readonly Pick<SocketEndpoint, "path">[],
  unanswered: Pick<Unanswered, "upgraded">,
): void {
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (socket.destroyed) return; // It exceeded the limit of unanswered requests.
    socket.on("error", () => socket.destroy());
    const over = () => unanswered.upgraded(socket);
    const path = request.url?.split("?")[0];
    const isOffered = sockets.some((endpoint) => endpoint.path === path);
    if (!isOffered || request.headers.upgrade?.toLowerCase() !== "websocket") {
      over();
      return readAgain(server, request, socket, head);
    }
    upgrading.set(request, { head, taken: over });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => {
      over();
      response.detachSocket(socket);
      endSocket(socket);
    });
    application(request, response);
  });
}

/**
 * Passes upgrade requests for an endpoint on to it, from our own pages and from programs with the required scopes. Other requests
 * continue.
 */
export function upgrades(endpoints: readonly SocketEndpoint[]): RequestHandler {
  return (req, res, next) => {
    const asked = upgrading.get(req);
    const endpoint = asked && endpoints.find(({ path }) => path === req.path);
    if (!endpoint) return next();
    if (!isOwnPage(req)) {
      sendProblem(res, problem("origin_not_allowed", "Pages of other sites may not open this WebSocket."));
      return;
    }
    const client = clientOf(res);
    requireScopes(client, endpoint.scopes);
    const { socket } = req;
    res.detachSocket(socket);
    asked.taken();
    endpoint.accept(req, socket, asked.head, client);
  };
}

/** Browsers let any page open a WebSocket, and send its origin. Programs send no origin. */
function isOwnPage({ headers: { origin, host } }: Request): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}

/**
 * Node stops reading at any `Upgrade`. Without that header the request is an ordinary one, including its body, and the last of
 * its connection.
 */
function readAgain(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`, "Connection: close"];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!/^(upgrade|http2-settings|connection)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}
