/** `lost`: the page may be out of date; reconnecting. `refused`: the key may not read events. */
export type Connection = "connecting" | "open" | "lost" | "refused";

/** What is to be known about the connection; undefined when all is well, or is about to be. */
export function connectionWords(connection: Connection): string | undefined {
  if (connection === "lost") return "Connection lost. The page may be out of date; reconnecting.";
  if (connection === "refused")
    return "The service no longer lets this key follow calls. Reload the page to try again.";
  return undefined;
}

/** How many calls there are, as far as that is known. */
export function countWords(connection: Connection, calls: number): string {
  if (calls > 0) return `${calls} ${calls === 1 ? "call" : "calls"}`;
  return connection === "open" ? "No live calls" : "";
}
