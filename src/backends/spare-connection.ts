import type { Socket } from "node:net";
import type { buildConnector } from "undici";

type Connector = buildConnector.connector;
type Callback = buildConnector.Callback;

/** A server to which connecting takes less than this, ms, is so near that nothing is gained; and some take one at a time. */
const WORTH_MS = 5;
/** A spare one is let go of when nobody has wanted it for so long, ms: servers do not bear silence for ever. */
const SPARE_MS = 10_000;
/** After one that could not be opened, ms, no other is tried but for a request. */
const AFTER_FAILURE_MS = 5_000;

/** At most one connection that is opened before there is a request for it, and handed to the next one. */
export interface SpareConnection {
  /** What requests are connected by. */
  readonly connector: Connector;
  /** Opens it, where connecting is known to take long, unless it is open or being opened. */
  open(): void;
  close(): void;
}

interface Spare {
  /** Undefined while it is being opened. */
  socket: Socket | undefined;
  /** Who is waiting for it. */
  callback: Callback | undefined;
  expiry: NodeJS.Timeout | undefined;
}

/** @param connect opens a connection, ready for a request */
export function createSpareConnection(connect: Connector): SpareConnection {
  /** How the server was connected to last: nothing is opened ahead to one that never was. */
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
      socket.unref(); // Nobody waits for it: it keeps no process alive.
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

/** What a server says before it was asked is a farewell. */
function isUsable({ destroyed, readable, readableLength }: Socket): boolean {
  return !destroyed && readable && readableLength === 0;
}
