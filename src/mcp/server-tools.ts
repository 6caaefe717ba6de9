import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer } from "../config/mcp-servers.js";
import { withDeadline } from "../kernel/deadline.js";
import type { ToolSource } from "../toolbox/toolbox.js";
import type { Tool } from "../toolbox/tool.js";
import type { Connection } from "./connection.js";
import { plainText } from "./plain-text.js";
import { readToolList, type RefusedEntry, type ServerTool, toolName } from "./tool-list.js";
import { toolResult } from "./tool-result.js";

/** The tools of one server in the toolbox. */
export interface ServerTools {
  /** Replaces them with the server's current list. @returns the names of the tools in use, and those rejected */
  update(
    listed: readonly unknown[],
  ): Promise<{ readonly tools: readonly string[]; readonly refused: readonly RefusedEntry[] }>;
  /** Disables all of them. @param reason a sentence that may be shown to any client */
  disable(reason: string): Promise<void>;
}

export interface ServerToolsNeeds {
  readonly server: McpServer;
  readonly source: ToolSource;
  /** Time-out of one call, in ms. */
  readonly timeoutMs: number;
  /** The current connection; undefined while there is none. */
  readonly connection: () => Connection | undefined;
}

export function createServerTools({ server, source, timeoutMs, connection }: ServerToolsNeeds): ServerTools {
  /** Tools by the list entry they were made from: unchanged ones are reused, with their compiled checks. */
  let made = new Map<string, Tool>();
  let latest: readonly Tool[] = [];

  function toolOf({ original, ...rest }: ServerTool): Tool {
    return {
      ...rest,
      execute: (parameters, { signal, traceparent }) =>
        withDeadline(timeoutMs, signal, rest.name, async (limit) => {
          const current = connection();
          if (!current) return { status: "FAILED", message: `The server ${server.name} is not connected.` };
          try {
            const result = toolResult(await current.callTool(original, parameters, limit, traceparent));
            return result ?? { status: "FAILED", message: "The server gave no usable answer." };
          } catch (error) {
            if (!(error instanceof McpError) || error.code !== ErrorCode.InvalidParams) throw error;
            return { status: "FAILED", message: `The server rejected the call: ${plainText(error.message, 300)}` };
          }
        }),
    };
  }

  /** Checks one tool at a time: compiling takes 2 ms, and the audio of calls has priority. */
  async function put(tools: readonly Tool[]): Promise<readonly RefusedEntry[]> {
    const faults: RefusedEntry[] = [];
    const sound: Tool[] = [];
    for (const tool of tools) {
      const reason = source.faultOf(tool);
      if (reason === undefined) sound.push(tool);
      else faults.push({ original: tool.name, reason });
      await new Promise((next) => setImmediate(next));
    }
    const refused = source.replace(sound);
    return [...faults, ...refused.map(({ tool, reason }) => ({ original: tool.name, reason }))];
  }

  /** Disabled tools in place of those that the settings name and the server lacks. */
  function placeholders(present: readonly Tool[], reason: (original: string) => string): Tool[] {
    if (server.tools === "*") return [];
    return server.tools.flatMap((original): Tool[] => {
      const name = toolName(server.name, original);
      if (name === undefined || present.some((tool) => tool.name === name)) return [];
      const description = `${plainText(original, 128)} of ${server.name}.`;
      return [{ name, description, disabledReason: reason(original), execute: unavailable }];
    });
  }

  return {
    async update(listed) {
      const { tools, refused } = await readToolList(server, listed);
      const former = made;
      made = new Map(
        tools.map((tool) => {
          const key = JSON.stringify(tool);
          return [key, former.get(key) ?? toolOf(tool)];
        }),
      );
      latest = [...made.values()];
      const absent = placeholders(latest, (original) => {
        const known = refused.find((each) => each.original === original);
        return known ? `It cannot be used: ${known.reason}.` : `The server ${server.name} has no tool with this name.`;
      });
      const clashing = await put([...latest, ...absent]);
      const names = latest
        .map(({ name }) => name)
        .filter((name) => !clashing.some(({ original }) => original === name));
      const named = new Set([...tools, ...refused].map(({ original }) => original));
      const missing = (server.tools === "*" ? [] : server.tools)
        .filter((original) => !named.has(original))
        .map((original) => ({ original: plainText(original, 128), reason: "the server has no tool with this name" }));
      return { tools: names, refused: [...refused, ...clashing, ...missing] };
    },

    async disable(reason) {
      const disabled = latest.map(({ schema: _, ...tool }) => ({ ...tool, disabledReason: reason }));
      await put([...disabled, ...placeholders(latest, () => reason)]);
    },
  };
}

function unavailable(): never {
  throw new Error("a disabled tool was called");
}
