import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/** Below the range from which systems take ports for outgoing connections, so that a port stays free over a restart. */
const LOWEST = 20_000;
const HIGHEST = 31_999;

const taken = new Set<number>();

/** A port of 127.0.0.1 that is free for TCP and UDP, and that this process has not handed out before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomPort();
    if (taken.has(port)) continue;
    taken.add(port);
    if ((await isFreeForTcp(port)) && (await isFreeForUdp(port))) return port;
  }
  throw new Error(`no free port found between ${LOWEST} and ${HIGHEST}`);
}

/** An even port below the range for RTP of one instance. Two instances may share it: Asterisk passes over a busy port. */
export function rtpRange(): { start: number; end: number } {
  const start = 10_000 + 2 * Math.floor(Math.random() * 4_500);
  return { start, end: start + 999 };
}

function randomPort(): number {
  return LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
}

/** Whether nobody listens on that port of 127.0.0.1. */
export function isFreeForTcp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Whether nobody has that port of an address of this machine. */
export function isFreeForUdp(port: number, address = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", () => {
      socket.close();
      resolve(false);
    });
    socket.bind(port, address, () => socket.close(() => resolve(true)));
  });
}
