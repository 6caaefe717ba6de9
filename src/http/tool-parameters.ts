import type { Parameters } from "../toolbox/parameters.js";
import type { Tool } from "../toolbox/tool.js";
import { below, type ValidationFault } from "../validation/words.js";
import type { ToolRunner } from "./ports.js";
import { InvalidInput } from "./refusals.js";

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
