import type { ParameterDefinition, Tool } from "../../language/tool.js";
import type { ToolExecution } from "../ports.js";

/** A tool as clients see it. */
export function toolBody({ name, description, parameters = {}, disabledReason }: Tool) {
  return {
    name,
    description,
    enabled: !disabledReason,
    parameters: Object.fromEntries(Object.entries(parameters).map(([key, each]) => [key, parameterBody(each)])),
    ...(disabledReason && { disabled_reason: disabledReason }),
  };
}

function parameterBody({ required = false, maxLength, ...rest }: ParameterDefinition) {
  return { ...rest, required, ...(maxLength !== undefined && { max_length: maxLength }) };
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
