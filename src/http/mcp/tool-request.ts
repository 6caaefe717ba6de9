import { createValidator } from "../../validation/validator.js";
import type { GivenRequest } from "../kit/given-request.js";
import { InvalidInput } from "../kit/http-errors.js";
import { request } from "../kit/schema.js";
import type { ModelTool } from "./model-tools.js";
import { fieldsOf, type Part, WAIT } from "./tool-schema.js";

/** The request that a use of a tool stands for. */
export interface ToolRequest extends Pick<GivenRequest, "params" | "query" | "body"> {
  /** How long to wait for the end of the call, in ms. */
  readonly waitMs: number;
}

type Given = Readonly<Record<string, unknown>>;

const validateWait = createValidator<{ readonly wait_seconds: number }>(request({ wait_seconds: WAIT }, []));

/**
 * Creates a function that turns the arguments of a tool into a request, which the endpoint checks as any other.
 *
 * @throws {InvalidInput} from that function, for what the endpoint would not notice: fields that the tool does not have, and fields
 *   that only the tool has
 */
export function createToolRequests(tool: ModelTool): (given: Given) => ToolRequest {
  const fields = fieldsOf(tool);
  const { id = "id", requires = [], defaults = {}, waitSeconds = 0 } = tool;

  return (given) => {
    const entries = Object.entries({ ...defaults, ...given }).filter(([, value]) => value !== null);
    const unknown = entries.filter(([name]) => !fields.has(name));
    if (unknown.length > 0) {
      const message = `is not a field of ${tool.name}; its fields are ${[...fields.keys()].join(", ") || "none"}`;
      throw new InvalidInput(unknown.slice(0, 20).map(([name]) => ({ path: `/${name.slice(0, 80)}`, message })));
    }
    const missing = [...fields].filter(
      ([name, { part }]) => (part === "params" || requires.includes(name)) && given[name] == null,
    );
    if (missing.length > 0)
      throw new InvalidInput(missing.map(([name]) => ({ path: `/${name}`, message: "is required" })));
    const ofPart = (part: Part) => Object.fromEntries(entries.filter(([name]) => fields.get(name)?.part === part));
    const wait = validateWait({ wait_seconds: waitSeconds, ...ofPart("wait") });
    if ("faults" in wait) throw new InvalidInput(wait.faults);
    const params = Object.entries(ofPart("params")).map(([name, value]) => [name === id ? "id" : name, String(value)]);
    return {
      params: Object.fromEntries(params) as Record<string, string>,
      query: ofPart("query"),
      body: ofPart("body"),
      waitMs: wait.value.wait_seconds * 1000,
    };
  };
}
