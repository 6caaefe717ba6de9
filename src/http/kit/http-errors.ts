import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { NotYetPermitted } from "../../calls/rights/callee-rights.js";
import { AttendantError, describe, ERRORS, type ErrorCode } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { ValidationFault } from "../../validation/words.js";
import { clientOf } from "./client.js";
import { type Problem, problem, sendProblem } from "./problem.js";

/** An invalid request. The message lists its faults in one sentence, as many as are readable. */
export class InvalidInput extends AttendantError {
  readonly faults: readonly ValidationFault[];

  constructor(faults: readonly ValidationFault[]) {
    super("invalid_request", sentenceOf(faults));
    this.faults = faults;
  }
}

/** A request that may be repeated after a while. */
export class TryLater extends AttendantError {
  readonly afterSeconds: number;

  constructor(code: ErrorCode, detail: string, afterSeconds: number) {
    super(code, detail);
    this.afterSeconds = afterSeconds;
  }
}

/** For states of unknown duration. */
export const RETRY_AFTER_SECONDS = 5;

const UNTOLD = "An internal error occurred; see the service's log.";
const UNREADABLE = [{ path: "", message: "cannot be read" }];

/** Answers requests for unknown paths. */
export const unknownPath: RequestHandler = (req, res) => {
  sendProblem(res, problem("not_found", `There is nothing at ${req.path.slice(0, 200)}.`));
};

/** Turns what a route threw into a problem answer. */
export function answerErrors(log: Log): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error, req, res, _next) => {
    const answer = problemOfError(error, req, res, log);
    const known = secondsUntilPossible(error);
    const later = known ?? RETRY_AFTER_SECONDS;
    if (known !== undefined || [429, 503].includes(answer.status)) res.set("Retry-After", String(later));
    // The unread rest of a body would have to be read before the connection could be used again.
    if (answer.status === 413) res.set("Connection", "close");
    sendProblem(res, answer);
  };
}

/** In how many seconds a request may be repeated, if that is known. */
function secondsUntilPossible(error: unknown): number | undefined {
  if (error instanceof TryLater) return error.afterSeconds;
  if (!(error instanceof NotYetPermitted) || !Number.isFinite(error.afterMs)) return undefined;
  return Math.max(1, Math.ceil(error.afterMs / 1000));
}

/**
 * What the client is told about an error. Only errors of the catalogue and faults of the request itself are described; other errors
 * are logged and answered without details.
 */
export function problemOfError(error: unknown, req: Request, res: Response, log: Log): Problem {
  const answer = answerTo(error);
  // A 503 is expected: it is counted and reported with the rejected requests.
  if (answer.status === 500) {
    const id = res.get("X-Request-Id");
    const client = clientOf(res)?.name;
    const data = {
      request_id: id,
      method: req.method,
      path: req.path,
      status: answer.status,
      ...(client && { client }),
      error: describe(error),
    };
    const stack = error instanceof Error ? { stack: error.stack } : {};
    log.error("http_error", "A request failed", { ...data, ...stack });
  }
  return answer;
}

/** Errors thrown by body-parser, the router and http-errors. */
interface ForeignError {
  readonly status?: unknown;
  /** Of a body, in bytes. */
  readonly limit?: unknown;
}

function answerTo(error: unknown): Problem {
  if (error instanceof InvalidInput) return problem(error.code, error.message, error.faults);
  if (error instanceof AttendantError) {
    const { status } = ERRORS[error.code];
    const errors = status === 400 ? [{ path: "", message: error.message }] : undefined;
    return problem(error.code, status === 500 ? UNTOLD : error.message, errors);
  }
  const { status, limit } = (typeof error === "object" && error !== null ? error : {}) as ForeignError;
  const known: Record<number, readonly [ErrorCode, string]> = {
    400: ["invalid_request", "The request cannot be read."],
    404: ["not_found", "There is nothing at this address."],
    413: ["payload_too_large", `The body is larger than ${Math.round(Number(limit) / 1024)} KiB.`],
    415: ["unsupported_media_type", "The body's encoding or character set is not supported: send JSON as UTF-8."],
  };
  const answer = typeof status === "number" ? known[status] : undefined;
  if (answer) return problem(answer[0], answer[1], status === 400 ? UNREADABLE : undefined);
  return problem("internal", UNTOLD);
}

const MAX_IN_A_SENTENCE = 3;

function sentenceOf(faults: readonly ValidationFault[]): string {
  const told = faults.slice(0, MAX_IN_A_SENTENCE).map(({ path, message }) => `${nameOf(path)} ${message}`);
  const untold = faults.length - told.length;
  return `${[...told, ...(untold > 0 ? [`${untold} more`] : [])].join("; ").replace(/[.?]$/, "")}.`;
}

/** `/choice/options/0/value` in readable form: choice.options.0.value. */
function nameOf(path: string): string {
  if (path === "") return "The body";
  const names = path.replace(/^\//, "").split("/");
  return names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~").slice(0, 80)).join(".");
}
