import type { Live } from "./live.js";

/** What is to be known about the connection; undefined when all is well, or is about to be. */
export function connectionWords(connection: Live["connection"]): string | undefined {
  if (connection === "lost") return "Connection lost. The page may be out of date; reconnecting.";
  if (connection === "refused")
    return "The service no longer lets this key follow calls. Reload the page to try again.";
  return undefined;
}

/** How many calls there are, as far as that is known. */
export function countWords(connection: Live["connection"], calls: number): string {
  if (calls > 0) return `${calls} ${calls === 1 ? "call" : "calls"}`;
  return connection === "open" ? "No live calls" : "";
}
