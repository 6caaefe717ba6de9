import { Ending } from "../kernel/ending.js";
import { codeOf } from "../kernel/errors.js";
import { AddressRefused, type Answer } from "./send.js";

/** The result of an attempt. */
export interface AttemptResult {
  readonly outcome: "delivered" | "retry" | "give_up";
  readonly httpStatus: number | null;
  /** One sentence without address, body or secret; null on success. */
  readonly error: string | null;
  readonly retryAfter?: string | undefined;
}

/** Derives the result from the receiver's status. */
export function attemptResultOf({ status, retryAfter }: Answer): AttemptResult {
  if (status >= 200 && status < 300) return { outcome: "delivered", httpStatus: status, error: null };
  if (status === 410) {
    return { outcome: "give_up", httpStatus: status, error: "The receiver wants no more webhooks (HTTP 410)." };
  }
  const redirects = status >= 300 && status < 400;
  const error = redirects
    ? `The receiver redirects (HTTP ${status}); redirects are not followed.`
    : `The receiver answered HTTP ${status}.`;
  return { outcome: "retry", httpStatus: status, error, retryAfter };
}

/**
 * Derives the result from an error when there was no answer. The error's own text is not passed on, because it may contain
 * anything.
 */
export function resultOfFailure(error: unknown, timeoutMs: number): AttemptResult {
  return { outcome: "retry", httpStatus: null, error: sentence(error, timeoutMs) };
}

function sentence(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressRefused) return `The address resolves to ${error.reason}, which is not allowed.`;
  if (error instanceof Ending && error.kind === "deadline")
    return `The receiver did not answer within ${timeoutMs / 1000} s.`;
  const code = codeOf(error);
  if (code === undefined) return "The webhook could not be sent.";
  if (code === "ECONNREFUSED") return "The receiver refused the connection.";
  if (code === "ENOTFOUND" || code === "ENODATA") return "The host name does not exist.";
  if (code === "EAI_AGAIN") return "The host name cannot be resolved at present.";
  if (/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) return "The receiver cannot be reached.";
  if (code === "ECONNRESET" || code === "EPIPE") return "The receiver closed the connection without an answer.";
  if (code.startsWith("HPE_")) return "The receiver does not speak HTTP.";
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return `The TLS connection to the receiver failed (${code}).`;
  if (/CERT|TLS|UNABLE_TO/.test(code)) return `The receiver's certificate is not trusted (${code}).`;
  return `The webhook could not be sent (${code}).`;
}
