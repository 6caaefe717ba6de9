import type { McpServer } from "../config/mcp-servers.js";
import type { JsonSchema } from "../validation/validator.js";
import { plainText } from "./plain-text.js";
import { toolName } from "./tool-names.js";
import { reducedSchema, SchemaFault } from "./tool-schema.js";

/** A server's tool that is let in. */
export interface OfferedTool {
  /** As the server calls it. */
  readonly original: string;
  /** As it is called here. */
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** One that is not, though it is on the list of those to be let in, and why. */
export interface LeftOut {
  readonly original: string;
  readonly reason: string;
}

export interface Offer {
  readonly tools: readonly OfferedTool[];
  readonly leftOut: readonly LeftOut[];
}

/** A model that is offered more than so many has no use for any. */
const MAX_TOOLS = 64;
const MAX_DESCRIPTION = 1_000;
const MAX_NAME = 128;

/** Of what a server lists, those of its tools that are let in. Everything in that list may be anything. */
export function offeredTools({ name: server, tools: allowed }: McpServer, listed: readonly unknown[]): Offer {
  const tools = new Map<string, OfferedTool>();
  const leftOut: LeftOut[] = [];
  for (const entry of listed) {
    const { name: original } = (entry ?? {}) as { name?: unknown };
    if (typeof original !== "string" || original === "" || original.length > MAX_NAME) continue;
    if (allowed !== "*" && !allowed.includes(original)) continue;
    const shown = plainText(original, MAX_NAME);
    const name = toolName(server, original);
    const other = name === undefined ? undefined : tools.get(name);
    let reason: string | undefined;
    if (name === undefined) reason = "its name cannot be made one of ours";
    else if (other)
      reason =
        other.original === original ? "it is listed twice" : `${plainText(other.original, 64)} is ${name} already`;
    else if (tools.size === MAX_TOOLS) reason = `there are more than ${MAX_TOOLS}`;
    else {
      const tool = read(server, original, name, entry as Entry);
      if (typeof tool === "string") reason = tool;
      else tools.set(name, tool);
    }
    if (reason !== undefined && leftOut.length < MAX_TOOLS) leftOut.push({ original: shown, reason });
  }
  return { tools: [...tools.values()], leftOut };
}

interface Entry {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly execution?: { readonly taskSupport?: unknown };
}

/** @returns why it cannot be used, where it cannot */
function read(server: string, original: string, name: string, entry: Entry): OfferedTool | string {
  if (entry.execution?.taskSupport === "required") return "it runs as a task only, which is not spoken here";
  const words = [entry.description, entry.title].find((each) => typeof each === "string" && each.trim() !== "");
  try {
    return {
      original,
      name,
      description: plainText(String(words ?? `${original} of ${server}.`), MAX_DESCRIPTION),
      schema: reducedSchema(entry.inputSchema),
    };
  } catch (error) {
    return error instanceof SchemaFault ? `its schema ${error.message}` : "its schema cannot be read";
  }
}
