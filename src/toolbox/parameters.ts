import { isPrototypeKey } from "../validation/hostile-values.js";
import type { JsonSchema } from "../validation/validator.js";
import type { ParameterDefinition, ParameterValue, Tool } from "./tool.js";

export type Parameters = Readonly<Record<string, ParameterValue>>;

const PARAMETER_NAME = /^[a-z][a-z0-9_]*$/i;

/**
 * The parameters of a tool as a JSON Schema: shown to the model and to programs, and used to check arguments.
 *
 * @throws {TypeError} when a definition is invalid
 */
export function schemaOf({ parameters = {}, schema }: Pick<Tool, "parameters" | "schema">): JsonSchema {
  if (schema) return schema;
  const entries = Object.entries(parameters);
  for (const [name, definition] of entries) assertDefinition(name, definition);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { required: _, ...rest }]) => [name, rest])),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
}

function assertDefinition(name: string, definition: ParameterDefinition): void {
  const { type, default: value } = definition;
  if (!PARAMETER_NAME.test(name) || isPrototypeKey(name)) throw new TypeError(`a parameter named "${name}"`);
  if (!["string", "integer", "number", "boolean"].includes(type))
    throw new TypeError(`${name} is of the unknown type ${type}`);
  const right = type === "integer" ? Number.isInteger(value) : typeof value === type;
  if (value !== undefined && !right) throw new TypeError(`the default of ${name} is not of type ${type}`);
  const contradiction = contradictionIn(definition);
  if (contradiction) throw new TypeError(`${name} has ${contradiction}`);
}

/** Two fields of a definition that exclude each other: with these, each call would fail, or each without the parameter. */
function contradictionIn(definition: ParameterDefinition): string | undefined {
  const { type, enum: choices, minimum = -Infinity, maximum = Infinity, maxLength = Infinity } = definition;
  if (choices && type !== "string") return `the type ${type}, but choices, which are for strings`;
  if (minimum > maximum) return `the minimum ${minimum}, which is above its maximum ${maximum}`;
  const long = [...(choices ?? []), definition.default].find((each) => lengthOf(each) > maxLength);
  if (long !== undefined) return `the value ${shown(long)}, which is longer than its maxLength ${maxLength}`;
  return contradictionOfDefault(definition);
}

function contradictionOfDefault({ default: value, ...limits }: ParameterDefinition): string | undefined {
  const { enum: choices, minimum = -Infinity, maximum = Infinity } = limits;
  if (typeof value === "number" && value < minimum)
    return `the default ${value}, which is below its minimum ${minimum}`;
  if (typeof value === "number" && value > maximum)
    return `the default ${value}, which is above its maximum ${maximum}`;
  if (typeof value === "string" && choices && !choices.includes(value))
    return `the default ${shown(value)}, which is not among its choices ${shown(choices)}`;
  return undefined;
}

/** As JSON Schema counts: in characters of Unicode. */
function lengthOf(value: unknown): number {
  return typeof value === "string" ? [...value].length : 0;
}

/** A value as JSON, shortened: reasons are logged and listed. */
function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 100);
}
