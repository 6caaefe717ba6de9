import { Ending } from "../kernel/ending.js";
import { codeOf } from "../kernel/errors.js";
import { NameServerSilent } from "./resolve.js";
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
  if (error instanceof NameServerSilent)
    return "The host name was not looked up: its name server did not answer lately.";
  if (error instanceof Ending && error.kind === "deadline")
    return `The receiver did not answer within ${timeoutMs / 1000} s.`;
  const code = codeOf(error);
  if (code === undefined) return "The webhook could not be sent.";
  const [, told = "The webhook could not be sent ($)."] = BY_CODE.find(([codes]) => codes.test(code)) ?? [];
  return told.replace("$", () => code);
}

/** What codes of errors mean; the first that matches applies. `$` is the code. */
const BY_CODE: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, "The receiver refused the connection."],
  [/^(ENOTFOUND|ENODATA)$/, "The host name does not exist."],
  [/^EAI_AGAIN$/, "The host name cannot be resolved at present."],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "The receiver cannot be reached."],
  [/^(ECONNRESET|EPIPE)$/, "The receiver closed the connection without an answer."],
  [/^HPE_/, "The receiver does not speak HTTP."],
  [/^(EPROTO$|ERR_SSL)/, "The TLS connection to the receiver failed ($)."],
  [/CERT|TLS|UNABLE_TO/, "The receiver's certificate is not trusted ($)."],
];
