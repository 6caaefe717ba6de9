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

function assertDefinition(name: string, { type, default: value }: ParameterDefinition): void {
  if (!PARAMETER_NAME.test(name) || isPrototypeKey(name)) throw new TypeError(`a parameter named "${name}"`);
  if (!["string", "integer", "number", "boolean"].includes(type))
    throw new TypeError(`${name} is of the unknown type ${type}`);
  const right = type === "integer" ? Number.isInteger(value) : typeof value === type;
  if (value !== undefined && !right) throw new TypeError(`the default of ${name} is not of type ${type}`);
}
