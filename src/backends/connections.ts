import { Agent, buildConnector, Client, type Dispatcher, Pool } from "undici";
import { createSpareConnection } from "./spare-connection.js";

/**
 * How long an unused connection is kept, in ms. Turns of a conversation are more than 4 s apart, after which fetch would close
 * it, and a new connection to a remote server costs the caller two or three round trips.
 */
const IDLE_MS = 60_000;

/** The connections to one server, and to where it redirects. */
export interface Connections {
  /** Sends the requests. */
  readonly dispatcher: Dispatcher;
  /** Opens a connection for the next request in advance, if opening one takes long. Returns at once. */
  openAhead(): void;
  /** Closes all connections; requests in progress fail. */
  close(): void;
}

/** @param origin the server's, such as `https://api.example` */
export function openConnections(origin: string): Connections {
  const spare = createSpareConnection(buildConnector({}));
  /** Each client has one connection, or opens one with its next request. */
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

  /** Whether the next request gets an open connection: the pool may choose any client that is not busy. */
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
