import type { Response } from "express";
import { ERRORS, type ErrorCode } from "../kernel/errors.js";

/** One fault of an input: `path` is where it stands, such as `/choice/options/0/value`. */
export interface InputFault {
  readonly path: string;
  readonly message: string;
}

/** An error answer of RFC 9457. `detail` is one sentence for a person, `code` what programs look at. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly errors?: readonly InputFault[];
}

export const PROBLEM_TYPE = "application/problem+json";

export function problem(code: ErrorCode, detail: string, errors?: readonly InputFault[]): Problem {
  const { status, title } = ERRORS[code];
  // about:blank says that the code tells all there is: the titles are explained in the docs, not at an address.
  return { type: "about:blank", title, status, detail, code, ...(errors && { errors }) };
}

export function sendProblem(res: Response, answer: Problem): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.status(answer.status).type(PROBLEM_TYPE).send(JSON.stringify(answer));
}
