import { IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { neighbourhood } from "./neighbourhood.js";
import { createTally } from "./tally.js";

/** Requests that a connection may have sent before the first of them is answered. */
const MAX_OF_ONE_CONNECTION = 16;
/** Requests of one address that wait at a time: twice what its connections may be, with one each. */
const MAX_OF_ONE_ADDRESS = 1500;
/** Requests that wait at a time: 7 kB each, and up to 16 kB of headers. */
const MAX = 2000;

/** Requests that have come and are not answered. */
export interface Unanswered {
  /** What the server is to make of each request that it reads. */
  readonly IncomingMessage: typeof IncomingMessage;
  /** How many a connection has. */
  of(socket: Socket): number;
  /** The upgrade that a connection asked for was taken, or answered. It is counted until then. */
  upgraded(socket: Socket): void;
  /** Has the server close connections that ask for more than may wait. */
  limit(server: Server): void;
}

interface Waiting {
  readonly address: string;
  count: number;
  /** Whether one of them is an upgrade; it is the last then. */
  isUpgrading: boolean;
  /** Those of them that have an answer to come: of a request that Node refuses by itself there is none. */
  readonly responses: Set<ServerResponse>;
}

/**
 * Bounds how many requests wait for their answer: of one connection, of one address, and in all. Whoever sends more is cut
 * off, whatever key they may have: keys and rates are looked at in turn, and to wait for that turn must cost little as well.
 *
 * A request is counted as soon as it is begun to be made, and the one too many says of itself that it is an upgrade: at
 * that the parser leaves what else has come. It would make requests of all of it, 2,000 of each 64 KiB, also for a
 * connection that was closed at the first.
 *
 * @param onCutOff called with the address of each connection that is cut off
 */
export function createUnanswered(onCutOff: (address: string) => void): Unanswered {
  const connections = new Map<Socket, Waiting>();
  const ofAddress = createTally();
  let all = 0;

  function count(waiting: Waiting, more: number): void {
    waiting.count += more;
    ofAddress.add(waiting.address, more);
    all += more;
  }

  /** @returns whether there was room for one more */
  function take(socket: Socket): boolean {
    const waiting = connections.get(socket) ?? begin(socket);
    if (waiting.count >= MAX_OF_ONE_CONNECTION || ofAddress.of(waiting.address) >= MAX_OF_ONE_ADDRESS || all >= MAX) {
      return false;
    }
    count(waiting, 1);
    return true;
  }

  function begin(socket: Socket): Waiting {
    const address = neighbourhood(socket.remoteAddress);
    const waiting = { address, count: 0, isUpgrading: false, responses: new Set<ServerResponse>() };
    connections.set(socket, waiting);
    socket.once("close", () => release(socket, waiting));
    return waiting;
  }

  /** Whoever works on what is left learns that nobody waits for it: Node tells that of the first answer alone. */
  function release(socket: Socket, waiting: Waiting): void {
    connections.delete(socket);
    count(waiting, -waiting.count);
    for (const response of waiting.responses) {
      if (response.socket || response.destroyed) continue;
      response.destroy();
      response.emit("close");
    }
  }

  const tooMany = new WeakSet<IncomingMessage>();
  class CountedMessage extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket);
      if (take(socket)) return;
      tooMany.add(this);
      Object.defineProperty(this, "upgrade", { get: () => true, set: () => {} });
    }
  }

  return {
    IncomingMessage: CountedMessage,
    of: (socket) => connections.get(socket)?.count ?? 0,
    upgraded(socket) {
      const waiting = connections.get(socket);
      if (!waiting?.isUpgrading) return;
      waiting.isUpgrading = false;
      count(waiting, -1);
    },
    limit(server) {
      server.on("upgrade", (request: IncomingMessage, socket: Socket) => {
        const waiting = connections.get(socket);
        if (tooMany.has(request)) onCutOff(neighbourhood(socket.remoteAddress));
        // What is to become something else than HTTP must have had all its answers.
        if (tooMany.has(request) || !waiting || waiting.count > 1) socket.destroy();
        else waiting.isUpgrading = true;
      });
      server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
        const waiting = connections.get(socket);
        if (!waiting) return;
        waiting.responses.add(response);
        response.once("close", () => {
          if (waiting.responses.delete(response) && connections.has(socket)) count(waiting, -1);
        });
      });
    },
  };
}
