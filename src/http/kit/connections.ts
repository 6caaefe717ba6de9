import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { neighbourhood } from "./neighbourhood.js";

/** Connections at a time. */
const MAX_CONNECTIONS = 1000;
/** Connections of one address from which on it has to make room for its own. A burst of 600 requests at once is honest. */
const MAX_OF_ONE_ADDRESS = 750;

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** The request that came last and is not answered yet. */
  request: IncomingMessage | undefined;
  /** Whether a request was answered on it. */
  hasServed: boolean;
  /** Whether it speaks something else than HTTP from now on. */
  isUpgraded: boolean;
}

/**
 * Keeps whoever only connects from shutting others out. When there are too many connections, of one address or in all, one
 * makes room that has no whole request to be answered: the oldest that has never had one, or else the oldest that is kept
 * for the next. What is being answered is never broken off; only when everything is, a further connection is refused.
 *
 * A proxy is one address for all its clients: what it has being answered may be as much as there is room for.
 */
export function limitConnections(server: Server): void {
  /** In the order in which they came. */
  const connections = new Map<Socket, Connection>();
  const ofAddress = new Map<string, number>();

  function count(address: string, more: 1 | -1): number {
    const sum = (ofAddress.get(address) ?? 0) + more;
    if (sum > 0) ofAddress.set(address, sum);
    else ofAddress.delete(address);
    return sum;
  }

  /** Lets the oldest go that waits. @returns whether there was one */
  function makeRoom(isMeant: (connection: Connection) => boolean): boolean {
    let idle: Connection | undefined;
    for (const connection of connections.values()) {
      if (!isMeant(connection) || !isWaiting(connection)) continue;
      idle ??= connection;
      if (connection.hasServed) continue;
      forget(connection);
      return true;
    }
    if (idle) forget(idle);
    return idle !== undefined;
  }

  function forget({ socket, address }: Connection): void {
    if (connections.delete(socket)) count(address, -1);
    socket.destroy();
  }

  server.on("connection", (socket: Socket) => {
    if (connections.has(socket)) return; // Read again, or an upgrade that is not taken.
    const address = neighbourhood(socket.remoteAddress);
    if ((ofAddress.get(address) ?? 0) >= MAX_OF_ONE_ADDRESS) makeRoom((each) => each.address === address);
    if (connections.size >= MAX_CONNECTIONS && !makeRoom(() => true)) {
      socket.destroy();
      return;
    }
    const connection = { socket, address, request: undefined, hasServed: false, isUpgraded: false };
    connections.set(socket, connection);
    count(address, 1);
    socket.once("close", () => forget(connection));
  });

  server.on("upgrade", ({ socket }: IncomingMessage) => {
    const connection = connections.get(socket);
    if (connection) connection.isUpgraded = true;
  });

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.isUpgraded = false;
    connection.request = request;
    response.once("close", () => {
      connection.hasServed = true;
      if (connection.request === request) connection.request = undefined;
    });
  });
}

function isWaiting({ request, isUpgraded }: Connection): boolean {
  return !isUpgraded && (request === undefined || !request.complete);
}
