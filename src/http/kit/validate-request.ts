import { readTraceparent } from "../../observability/trace.js";
import { createValidator, type Validated, type Validator } from "../../validation/validator.js";
import { unpairedSurrogates } from "../../validation/hostile-values.js";
import type { ValidationFault } from "../../validation/words.js";
import { asDeclared } from "./as-declared.js";
import type { Endpoint, RequestFault, ValidRequest } from "./endpoint.js";
import { InvalidInput } from "./http-errors.js";
import type { GivenRequest } from "./given-request.js";

/** @returns a function that validates requests and throws `InvalidInput` with every fault */
export function createRequestValidator(endpoint: Endpoint): (given: GivenRequest) => ValidRequest<unknown, unknown> {
  const validateBody = endpoint.body ? createValidator(endpoint.body.schema) : nothingToCheck;
  // Query values are all text, so they are converted.
  const validateQuery = endpoint.query ? createValidator(endpoint.query, { coerce: true }) : nothingToCheck;

  if (endpoint.body?.isForeign) return asSent;
  return ({ client, params, query: asked, body: sent, traceparent }) => {
    const given = asDeclared(sent === undefined ? {} : sent, endpoint.body?.schema ?? {});
    const found = [
      ...unpairedSurrogates(given),
      ...(endpoint.faults?.({ client, params, body: given, query: asked }) ?? []),
    ];
    const query = validateQuery(asked);
    const body = validateBody(given);
    const faults: RequestFault[] = [...inQuery(faultsOf(query)), ...faultsOf(body)];
    faults.push(...found.filter(({ path }) => !faults.some((fault) => fault.path === path)));
    const lasting = faults.some(({ passing }) => !passing);
    if (lasting || "faults" in query || "faults" in body) {
      throw new InvalidInput(faults.map(({ path, message }) => ({ path, message })));
    }
    return { client, traceparent: validTraceparent(traceparent), params, body: body.value, query: query.value };
  };
}

/** A request whose body is in another program's format, which the work reads itself. */
function asSent({ client, params, body, traceparent }: GivenRequest): ValidRequest<unknown, unknown> {
  return { client, traceparent: validTraceparent(traceparent), params, body, query: {} };
}

/** An invalid trace context is ignored, as the W3C requires: it is never a reason to reject a request. */
function validTraceparent(given: string | undefined): string | undefined {
  return given !== undefined && readTraceparent(given) ? given : undefined;
}

const nothingToCheck: Validator<unknown> = () => ({ value: undefined });

function faultsOf(validated: Validated<unknown>): readonly ValidationFault[] {
  return "faults" in validated ? validated.faults : [];
}

function inQuery(faults: readonly ValidationFault[]): ValidationFault[] {
  return faults.map(({ path, message }) => ({ path: `?${path.slice(1)}`, message }));
}
