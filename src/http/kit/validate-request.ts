import type { Request } from "express";
import { createValidator, type Validated, type Validator } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import type { Endpoint, RequestFault, ValidRequest } from "./endpoint.js";
import { InvalidInput } from "./http-errors.js";

/** @returns a reading of requests that throws `InvalidInput` with every fault there is */
export function createRequestValidator(
  endpoint: Endpoint,
): (req: Request, isTrusted: boolean) => ValidRequest<unknown, unknown> {
  const validateBody = endpoint.body ? createValidator(endpoint.body.schema) : nothingToCheck;
  // The values of a query are all texts, so these are converted.
  const validateQuery = endpoint.query ? createValidator(endpoint.query, { coerce: true }) : nothingToCheck;

  return (req, isTrusted) => {
    const params = req.params as Record<string, string>;
    const given: unknown = req.body === undefined ? {} : req.body;
    const found = endpoint.faults?.({ isTrusted, params, body: given, query: req.query }) ?? [];
    const query = validateQuery(req.query);
    const body = validateBody(given);
    const faults: RequestFault[] = [...inQuery(faultsOf(query)), ...faultsOf(body)];
    faults.push(...found.filter(({ path }) => !faults.some((fault) => fault.path === path)));
    const lasting = faults.some(({ passing }) => !passing);
    if (lasting || "faults" in query || "faults" in body) {
      throw new InvalidInput(faults.map(({ path, message }) => ({ path, message })));
    }
    return { isTrusted, params, body: body.value, query: query.value };
  };
}

const nothingToCheck: Validator<unknown> = () => ({ value: undefined });

function faultsOf(validated: Validated<unknown>): readonly ValidationFault[] {
  return "faults" in validated ? validated.faults : [];
}

function inQuery(faults: readonly ValidationFault[]): ValidationFault[] {
  return faults.map(({ path, message }) => ({ path: `?${path.slice(1)}`, message }));
}
