import type { ErrorRequestHandler, RequestHandler } from "express";
import { AttendantError, describe, ERRORS, type ErrorCode } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import { type Problem, problem, sendProblem } from "./problem.js";

const RETRY_AFTER_SECONDS = 5;

/** The answer to a path that nobody has. */
export const unknownPath: RequestHandler = (req, res) => {
  sendProblem(res, problem("not_found", `There is nothing at ${req.path.slice(0, 200)}.`));
};

/**
 * Turns whatever a route threw into a problem answer. Only errors of the catalogue and faults of the request itself speak
 * for themselves; of everything else the client learns that it happened, and the log learns what.
 */
export function answerFailures(log: Log): ErrorRequestHandler {
  // Express tells an error handler by its four parameters.
  return (error, req, res, _next) => {
    const answer = answerTo(error);
    if (answer.status >= 500) {
      const id = res.get("X-Request-Id");
      const data = {
        request_id: id,
        method: req.method,
        path: req.path,
        status: answer.status,
        error: describe(error),
      };
      const stack = answer.code === "internal" && error instanceof Error ? { stack: error.stack } : {};
      log.error("http_error", "A request could not be answered", { ...data, ...stack });
    }
    if (answer.status === 503) res.set("Retry-After", String(RETRY_AFTER_SECONDS));
    // What is left of a body that was not read would have to be read before the connection could be used again.
    if (answer.status === 413) res.set("Connection", "close");
    sendProblem(res, answer);
  };
}

/** How body-parser, the router and http-errors call their faults: a status, and whether the message may be shown. */
interface ForeignFault {
  readonly status?: unknown;
  readonly type?: unknown;
}

function answerTo(error: unknown): Problem {
  if (error instanceof AttendantError) {
    const hidden = ERRORS[error.code].status === 500;
    return problem(error.code, hidden ? "Something went wrong inside; the log says what." : error.message);
  }
  const { status, type } = (typeof error === "object" && error !== null ? error : {}) as ForeignFault;
  if (type === "entity.parse.failed") return problem("invalid_request", "The body is not valid JSON.");
  const known: Record<number, readonly [ErrorCode, string]> = {
    400: ["invalid_request", "The request cannot be read."],
    404: ["not_found", "There is nothing here."],
    413: ["payload_too_large", "The body is larger than 64 KiB."],
    415: ["unsupported_media_type", "The body's encoding or character set is not supported: send JSON as UTF-8."],
  };
  const answer = typeof status === "number" ? known[status] : undefined;
  if (answer) return problem(...answer);
  return problem("internal", "Something went wrong inside; the log says what.");
}
