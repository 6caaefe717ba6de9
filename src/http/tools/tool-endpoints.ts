import type { ToolRunner } from "../../calls/tool-runner.js";
import type { ParameterDefinition, Tool } from "../../toolbox/tool.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { answer, flag, listOf, request, text } from "../kit/schema.js";
import { callWithTool, type CallWithToolNeeds, toolCallPlaced, toolCallRequest } from "./call-with-tool.js";
import { executeRequest, executeTool, type ExecuteToolNeeds, toolExecution } from "./execute-tool.js";
import { PATH_PARAMS, requestedTool, TOOLS } from "./requested-tool.js";

export interface ToolEndpointsNeeds extends CallWithToolNeeds, Pick<ExecuteToolNeeds, "schedules"> {
  readonly tools: Omit<ToolRunner, "run">;
}

const parameter: JsonSchema = answer(
  {
    type: text("The type that values are converted to; `array`, `object` and `any` only with a `schema`.", {
      enum: ["string", "integer", "number", "boolean", "array", "object", "any"],
    }),
    description: text("What it means."),
    required: flag("Whether it is required."),
    default: { type: ["string", "number", "boolean"], description: "Used when it is omitted." },
    enum: listOf({ type: "string" }, { description: "The only values allowed." }),
    minimum: { type: "number", description: "The minimum value." },
    maximum: { type: "number", description: "The maximum value." },
    max_length: { type: "integer", description: "The maximum length, in characters." },
  },
  { optional: ["default", "enum", "minimum", "maximum", "max_length"] },
);

const tool: JsonSchema = answer(
  {
    name: text("The tool's unique name, in upper case."),
    description: text("What the tool does and when to use it."),
    enabled: flag("Whether the tool is available."),
    parameters: { type: "object", description: "The tool's parameters by name.", additionalProperties: parameter },
    schema: {
      type: "object",
      description: "The parameters as a JSON Schema, where `parameters` cannot express everything.",
      additionalProperties: true,
    },
    disabled_reason: text("Why the tool is not available: the missing setting, or the dependency that is down."),
  },
  {
    optional: ["schema", "disabled_reason"],
    examples: [
      {
        name: "CALC",
        description: "Calculates the value of an expression.",
        enabled: true,
        parameters: { expression: { type: "string", description: "The expression.", required: true } },
      },
    ],
  },
);

interface ToolListQuery {
  readonly include_disabled: boolean;
}

const toolListQuery: JsonSchema = request(
  {
    include_disabled: flag("Whether unavailable tools are listed too.", { default: false }),
  },
  [],
);

export const TOOL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Tool: tool,
  ExecuteRequest: executeRequest,
  ToolExecution: toolExecution,
  ToolCallRequest: toolCallRequest,
  ToolCallPlaced: toolCallPlaced,
};

/** `/tools`: list tools, run them, and call someone with the result. */
export function toolEndpoints(needs: ToolEndpointsNeeds): Endpoint[] {
  const { tools } = needs;

  const listTools: Endpoint<undefined, ToolListQuery> = {
    id: "listTools",
    method: "get",
    path: "/tools",
    scopes: ["read"],
    tag: TOOLS,
    summary: "List the tools",
    query: toolListQuery,
    answer: {
      description: "The available tools, or all of them.",
      schema: listOf(tool, { description: "By name." }),
    },
    problems: ["invalid_request"],
    handle: ({ query }) =>
      jsonAnswer(tools.tools.filter((each) => query.include_disabled || !each.disabledReason).map(toolBody)),
  };

  const getTool: Endpoint = {
    id: "getTool",
    method: "get",
    path: "/tools/{name}",
    scopes: ["read"],
    params: PATH_PARAMS,
    tag: TOOLS,
    summary: "Get the description of a tool",
    answer: { description: "The tool.", schema: tool },
    problems: ["not_found"],
    handle: ({ params }) => jsonAnswer(toolBody(requestedTool(tools, params))),
  };

  return [listTools, getTool, executeTool(needs), callWithTool(needs)];
}

/** A tool as the API returns it. */
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

/** The parameters that a schema names, as far as a flat definition can express them. */
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
