import { setImmediate as nextTurn } from "node:timers/promises";
import type { McpServer } from "../config/mcp-servers.js";
import type { JsonSchema } from "../validation/validator.js";
import { plainText } from "./plain-text.js";
import { reducedSchema, SchemaFault } from "./tool-schema.js";

/** A usable entry of a server's tool list. */
export interface ServerTool {
  /** The server's name for it. */
  readonly original: string;
  /** Its name in the toolbox. */
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** An allowed tool that cannot be used, and why. */
export interface RefusedEntry {
  readonly original: string;
  readonly reason: string;
}

export interface ToolList {
  readonly tools: readonly ServerTool[];
  readonly refused: readonly RefusedEntry[];
}

/** With more tools, a model chooses the wrong one. */
const MAX_TOOLS = 64;
/** Maximum number of allowed entries that are read: one can take a millisecond, also when it is refused. */
const MAX_ENTRIES = 256;
/** Stands for the entries beyond. */
const REST: RefusedEntry = { original: "*", reason: `there are more than ${MAX_ENTRIES}: the rest is not read` };
const MAX_DESCRIPTION = 1_000;
/** Maximum length of the server's name for a tool, and of ours. */
const MAX_ORIGINAL = 128;
const MAX_NAME = 64;

/**
 * Reads the result of `tools/list`: the tools that the settings allow. Nothing in the list is trusted. Reads one entry at a time,
 * because the audio of calls has priority.
 */
export async function readToolList(
  { name: server, tools: allowed }: McpServer,
  listed: readonly unknown[],
): Promise<ToolList> {
  const tools = new Map<string, ServerTool>();
  const refused: RefusedEntry[] = [];
  let read = 0;
  for (const entry of listed) {
    const { name: original } = (entry ?? {}) as { name?: unknown };
    if (typeof original !== "string" || original === "" || original.length > MAX_ORIGINAL) continue;
    if (allowed !== "*" && !allowed.includes(original)) continue;
    if (read++ === MAX_ENTRIES) {
      refused.push(REST);
      break;
    }
    await nextTurn();
    const shown = plainText(original, MAX_ORIGINAL);
    const tool = toolIn(entry as Entry, original, server, tools);
    if (typeof tool !== "string") tools.set(tool.name, tool);
    else if (refused.length < MAX_TOOLS) refused.push({ original: shown, reason: tool });
  }
  return { tools: [...tools.values()], refused };
}

/** The tool of an entry, or the reason why it is refused. @param tools those before it, by name */
function toolIn(
  entry: Entry,
  original: string,
  server: string,
  tools: ReadonlyMap<string, ServerTool>,
): ServerTool | string {
  const name = toolName(server, original);
  if (name === undefined) return "its name cannot be converted to a valid tool name";
  const other = tools.get(name);
  if (other?.original === original) return "it is listed twice";
  if (other) return `${plainText(other.original, 64)} is already named ${name}`;
  if (tools.size === MAX_TOOLS) return `there are more than ${MAX_TOOLS}`;
  return readEntry(server, original, name, entry);
}

/**
 * The toolbox name of a server's tool: `home` and `get.lightState` become HOME_GET_LIGHT_STATE.
 *
 * @returns undefined when nothing is left of the name, or it is too long
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

/** @returns why it cannot be used, if so */
function readEntry(server: string, original: string, name: string, entry: Entry): ServerTool | string {
  if (entry.execution?.taskSupport === "required") return "it runs only as a task, which is not supported";
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
