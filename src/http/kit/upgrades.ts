import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Request, RequestHandler } from "express";
import type { Scope } from "../../config/api-keys.js";
import { type Client, clientOf, requireScopes } from "./client.js";
import { problem, sendProblem } from "./problem.js";
import type { Unanswered } from "./unanswered.js";

/** A WebSocket that the interface offers. */
export interface SocketEndpoint {
  readonly path: string;
  /** What the key has to have that it is asked for with. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /**
   * Makes a WebSocket of the request, or answers that it is none.
   *
   * @param head what has come after the request
   */
  accept(request: IncomingMessage, socket: Socket, head: Buffer, client: Client | undefined): void;
}

/** A request that wants to become a WebSocket, and has not become one. */
interface Upgrading {
  /** What has come after it. */
  readonly head: Buffer;
  /** It is a WebSocket now. */
  taken(): void;
}

const upgrading = new WeakMap<IncomingMessage, Upgrading>();

/**
 * Has requests to become a WebSocket go the way of all requests, so that what protects those protects them: host names, pages
 * of others, keys, limits. Whoever offers to speak something else besides HTTP, as Java's client does, is answered in HTTP,
 * and so is whoever asks for a WebSocket where there is none: nobody would notice that they have left.
 */
export function takeUpgrades(
  server: Server,
  application: RequestListener,
  sockets: readonly Pick<SocketEndpoint, "path">[],
  unanswered: Pick<Unanswered, "upgraded">,
): void {
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (socket.destroyed) return; // It was one request too many.
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
      socket.end(() => socket.destroy());
    });
    application(request, response);
  });
}

/** Hands those that are for an endpoint on to it: pages of this service and programs, with the scopes. The others pass. */
export function upgrades(endpoints: readonly SocketEndpoint[]): RequestHandler {
  return (req, res, next) => {
    const asked = upgrading.get(req);
    const endpoint = asked && endpoints.find(({ path }) => path === req.path);
    if (!endpoint) return next();
    if (!isOwnPage(req)) {
      sendProblem(res, problem("origin_not_allowed", "No page of another site may open this."));
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

/** Browsers let a page of any site open a WebSocket, and say whose it is. Programs say nothing. */
function isOwnPage({ headers: { origin, host } }: Request): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}

/**
 * Node stops reading at any `Upgrade`. Read without it the request is an ordinary one, its body included; the last of its
 * connection, on which whatever listens to that would otherwise gather.
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
