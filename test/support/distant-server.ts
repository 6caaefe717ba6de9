import { once } from "node:events";
import { createServer as createHttpsServer, type ServerOptions } from "node:https";
import type { RequestListener } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { pause } from "../../src/kernel/deadline.js";
import { ownCertificate } from "./own-certificate.js";

const MAX_WAIT_MS = 5_000;

/** An https server that is far away: so long every handshake takes. */
export interface DistantServer extends AsyncDisposable {
  readonly url: string;
  /** Connections that were begun, and those that are there. */
  readonly opened: number;
  readonly open: number;
  /** Resolves when that many connections are there, ready for a request. */
  has(connections: number): Promise<void>;
  /** Closes all connections, as servers do with those that they take for unused. */
  hangUp(): void;
  /** Lets nobody connect any more. */
  refuse(): void;
}

/** Its certificate is its own: whoever asks it must not check that (`NODE_TLS_REJECT_UNAUTHORIZED`). */
export async function startDistantServer(
  handshakeMs: number,
  answer: RequestListener,
  options: ServerOptions = {},
): Promise<DistantServer> {
  const https = createHttpsServer({ ...ownCertificate(), keepAliveTimeout: 0, ...options }, answer);
  const [sockets, ready] = [new Set<Socket>(), new Set<Socket>()];
  let opened = 0;
  let isRefusing = false;
  https.on("secureConnection", (socket) => {
    ready.add(socket);
    socket.once("close", () => ready.delete(socket));
  });
  const tcp = createServer((socket) => {
    opened++;
    if (isRefusing) return void socket.destroy();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    setTimeout(() => https.emit("connection", socket), handshakeMs);
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  return {
    url: `https://localhost:${(tcp.address() as AddressInfo).port}`,
    get opened() {
      return opened;
    },
    get open() {
      return sockets.size;
    },
    async has(connections) {
      const tooLate = AbortSignal.timeout(MAX_WAIT_MS);
      while (ready.size !== connections) await pause(5, tooLate);
    },
    hangUp: () => sockets.forEach((socket) => socket.destroy()),
    refuse: () => {
      isRefusing = true;
    },
    async [Symbol.asyncDispose]() {
      sockets.forEach((socket) => socket.destroy());
      tcp.close();
      await once(tcp, "close");
    },
  };
}
