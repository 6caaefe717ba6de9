import type { ParameterDefinition, Tool } from "../../toolbox/tool.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ToolExecution } from "../ports.js";

/** A tool as clients see it. */
export function toolBody({ name, description, parameters = {}, schema, disabledReason }: Tool) {
  return {
    name,
    description,
    enabled: !disabledReason,
    parameters: schema
      ? outlineOf(schema)
      : Object.fromEntries(Object.entries(parameters).map(([key, each]) => [key, parameterBody(each)])),
    ...(schema && { schema }),
    ...(disabledReason && { disabled_reason: disabledReason }),
  };
}

function parameterBody({ required = false, maxLength, ...rest }: ParameterDefinition) {
  return { ...rest, required, ...(maxLength !== undefined && { max_length: maxLength }) };
}

/** The parameters that a schema names, as far as a flat definition can tell of them. */
function outlineOf({ properties = {}, required = [] }: JsonSchema) {
  const entries = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return Object.fromEntries(
    entries.map(([name, { type, description }]) => [
      name,
      {
        type: typeof type === "string" && type !== "null" ? type : "any",
        description: typeof description === "string" ? description : "",
        required: (required as readonly string[]).includes(name),
      },
    ]),
  );
}

/** What a tool answered as clients see it. PENDING is no failure: it goes on in the background. */
export function executionBody(tool: Tool, { result, spoken, spokenReason }: ToolExecution) {
  const failed = result.status === "FAILED";
  return {
    success: !failed,
    tool: tool.name,
    status: result.status,
    message: result.message,
    data: result.data ?? null,
    spoken,
    spoken_reason: spokenReason,
    error: failed ? result.message : null,
  };
}
