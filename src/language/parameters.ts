import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { JsonSchema, ParameterDefinition, ParameterValue, Tool } from "./tool.js";

export type Parameters = Readonly<Record<string, ParameterValue>>;

/** One thing wrong with the arguments. `path` is the parameter's name; empty when the fault is not in one parameter. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

export type Checked = { readonly parameters: Parameters } | { readonly faults: readonly [Fault, ...Fault[]] };

/** Never the name of a parameter: what these reach is not the object's own. */
const PROTOTYPE_KEYS = new Set(["__proto__", "constructor", "prototype"]);
const PARAMETER_NAME = /^[a-z][a-z0-9_]*$/i;

/** The parameters of a tool as a JSON Schema: what the model and programs are told, and what arguments are held against. */
export function schemaOf(parameters: Tool["parameters"] = {}): JsonSchema {
  const entries = Object.entries(parameters);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { required: _, ...schema }]) => [name, schema])),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
}

/**
 * A check of arguments against the definitions: converts each value to its declared type ("5" becomes 5), fills in
 * defaults, and names every fault at once. A parameter that is null counts as not given, because models write that.
 * The arguments themselves are not changed.
 *
 * @throws {TypeError} when the definitions are not valid themselves
 */
export function createParameterCheck(definitions: Tool["parameters"] = {}): (given: unknown) => Checked {
  for (const [name, definition] of Object.entries(definitions)) assertDefinition(name, definition);
  const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, ownProperties: true, strict: true });
  const validate: ValidateFunction = ajv.compile(schemaOf(definitions));

  return (given) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      return { faults: [{ path: "", message: "must be an object with the parameters by name" }] };
    }
    const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
    const ownNames = entries.filter(([name]) => !PROTOTYPE_KEYS.has(name));
    const refused = entries.filter(([name]) => PROTOTYPE_KEYS.has(name)).map(([name]) => unknown(name));
    const parameters: Record<string, ParameterValue> = Object.fromEntries(ownNames);
    validate(parameters);
    const [first, ...others] = [...refused, ...(validate.errors ?? []).map(faultOf), ...endless(parameters)];
    return first ? { faults: [first, ...others] } : { parameters };
  };
}

/** Faults as one clause: `duration is required, and message must be string`. */
export function listed(faults: readonly Fault[]): string {
  return faults.map(({ path, message }) => (path ? `${path} ${message}` : message)).join(", and ");
}

function assertDefinition(name: string, { type, default: value }: ParameterDefinition): void {
  if (!PARAMETER_NAME.test(name) || PROTOTYPE_KEYS.has(name)) throw new TypeError(`a parameter named "${name}"`);
  if (!["string", "integer", "number", "boolean"].includes(type)) throw new TypeError(`${name} is of type ${type}`);
  const right = type === "integer" ? Number.isInteger(value) : typeof value === type;
  if (value !== undefined && !right) throw new TypeError(`the default of ${name} is no ${type}`);
}

function faultOf({ keyword, instancePath, params, message }: ErrorObject): Fault {
  const path = instancePath.slice(1);
  if (keyword === "required") return { path: params.missingProperty, message: "is required" };
  if (keyword === "additionalProperties") return unknown(params.additionalProperty);
  if (keyword === "enum") return { path, message: `must be one of ${params.allowedValues.join(", ")}` };
  return { path, message: message ?? "is not valid" };
}

/** Ajv takes the text "Infinity" for a number. */
function endless(parameters: Parameters): Fault[] {
  const entries = Object.entries(parameters).filter(
    ([, value]) => typeof value === "number" && !Number.isFinite(value),
  );
  return entries.map(([path]) => ({ path, message: "must be finite" }));
}

function unknown(path: string): Fault {
  return { path, message: "is no parameter of this tool" };
}
