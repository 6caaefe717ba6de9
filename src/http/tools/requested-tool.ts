import type { ToolRun, ToolRunner } from "../../calls/tool-runner.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Parameters } from "../../toolbox/parameters.js";
import type { Tool } from "../../toolbox/tool.js";
import type { JsonSchema } from "../../validation/validator.js";
import { below, type ValidationFault } from "../../validation/words.js";
import type { Tag, ValidRequest } from "../kit/endpoint.js";
import { InvalidInput } from "../kit/http-errors.js";
import { anyText } from "../kit/schema.js";

/* Finds the tool that a request names and validates its parameters. */

export const TOOLS: Tag = { name: "Tools", description: "The assistant's tools, for programs." };

/** Path parameters. */
export const PATH_PARAMS = { name: "The tool's name, in upper or lower case." } as const;

export const toolName = anyText("The tool's name, as in the path.", 64);

/** A tool's parameters as they were sent. */
export type Params = Readonly<Record<string, unknown>>;

/** Of any type; the limits apply to text. */
const { type: _, ...value } = anyText("The value; converted to the type that the tool declares.", 4000);

export const optionalParams: JsonSchema = {
  type: "object",
  description: "The tool's parameters by name; see `GET /tools/{name}`.",
  maxProperties: 50,
  additionalProperties: value,
};
export const params: JsonSchema = { ...optionalParams, default: {} };

/** The path of the parameters in a body. */
const PARAMS = "/params";

/** The name of the tool in the path, whether or not there is such a tool now. */
export function toolNamed({ name = "" }: ValidRequest<unknown, unknown>["params"]): string {
  return name.toUpperCase();
}

/** @throws {AttendantError} `not_found` */
export function requestedTool(
  tools: Pick<ToolRunner, "find">,
  { name = "" }: ValidRequest<unknown, unknown>["params"],
): Tool {
  const tool = tools.find(name);
  if (!tool)
    throw new AttendantError(
      "not_found",
      `There is no tool ${name.slice(0, 64)}. GET /tools lists the available tools.`,
    );
  if (tool.disabledReason) throw new AttendantError("not_found", `${tool.name} is disabled: ${tool.disabledReason}`);
  return tool;
}

/** @throws {AttendantError} `not_found` */
export function toolFaults(
  tools: Pick<ToolRunner, "find" | "check">,
  { params: path, body }: ValidRequest<unknown, unknown>,
): ValidationFault[] {
  const tool = requestedTool(tools, path);
  const { tool: named, params = {} } = (body ?? {}) as { tool?: unknown; params?: unknown };
  const faults: ValidationFault[] = [];
  if (typeof named === "string" && named.toUpperCase() !== tool.name) {
    faults.push({ path: "/tool", message: `must be ${tool.name}, as in the path, or be omitted` });
  }
  return [...faults, ...parameterFaults(tools, tool, params, PARAMS)];
}

export function toolRunOf(
  tools: Pick<ToolRunner, "find" | "check">,
  { params: path, body, client }: ValidRequest<{ readonly params: Params }, unknown>,
): ToolRun {
  const tool = requestedTool(tools, path);
  const parameters = parametersOf(tools, tool, body.params, PARAMS);
  return { tool, parameters, ...(client && { scopes: client.scopes }), ...(client?.name && { client: client.name }) };
}

type Check = Pick<ToolRunner, "check">;

/**
 * Faults of a tool's parameters. Accepts any input, valid or not.
 *
 * @param path their path in the body, such as `/params`
 */
export function parameterFaults(tools: Check, tool: Tool, given: unknown, path: string): ValidationFault[] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return [];
  const checked = tools.check(tool, given);
  const wrong = "faults" in checked ? checked.faults : [];
  return [...wrong, ...misspeltNulls(tool, given)].map(into(path));
}

/** A tool's parameters, converted, with defaults applied. @throws {InvalidInput} */
export function parametersOf(tools: Check, tool: Tool, given: unknown, path: string): Parameters {
  const checked = tools.check(tool, given);
  if ("faults" in checked) throw new InvalidInput(checked.faults.map(into(path)));
  return checked.parameters;
}

/** A null value counts as absent, so the schema does not check its name. A client that sends one has misspelt a name. */
function misspeltNulls({ parameters = {}, schema }: Tool, params: object): ValidationFault[] {
  if (schema) return []; // The schema defines which names are allowed.
  const names = Object.entries(params).filter(([name, value]) => value === null && !Object.hasOwn(parameters, name));
  return names.map(([name]) => ({ path: below("", name).slice(1), message: "is not a parameter of this tool" }));
}

function into(place: string) {
  return ({ path, message }: ValidationFault): ValidationFault => ({
    path: path === "" ? place : `${place}/${path}`,
    message,
  });
}
