import { connect, type Socket } from "node:net";
import type { Target } from "./target.js";

/** What has been opened and left is closed by this process when the service has not done so before. */
const LEFT_MS = 15_000;

/**
 * Opens a connection and writes to it as it is. Every answer on it is counted by its status; without one, that it was closed.
 *
 * @param keptMs how long it stays open at most
 */
export function rawConnection(
  { url, answered }: Target,
  {
    attack,
    text = "",
    keptMs = LEFT_MS,
  }: { readonly attack: string; readonly text?: string; readonly keptMs?: number },
): Socket {
  const socket = connect(Number(url.port), url.hostname);
  const timer = setTimeout(() => socket.resetAndDestroy(), keptMs);
  let statuses = 0;
  socket.on("error", () => {});
  socket.on("connect", () => text && socket.write(text));
  socket.on("data", (chunk) => {
    for (const [, status = ""] of chunk.toString("latin1").matchAll(/^HTTP\/1\.1 (\d{3})/gm)) {
      statuses++;
      answered(attack, status);
    }
  });
  socket.on("end", () => socket.end());
  socket.on("close", () => {
    clearTimeout(timer);
    if (statuses === 0) answered(attack, "closed");
  });
  return socket;
}

/** The head of a request, without the empty line at its end. */
export function headOf({ url }: Target, request: string, ...headers: readonly string[]): string {
  return [`${request} HTTP/1.1`, `Host: ${url.host}`, ...headers, ""].join("\r\n");
}
