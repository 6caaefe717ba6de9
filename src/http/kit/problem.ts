import type { Response } from "express";
import { ERRORS, type ErrorCode } from "../../kernel/errors.js";
import type { KeptAnswer } from "../../records/stores.js";
import type { JsonSchema } from "../../validation/validator.js";
import { answer, listOf, text, whole } from "./schema.js";

/** One fault of an input; `path` says where, such as `/choice/options/0/value`. */
export interface InputFault {
  readonly path: string;
  readonly message: string;
}

/** An error answer (RFC 9457). `detail` is one sentence for a person, `code` is for programs. */
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
  // about:blank means that the code says everything: the titles are explained in the docs, not at an address.
  return { type: "about:blank", title, status, detail, code, ...(errors && { errors }) };
}

export function problemAnswer(problem: Problem, headers: Readonly<Record<string, string>> = {}): KeptAnswer {
  const type = `${PROBLEM_TYPE}; charset=utf-8`;
  return { status: problem.status, headers: { "Content-Type": type, ...headers }, body: JSON.stringify(problem) };
}

const CODE = "problemCode";

/** Notes the problem of a request that is answered in the form of another protocol, so that it is counted like the others. */
export function noteProblem(res: Response, { code }: Problem): void {
  res.locals[CODE] = code;
}

/** The problem answered with {@link sendProblem}, or noted, if any. */
export function problemOf(res: Response): ErrorCode | undefined {
  return res.locals[CODE] as ErrorCode | undefined;
}

export function sendProblem(res: Response, problem: Problem): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  noteProblem(res, problem);
  const { status, headers, body } = problemAnswer(problem);
  res.status(status).set(headers).send(body);
}

const inputFault: JsonSchema = answer({
  path: text("Where the fault is: a JSON pointer into the body, `?name` for the query, or the name of a header."),
  message: text("What is expected there."),
});

export const problemDetails: JsonSchema = answer(
  {
    type: text("Always about:blank: `code` says everything."),
    title: text("The kind of error."),
    status: whole("The HTTP status."),
    detail: text("One sentence for a human reader."),
    code: text("Stable, for programs.", { enum: Object.keys(ERRORS) }),
    errors: listOf(inputFault, { description: "Every fault of the input; present when the status is 400." }),
  },
  {
    optional: ["errors"],
    description: "An error answer (RFC 9457).",
    examples: [
      {
        type: "about:blank",
        title: "The request is not valid",
        status: 400,
        detail: "callback_ulr is not known; did you mean callback_url?",
        code: "invalid_request",
        errors: [{ path: "/callback_ulr", message: "is not known; did you mean callback_url?" }],
      },
    ],
  },
);
