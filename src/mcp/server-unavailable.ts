import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { Ending } from "../kernel/ending.js";
import { codeOf } from "../kernel/errors.js";

/**
 * Why a server cannot be used, as a clause such as "it ended (exit code 1)" that may be shown to any client: it contains no text
 * of the server.
 */
export class ServerUnavailable extends Error {
  override readonly name = "ServerUnavailable";
}

/** Converts an error of a connection to such a clause. The server's own words belong only in the log. */
export function unavailableReason(error: unknown): string {
  if (error instanceof ServerUnavailable) return error.message;
  if (isTimeout(error)) return "it does not answer";
  if (error instanceof StreamableHTTPError) return `it rejects requests (HTTP ${error.code})`;
  if (error instanceof McpError) {
    return error.code === ErrorCode.ConnectionClosed
      ? "the connection broke"
      : `it rejects requests (error ${error.code})`;
  }
  const code = codeOf(error);
  if (code && String((error as { syscall?: unknown }).syscall).startsWith("spawn")) {
    return `its program cannot be started (${code})`;
  }
  if (code) return `it cannot be reached (${code})`;
  if (error instanceof TypeError && error.message === "fetch failed") return "it cannot be reached";
  return "it violates the protocol";
}

const isTimeout = (error: unknown) =>
  error instanceof Ending ? error.kind === "deadline" : error instanceof DOMException && error.name === "TimeoutError";

/** HTTP statuses that do not end the session. */
const TRANSIENT = new Set([413, 429, 500]);

/** Whether such a failure means that the connection can no longer be used. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof McpError || error instanceof Ending) return false;
  return !(error instanceof StreamableHTTPError && TRANSIENT.has(error.code ?? 0));
}
