import { AttendantError } from "../../kernel/errors.js";
import { onFirstUse } from "../../kernel/on-first-use.js";
import { isRecord } from "../../kernel/record.js";
import { readTraceparent } from "../../observability/trace.js";
import { unpairedSurrogates } from "../../validation/hostile-values.js";
import { createValidator, type JsonSchema, type Validated, type Validator } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import type { Endpoint, ValidRequest } from "./endpoint.js";
import type { GivenRequest } from "./given-request.js";
import { InvalidInput } from "./http-errors.js";

/** A request that matches its schemas. */
export interface CheckedRequest {
  readonly request: ValidRequest<unknown, unknown>;
  /**
   * Why the request cannot be executed now; undefined when it can. It depends on the state of the service, such as which tools
   * there are, so an earlier request with the same key may have been executed.
   */
  readonly refusal: AttendantError | undefined;
}

/** @returns a function that validates requests and throws `InvalidInput` with every fault when one is against the schemas */
export function createRequestValidator(endpoint: Endpoint): (given: GivenRequest) => CheckedRequest {
  // Compiling the schemas of all endpoints would be a third of the start.
  const bodyValidator = onFirstUse(() => (endpoint.body ? createValidator(endpoint.body.schema) : nothingToCheck));
  // Query values are all text, so they are converted.
  const queryValidator = onFirstUse(() =>
    endpoint.query ? createValidator(endpoint.query, { coerce: true }) : nothingToCheck,
  );

  if (endpoint.body?.isForeign) return asSent;
  return ({ client, params, query: asked, body: sent, traceparent }) => {
    const given = asDeclared(sent === undefined ? {} : sent, endpoint.body?.schema ?? {});
    const unpaired = unpairedSurrogates(given);
    const found = foundIn(endpoint, { client, params, body: given, query: asked });
    const query = queryValidator()(asked);
    const body = bodyValidator()(given);
    if (unpaired.length === 0 && "value" in query && "value" in body) {
      const request = { client, traceparent: validTraceparent(traceparent), params };
      return { request: { ...request, body: body.value, query: query.value }, refusal: refusalOf(found) };
    }
    if (found instanceof AttendantError) throw found;
    const faults: ValidationFault[] = [...inQuery(faultsOf(query)), ...faultsOf(body)];
    faults.push(...[...unpaired, ...found].filter(({ path }) => !faults.some((fault) => fault.path === path)));
    throw new InvalidInput(faults);
  };
}

/** A request whose body is in another program's format, which the work reads itself. */
function asSent({ client, params, body, traceparent }: GivenRequest): CheckedRequest {
  const request = { client, traceparent: validTraceparent(traceparent), params, body, query: {} };
  return { request, refusal: undefined };
}

/** Faults that no schema can express, or that the path leads nowhere. @throws {AttendantError} `scope_missing` */
function foundIn(
  { faults }: Endpoint,
  request: ValidRequest<unknown, unknown>,
): readonly ValidationFault[] | AttendantError {
  try {
    return faults?.(request) ?? [];
  } catch (error) {
    if (error instanceof AttendantError && error.code === "not_found") return error;
    throw error;
  }
}

function refusalOf(found: readonly ValidationFault[] | AttendantError): AttendantError | undefined {
  if (found instanceof AttendantError) return found;
  return found.length > 0 ? new InvalidInput(found) : undefined;
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

/**
 * Copies a body, converting values to the types that its schema declares where the meaning is unambiguous, for clients that
 * serialise empty fields and do not distinguish numbers from text:
 *
 * - A null field counts as absent unless its schema names null, as that of a field that null clears; and so does an optional field that is "".
 * - A whole number from 0 on is accepted where text is declared, and text that is a number, true or false where that is declared.
 *
 * Undeclared names are left unchanged, to be rejected as misspelt or, among a tool's parameters, to be validated by the tool's
 * own definition.
 */
function asDeclared(value: unknown, schema: JsonSchema): unknown {
  const { properties, required = [], items } = schema;
  if (Array.isArray(value)) return items ? value.map((each) => asDeclared(each, items as JsonSchema)) : value;
  if (!isRecord(value)) return converted(value, schema.type);
  if (!properties) return value;
  const known = properties as Readonly<Record<string, JsonSchema>>;
  const given = Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!field) return [[name, inner] as const];
    const isNamed = Array.isArray(field.type) && field.type.includes("null");
    const isAbsent = (inner === null && !isNamed) || (inner === "" && !(required as readonly string[]).includes(name));
    return isAbsent ? [] : [[name, asDeclared(inner, field)] as const];
  });
  return Object.fromEntries(given);
}

/** With this many digits, every whole number is exact as a double. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

function converted(value: unknown, declared: unknown): unknown {
  const type = Array.isArray(declared) ? declared.find((each) => each !== "null") : declared;
  if (type === "string" && Number.isSafeInteger(value) && Number(value) >= 0) return String(value);
  if (typeof value !== "string") return value;
  if ((type === "integer" || type === "number") && NUMBER.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}
