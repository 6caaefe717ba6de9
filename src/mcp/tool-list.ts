import type { McpServer } from "../config/mcp-servers.js";
import type { JsonSchema } from "../validation/validator.js";
import { plainText } from "./plain-text.js";
import { reducedSchema, SchemaFault } from "./tool-schema.js";

/** An entry of a server's tool list that is used. */
export interface ServerTool {
  /** As the server calls it. */
  readonly original: string;
  /** As it is called here. */
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** One that cannot be used though it is allowed, and why. */
export interface RefusedEntry {
  readonly original: string;
  readonly reason: string;
}

export interface ToolList {
  readonly tools: readonly ServerTool[];
  readonly refused: readonly RefusedEntry[];
}

/** More are of no use to a model: it chooses the wrong one. */
const MAX_TOOLS = 64;
const MAX_DESCRIPTION = 1_000;
/** Of the server's own name of a tool, and of ours. */
const MAX_ORIGINAL = 128;
const MAX_NAME = 64;

/** Reads the result of `tools/list`: the tools that the settings allow. Nothing in the list is taken on trust. */
export function readToolList({ name: server, tools: allowed }: McpServer, listed: readonly unknown[]): ToolList {
  const tools = new Map<string, ServerTool>();
  const refused: RefusedEntry[] = [];
  for (const entry of listed) {
    const { name: original } = (entry ?? {}) as { name?: unknown };
    if (typeof original !== "string" || original === "" || original.length > MAX_ORIGINAL) continue;
    if (allowed !== "*" && !allowed.includes(original)) continue;
    const shown = plainText(original, MAX_ORIGINAL);
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
    if (reason !== undefined && refused.length < MAX_TOOLS) refused.push({ original: shown, reason });
  }
  return { tools: [...tools.values()], refused };
}

/**
 * The name that a server's tool has here: `home` and `get.lightState` make HOME_GET_LIGHT_STATE.
 *
 * @returns undefined when that is no name, because nothing is left of it or it is too long
 */
export function toolName(server: string, tool: string): string | undefined {
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const name = `${server.replaceAll("-", "_")}_${words}`.toUpperCase();
  return words === "" || name.length > MAX_NAME ? undefined : name;
}

interface Entry {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly execution?: { readonly taskSupport?: unknown };
}

/** @returns why it cannot be used, where it cannot */
function read(server: string, original: string, name: string, entry: Entry): ServerTool | string {
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
