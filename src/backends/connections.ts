import { Agent, buildConnector, Client, type Dispatcher, Pool } from "undici";
import { createSpareConnection } from "./spare-connection.js";

/**
 * How long an unused connection is kept, ms. Between two turns of a conversation lie more than the 4 s after which fetch
 * lets go of one by itself, and a new one costs a remote server's caller two or three round trips.
 */
const IDLE_MS = 60_000;

/** The connections to one server, and to where it redirects. */
export interface Connections {
  /** What requests go out by. */
  readonly dispatcher: Dispatcher;
  /** Sees to it that the next request need not wait for a connection, as far as opening one takes long. Returns at once. */
  openAhead(): void;
  /** Closes all of them; requests that are under way fail. */
  close(): void;
}

/** @param origin the server's, such as `https://api.example` */
export function openConnections(origin: string): Connections {
  const spare = createSpareConnection(buildConnector({}));
  /** Each has one connection, or opens one with its next request. */
  const clients = new Set<Dispatcher>();
  let pool: Pool | undefined;
  const dispatcher = new Agent({ keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS, factory: poolOf });

  function poolOf(asked: string | URL, options: object): Pool {
    if (new URL(asked).origin !== origin) return new Pool(asked, options);
    pool = new Pool(asked, { ...options, connect: spare.connector, factory: clientOf });
    pool.on("connectionError", (_origin, targets) => targets.forEach((target) => clients.delete(target)));
    return pool;
  }

  function clientOf(asked: URL, options: object): Client {
    const client = new Client(asked, options);
    clients.add(client);
    return client;
  }

  /** Whether whoever asks next gets a connection that is open: the pool may choose any client that is not busy. */
  function isOpen({ free, connected }: Pool["stats"]): boolean {
    return free > 0 && connected === clients.size;
  }

  return {
    dispatcher,
    openAhead() {
      if (pool && !isOpen(pool.stats)) spare.open();
    },
    close() {
      spare.close();
      void dispatcher.destroy().catch(() => {});
    },
  };
}
