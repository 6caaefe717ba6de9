import type { Duplex } from "node:stream";

/** Maximum time for the other side to read what was written, in ms. */
const READ_MS = 10_000;

/**
 * Sends what was written, and a last text, and closes the connection. It does not wait for the other side to close: a server's
 * socket stays open until then, and no time-out of HTTP applies after an upgrade.
 */
export function endSocket(socket: Duplex, lastText?: string): void {
  const late = setTimeout(() => socket.destroy(), READ_MS);
  socket.once("close", () => clearTimeout(late));
  socket.end(lastText, () => socket.destroy());
}
