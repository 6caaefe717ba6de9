import { IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { CutOff } from "../../observability/counted-kinds.js";
import { neighbourhood } from "./client.js";
import { createTally } from "./tally.js";

/** Requests that a connection may pipeline before the first is answered. */
const MAX_OF_ONE_CONNECTION = 16;
/** Unanswered requests of one address: twice the limit of its connections, one request each. */
const MAX_OF_ONE_ADDRESS = 1500;
/** Unanswered requests in all: 7 kB each, plus up to 16 kB of headers. */
const MAX = 2000;

/** Requests that were received and are not yet answered. */
export interface Unanswered {
  /** The class that the server instantiates for each request. */
  readonly IncomingMessage: typeof IncomingMessage;
  /** The number of unanswered requests of a connection. */
  of(socket: Socket): number;
  /** Call when a connection's upgrade was accepted or answered; it counts as unanswered until then. */
  upgraded(socket: Socket): void;
  /** Makes the server close connections that exceed the limits. */
  limit(server: Server): void;
}

interface Waiting {
  readonly address: string;
  count: number;
  /** Whether one of the requests is an upgrade; it is then the last. */
  isUpgrading: boolean;
  /** The requests that will be answered; Node answers the requests it rejects by itself without a response object. */
  readonly responses: Set<ServerResponse>;
}

/**
 * Limits the unanswered requests: of one connection, of one address, and in all. A client that exceeds a limit is disconnected,
 * even with a valid key: keys and rates are checked in turn, and waiting for that turn must be cheap as well.
 *
 * A request is counted when the parser begins to construct it. The first one over the limit declares itself an upgrade, which
 * makes the parser stop; otherwise it would turn the rest of the buffer into requests, 2,000 for each 64 KiB, even on a closed
 * connection.
 *
 * @param onCutOff called with the reason and the address of each connection that is closed
 */
export function createUnanswered(onCutOff: (why: CutOff, address: string) => void): Unanswered {
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

  /** Tells the work in progress that its client has disconnected: Node emits this for the first response only. */
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
      limitCrumbs(this, () => onCutOff("body_in_crumbs", neighbourhood(socket.remoteAddress)));
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
        if (tooMany.has(request)) onCutOff("too_many_unanswered", neighbourhood(socket.remoteAddress));
        // A connection can be upgraded only after all its earlier requests were answered.
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

/** A piece of a body smaller than this is a crumb, in bytes; what one chunk or one packet carries is a piece. */
const CRUMB_BYTES = 64;
/** Crumbs that one body may have. Each takes as long as a whole packet: 64 KiB byte by byte hold the process for 50 ms. */
const MAX_CRUMBS = 500;

/**
 * Closes the request's connection when its body comes in too many crumbs, even after the request was answered. Replaces
 * methods of this object, because Express gives it another class.
 *
 * @param onCutOff called before the connection is closed
 */
function limitCrumbs(request: IncomingMessage, onCutOff: () => void): void {
  let crumbs = 0;
  const push = (piece: Buffer | null, encoding?: BufferEncoding) => {
    if (piece === null || piece.length >= CRUMB_BYTES || ++crumbs <= MAX_CRUMBS) {
      return IncomingMessage.prototype.push.call(request, piece, encoding);
    }
    if (!request.socket.destroyed) {
      onCutOff();
      request.socket.destroy();
    }
    return true; // The rest of the packet is dropped.
  };
  /** Called by Node once the request is answered and its body was not read. Node's own drops the rest uncounted. */
  const _dump = () => {
    request.removeAllListeners("data");
    request.resume();
  };
  Object.assign(request, { push, _dump });
}
