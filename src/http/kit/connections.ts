import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { neighbourhood } from "./client.js";
import { createTally } from "./tally.js";
import type { Unanswered } from "./unanswered.js";

/** Connections at a time. */
const MAX_CONNECTIONS = 1000;
/**
 * Number of connections from which an address has to make room for its own new ones. A legitimate client may send 600 requests at
 * once.
 */
const MAX_OF_ONE_ADDRESS = 750;

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** The latest request. */
  request: IncomingMessage | undefined;
  /** Whether a request was answered on this connection. */
  hasServed: boolean;
  /** Whether the connection has been upgraded to another protocol. */
  isUpgraded: boolean;
}

/**
 * Keeps clients that only open connections from locking out others. When there are too many connections, from one address or in
 * all, the oldest idle one is closed: first those that never sent a request, then those kept alive for the next. A connection
 * with a request in progress is never closed; only when all are in use is a new connection refused.
 *
 * A proxy is one address for all its clients, so its requests in progress may use all the room there is.
 *
 * @param onRefused called with the address of each connection that is refused for lack of room
 */
export function limitConnections(
  server: Server,
  unanswered: Pick<Unanswered, "of">,
  onRefused: (address: string) => void,
): void {
  /** In the order in which they were opened. */
  const connections = new Map<Socket, Connection>();
  const ofAddress = createTally();

  function isWaiting({ socket, request, isUpgraded }: Connection): boolean {
    const count = unanswered.of(socket);
    return !isUpgraded && (count === 0 || (count === 1 && request?.complete === false));
  }

  /** Closes the oldest idle connection. @returns whether there was one */
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
    if (connections.delete(socket)) ofAddress.add(address, -1);
    socket.destroy();
  }

  server.on("connection", (socket: Socket) => {
    if (connections.has(socket)) return; // Read again, or an upgrade that was not accepted.
    const address = neighbourhood(socket.remoteAddress);
    if (ofAddress.of(address) >= MAX_OF_ONE_ADDRESS) makeRoom((each) => each.address === address);
    if (connections.size >= MAX_CONNECTIONS && !makeRoom(() => true)) {
      onRefused(address);
      socket.destroy();
      return;
    }
    const connection = { socket, address, request: undefined, hasServed: false, isUpgraded: false };
    connections.set(socket, connection);
    ofAddress.add(address, 1);
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
    response.once("close", () => (connection.hasServed = true));
  });
}
