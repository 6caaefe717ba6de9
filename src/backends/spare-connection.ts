import type { Socket } from "node:net";
import type { buildConnector } from "undici";

type Connector = buildConnector.connector;
type Callback = buildConnector.Callback;

/**
 * A server that is reached faster than this, in ms, is so close that nothing is gained; and some accept one connection at a time.
 */
const WORTH_MS = 5;
/** How long an unused spare connection is kept, in ms: servers close idle connections. */
const SPARE_MS = 10_000;
/** After a failure to connect, spare connections are not opened for this time, in ms. */
const AFTER_FAILURE_MS = 5_000;

/** At most one connection opened in advance, and given to the next request. */
export interface SpareConnection {
  /** Connects the requests. */
  readonly connector: Connector;
  /** Opens it if connecting is known to take long, unless it is open or being opened. */
  open(): void;
  close(): void;
}

interface Spare {
  /** Undefined while it is being opened. */
  socket: Socket | undefined;
  /** The request that waits for it. */
  callback: Callback | undefined;
  expiry: NodeJS.Timeout | undefined;
}

/** @param connect opens a connection, ready for a request */
export function createSpareConnection(connect: Connector): SpareConnection {
  /** How the server was last connected to; before that, no connection is opened in advance. */
  let known: buildConnector.Options | undefined;
  let quickestMs = Infinity;
  let failedAt = -Infinity;
  let spare: Spare | undefined;
  let isClosed = false;

  function connectTimed(options: buildConnector.Options, callback: Callback): void {
    const begun = performance.now();
    connect(options, (...[error, socket]) => {
      if (error) {
        failedAt = performance.now();
        return callback(error, null);
      }
      quickestMs = Math.min(quickestMs, performance.now() - begun);
      known = options;
      callback(null, socket);
    });
  }

  function open(): void {
    if (isClosed || spare || !known || quickestMs < WORTH_MS || performance.now() - failedAt < AFTER_FAILURE_MS) return;
    const opening: Spare = { socket: undefined, callback: undefined, expiry: undefined };
    spare = opening;
    connectTimed(known, (...[error, socket]) => {
      if (opening.callback) return error ? opening.callback(error, null) : opening.callback(null, socket);
      if (error || isClosed) {
        spare = undefined;
        socket?.destroy();
        return;
      }
      opening.socket = socket;
      socket.unref(); // No request waits for it, so it does not keep the process alive.
      socket.once("close", () => drop(opening));
      opening.expiry = setTimeout(() => socket.destroy(), SPARE_MS).unref();
    });
  }

  function drop(gone: Spare): void {
    clearTimeout(gone.expiry);
    if (spare === gone) spare = undefined;
  }

  return {
    connector(options, callback) {
      const taken = spare;
      if (!taken) return connectTimed(options, callback);
      spare = undefined;
      drop(taken);
      const { socket } = taken;
      if (!socket) taken.callback = callback;
      else if (isUsable(socket)) callback(null, socket.ref());
      else {
        socket.destroy();
        connectTimed(options, callback);
      }
    },
    open,
    close() {
      isClosed = true;
      spare?.socket?.destroy();
    },
  };
}

/** Data that a server sends without a request means that it is closing the connection. */
function isUsable({ destroyed, readable, readableLength }: Socket): boolean {
  return !destroyed && readable && readableLength === 0;
}
