import type { ToolRun, ToolRunner } from "../../calls/tasks/tool-runner.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Parameters } from "../../toolbox/parameters.js";
import type { Tool } from "../../toolbox/tool.js";
import type { JsonSchema } from "../../validation/validator.js";
import { below, type ValidationFault } from "../../validation/words.js";
import type { Tag, ValidRequest } from "../kit/endpoint.js";
import { InvalidInput } from "../kit/http-errors.js";
import { anyText } from "../kit/schema.js";

/*
 * The tool that a request names, and what it gives it.
 */

export const TOOLS: Tag = { name: "Tools", description: "What the assistant can do, for programs too." };

/** What varies in the paths. */
export const PATH_PARAMS = { name: "The tool's name, in upper or lower case." } as const;

export const toolName = anyText("The tool's name, as in the path.", 64);

/** A tool's parameters as they are sent. */
export type Params = Readonly<Record<string, unknown>>;

/** Of any type: the bounds are those of a text. */
const { type: _, ...value } = anyText("A value; converted to the type that the tool declares.", 4000);

export const optionalParams: JsonSchema = {
  type: "object",
  description: "The tool's parameters by name; `GET /tools/{name}` tells which there are.",
  maxProperties: 50,
  additionalProperties: value,
};
export const params: JsonSchema = { ...optionalParams, default: {} };

/** Where the parameters stand in a body. */
const PARAMS = "/params";

/** @throws {AttendantError} `not_found` */
export function requestedTool(
  tools: Pick<ToolRunner, "find">,
  { name = "" }: ValidRequest<unknown, unknown>["params"],
): Tool {
  const tool = tools.find(name);
  if (!tool) throw new AttendantError("not_found", `There is no tool ${name.slice(0, 64)}.`);
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
    faults.push({ path: "/tool", message: `must be ${tool.name}, which the path names, or be left out` });
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
 * What is wrong with a tool's parameters; whatever was sent, fit or not.
 *
 * @param path where they stand in the body, such as `/params`
 */
export function parameterFaults(tools: Check, tool: Tool, given: unknown, path: string): ValidationFault[] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return [];
  const checked = tools.check(tool, given);
  const wrong = "faults" in checked ? checked.faults : [];
  return [...wrong, ...misspeltNulls(tool, given)].map(into(path));
}

/** A tool's parameters, converted, with their defaults. @throws {InvalidInput} */
export function parametersOf(tools: Check, tool: Tool, given: unknown, path: string): Parameters {
  const checked = tools.check(tool, given);
  if ("faults" in checked) throw new InvalidInput(checked.faults.map(into(path)));
  return checked.parameters;
}

/** Null counts as not given, so that the check does not look at the name. A program that sends it misspelt a name. */
function misspeltNulls({ parameters = {}, schema }: Tool, params: object): ValidationFault[] {
  if (schema) return []; // Which names there may be is for the schema to say.
  const names = Object.entries(params).filter(([name, value]) => value === null && !Object.hasOwn(parameters, name));
  return names.map(([name]) => ({ path: below("", name).slice(1), message: "is no parameter of this tool" }));
}

function into(place: string) {
  return ({ path, message }: ValidationFault): ValidationFault => ({
    path: path === "" ? place : `${place}/${path}`,
    message,
  });
}
