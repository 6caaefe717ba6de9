import { isRecord } from "../kernel/record.js";
import { isPrototypeKey } from "../validation/prototype-keys.js";
import { createValidator, type Validated } from "../validation/validator.js";
import type { JsonSchema, ParameterDefinition, ParameterValue, Tool } from "./tool.js";

export type Parameters = Readonly<Record<string, ParameterValue>>;

/**
 * One thing wrong with the arguments. `path` is the parameter's name, and what follows it in a JSON pointer to the place;
 * empty when the fault is not in one parameter.
 */
export interface ParameterFault {
  readonly path: string;
  readonly message: string;
}

export type Checked =
  { readonly parameters: Parameters } | { readonly faults: readonly [ParameterFault, ...ParameterFault[]] };

/** What is wrong with arguments that are no object. */
export const NO_OBJECT: ParameterFault = { path: "", message: "must be an object with the parameters by name" };
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
  const validate = createValidator<Record<string, ParameterValue>>(schemaOf(definitions), {
    coerce: true,
    unknownField: () => "is no parameter of this tool",
  });

  return (given) => (isRecord(given) ? checkedOf(validate(supplied(given))) : { faults: [NO_OBJECT] });
}

/** What was given, without what counts as not given. */
export function supplied(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
}

export function checkedOf(checked: Validated<Record<string, ParameterValue>>): Checked {
  if ("value" in checked) return { parameters: checked.value };
  const [first, ...others] = checked.faults;
  return { faults: [named(first), ...others.map(named)] };
}

/** Faults as one clause: `duration is required, and message must be a string`. */
export function listed(faults: readonly ParameterFault[]): string {
  return faults.map(({ path, message }) => (path ? `${path} ${message}` : message)).join(", and ");
}

function assertDefinition(name: string, { type, default: value }: ParameterDefinition): void {
  if (!PARAMETER_NAME.test(name) || isPrototypeKey(name)) throw new TypeError(`a parameter named "${name}"`);
  if (!["string", "integer", "number", "boolean"].includes(type)) throw new TypeError(`${name} is of type ${type}`);
  const right = type === "integer" ? Number.isInteger(value) : typeof value === type;
  if (value !== undefined && !right) throw new TypeError(`the default of ${name} is no ${type}`);
}

/** A parameter stands at the top, so the pointer to it is its name. */
function named({ path, message }: ParameterFault): ParameterFault {
  return { path: path.slice(1), message };
}
