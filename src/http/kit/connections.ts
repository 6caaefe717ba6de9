import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { neighbourhood } from "./neighbourhood.js";
import { createTally } from "./tally.js";
import type { Unanswered } from "./unanswered.js";

/** Connections at a time. */
const MAX_CONNECTIONS = 1000;
/** Connections of one address from which on it has to make room for its own. A burst of 600 requests at once is honest. */
const MAX_OF_ONE_ADDRESS = 750;

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** The request that came last. */
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
 *
 * @param onRefused called with the address of each connection that is refused for lack of room
 */
export function limitConnections(
  server: Server,
  unanswered: Pick<Unanswered, "of">,
  onRefused: (address: string) => void,
): void {
  /** In the order in which they came. */
  const connections = new Map<Socket, Connection>();
  const ofAddress = createTally();

  function isWaiting({ socket, request, isUpgraded }: Connection): boolean {
    const count = unanswered.of(socket);
    return !isUpgraded && (count === 0 || (count === 1 && request?.complete === false));
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
    if (connections.delete(socket)) ofAddress.add(address, -1);
    socket.destroy();
  }

  server.on("connection", (socket: Socket) => {
    if (connections.has(socket)) return; // Read again, or an upgrade that is not taken.
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
