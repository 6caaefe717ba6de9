import type { ServerResponse } from "node:http";
import { describe } from "../kernel/errors.js";
import { TooBusy } from "./cores.js";

/** A request that cannot be answered; `message` says which field, what it should be, and what it was. */
export class RequestFault extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code = "invalid_request_error",
  ) {
    super(message);
  }
}

/** Seconds after which a client may ask a busy server again. */
const RETRY_SECONDS = 1;

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

/** The error in OpenAI's form. */
export function errorOf(error: unknown): { readonly status: number; readonly body: object } {
  const [status, code] =
    error instanceof RequestFault
      ? [error.status, error.code]
      : error instanceof TooBusy
        ? [503, "server_busy"]
        : [500, "server_error"];
  return { status, body: { error: { message: describe(error), type: code, code } } };
}

/** Answers with the error. Closes the connection instead if an answer has begun, so that it does not look complete. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const { status, body } = errorOf(error);
  if (status === 503) response.setHeader("retry-after", RETRY_SECONDS);
  // Unread bytes of a body would be taken for the next request.
  response.setHeader("connection", "close");
  sendJson(response, status, body);
}
