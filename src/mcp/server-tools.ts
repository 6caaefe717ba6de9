import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer } from "../config/mcp-servers.js";
import { withDeadline } from "../kernel/deadline.js";
import type { ToolSource } from "../toolbox/toolbox.js";
import type { Tool } from "../toolbox/tool.js";
import type { Connection } from "./connection.js";
import { type LeftOut, type OfferedTool, offeredTools } from "./offered-tools.js";
import { plainText } from "./plain-text.js";
import { toolName } from "./tool-names.js";
import { toolResult } from "./tool-result.js";

/** The tools of one server in the toolbox. */
export interface ServerTools {
  /** Puts in what the server lists now. @returns those in, and those that could not be let in */
  offer(
    listed: readonly unknown[],
  ): Promise<{ readonly tools: readonly string[]; readonly leftOut: readonly LeftOut[] }>;
  /** Keeps all of them from being used. @param reason a sentence that can be told to anybody */
  disable(reason: string): Promise<void>;
}

export interface ServerToolsNeeds {
  readonly server: McpServer;
  readonly source: ToolSource;
  /** The longest that one use may take, ms. */
  readonly timeoutMs: number;
  /** The connection that there is; undefined while there is none. */
  readonly connection: () => Connection | undefined;
}

export function createServerTools({ server, source, timeoutMs, connection }: ServerToolsNeeds): ServerTools {
  /** Those that are in use by what they were made from, so that they are not made again for nothing. */
  let made = new Map<string, Tool>();
  let latest: readonly Tool[] = [];

  function toolOf({ original, ...rest }: OfferedTool): Tool {
    return {
      ...rest,
      execute: (parameters, { signal }) =>
        withDeadline(timeoutMs, signal, rest.name, async (limit) => {
          const current = connection();
          if (!current) return { status: "FAILED", message: `The server ${server.name} is away.` };
          try {
            const result = toolResult(await current.call(original, parameters, limit));
            return result ?? { status: "FAILED", message: "It gave no usable answer." };
          } catch (error) {
            if (!(error instanceof McpError) || error.code !== ErrorCode.InvalidParams) throw error;
            return { status: "FAILED", message: `It cannot be used like that: ${plainText(error.message, 300)}` };
          }
        }),
    };
  }

  /** What is costly about a tool is done for one at a time: the audio of calls goes first. */
  async function put(tools: readonly Tool[]): Promise<readonly LeftOut[]> {
    const faults: LeftOut[] = [];
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

  /** In the place of tools that are to be let in and are not there. */
  function standIns(present: readonly Tool[], reason: (original: string) => string): Tool[] {
    if (server.tools === "*") return [];
    return server.tools.flatMap((original): Tool[] => {
      const name = toolName(server.name, original);
      if (name === undefined || present.some((tool) => tool.name === name)) return [];
      const description = `${plainText(original, 128)} of ${server.name}.`;
      return [{ name, description, disabledReason: reason(original), execute: unavailable }];
    });
  }

  return {
    async offer(listed) {
      const { tools, leftOut } = offeredTools(server, listed);
      const former = made;
      made = new Map(
        tools.map((tool) => {
          const key = JSON.stringify(tool);
          return [key, former.get(key) ?? toolOf(tool)];
        }),
      );
      latest = [...made.values()];
      const absent = standIns(latest, (original) => {
        const known = leftOut.find((each) => each.original === original);
        return known ? `It cannot be used: ${known.reason}.` : `The server ${server.name} has no tool of that name.`;
      });
      const refused = await put([...latest, ...absent]);
      const names = latest.map(({ name }) => name).filter((name) => !refused.some(({ original }) => original === name));
      const named = new Set([...tools, ...leftOut].map(({ original }) => original));
      const missing = (server.tools === "*" ? [] : server.tools)
        .filter((original) => !named.has(original))
        .map((original) => ({ original: plainText(original, 128), reason: "the server has no tool of that name" }));
      return { tools: names, leftOut: [...leftOut, ...refused, ...missing] };
    },

    async disable(reason) {
      const disabled = latest.map(({ schema: _, ...tool }) => ({ ...tool, disabledReason: reason }));
      await put([...disabled, ...standIns(latest, () => reason)]);
    },
  };
}

function unavailable(): never {
  throw new Error("a tool that is disabled was used");
}
