import type { Request } from "express";
import { createValidator, type Validated, type Validator } from "../validation/validator.js";
import type { ValidationFault } from "../validation/words.js";
import type { Operation } from "./operation.js";
import { InvalidInput } from "./refusals.js";

/** A request that fits its schemas, defaults filled in. */
export interface Asked<Body, Query> {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
}

export interface FoundFault extends ValidationFault {
  /**
   * It was none when the same was asked before, such as a time that has passed since: where it is the only one it is left
   * to the work to find, because the first answer may be kept.
   */
  readonly passing?: true;
}

/**
 * What a schema cannot say of a request. It is handed the body as it was sent, fit or not, so that its faults are told
 * together with the schema's; it may also find that the path leads nowhere, and throw that.
 */
export type Inspect = (asked: Asked<unknown, unknown>) => readonly FoundFault[];

/**
 * @param Body what the operation's body schema describes, @param Query what its query schema does
 * @returns a reading of requests that throws `InvalidInput` with every fault there is
 */
export function createIntake<Body, Query>(
  operation: Operation,
  inspect: Inspect = () => [],
): (req: Request) => Asked<Body, Query> {
  const body = operation.body ? createValidator<Body>(operation.body.schema) : nothingToCheck<Body>;
  // The values of a query are all texts, so these are converted.
  const query = operation.query ? createValidator<Query>(operation.query, { coerce: true }) : nothingToCheck<Query>;

  return (req) => {
    const params = req.params as Record<string, string>;
    const given: unknown = req.body === undefined ? {} : req.body;
    const found = inspect({ params, body: given, query: req.query });
    const checkedQuery = query(req.query);
    const checkedBody = body(given);
    const faults: FoundFault[] = [...inQuery(faultsOf(checkedQuery)), ...faultsOf(checkedBody)];
    faults.push(...found.filter(({ path }) => !faults.some((fault) => fault.path === path)));
    const lasting = faults.some(({ passing }) => !passing);
    if (lasting || "faults" in checkedQuery || "faults" in checkedBody) {
      throw new InvalidInput(faults.map(({ path, message }) => ({ path, message })));
    }
    return { params, body: checkedBody.value, query: checkedQuery.value };
  };
}

function nothingToCheck<T>(): ReturnType<Validator<T>> {
  return { value: undefined as T };
}

function faultsOf(validated: Validated<unknown>): readonly ValidationFault[] {
  return "faults" in validated ? validated.faults : [];
}

function inQuery(faults: readonly ValidationFault[]): ValidationFault[] {
  return faults.map(({ path, message }) => ({ path: `?${path.slice(1)}`, message }));
}
