import type { Response } from "express";
import { ERRORS, type ErrorCode } from "../../kernel/errors.js";
import type { KeptAnswer } from "../../records/stores.js";
import type { JsonSchema } from "../../validation/validator.js";
import { answer, listOf, text, whole } from "./schema.js";

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

export function problemAnswer(problem: Problem, headers: Readonly<Record<string, string>> = {}): KeptAnswer {
  const type = `${PROBLEM_TYPE}; charset=utf-8`;
  return { status: problem.status, headers: { "Content-Type": type, ...headers }, body: JSON.stringify(problem) };
}

const CODE = "problemCode";

/** What was answered with {@link sendProblem}, if anything was. */
export function problemOf(res: Response): ErrorCode | undefined {
  return res.locals[CODE] as ErrorCode | undefined;
}

export function sendProblem(res: Response, problem: Problem): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.locals[CODE] = problem.code;
  const { status, headers, body } = problemAnswer(problem);
  res.status(status).set(headers).send(body);
}

const inputFault: JsonSchema = answer({
  path: text("Where it stands: a JSON pointer into the body, `?name` of the query, or the name of a header."),
  message: text("What is expected there."),
});

export const problemDetails: JsonSchema = answer(
  {
    type: text("Always about:blank: `code` tells all there is."),
    title: text("What kind of error it is."),
    status: whole("The HTTP status."),
    detail: text("One sentence for a person."),
    code: text("Stable, for programs.", { enum: Object.keys(ERRORS) }),
    errors: listOf(inputFault, { description: "Every fault of the input at once; there when the status is 400." }),
  },
  {
    optional: ["errors"],
    description: "An error answer of RFC 9457.",
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
