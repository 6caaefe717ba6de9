import { describe } from "../kernel/errors.js";
import type { Tool } from "./tool.js";
import { createToolbox, type Toolbox, type ToolboxOptions } from "./toolbox.js";

/** A tool that was left out, and why, in one clause: `two tools are named CALC`. */
export interface RefusedTool {
  readonly tool: Tool;
  readonly reason: string;
}

/** Where tools come from: the assistant itself, a folder of plugins, a server. Each has a place in the toolbox. */
export interface ToolSource {
  /**
   * Why a tool cannot be taken, whatever the other tools are called; undefined when it can. What is costly about a tool
   * (about 2 ms) is done here, once for each, so that whoever has many can let others in between.
   */
  faultOf(tool: Tool): string | undefined;
  /**
   * These are the tools of this source from now on, in one step: whoever looks sees either the old ones or the new ones.
   * What runs goes on.
   *
   * @returns those left out: not valid, or named like another one. Between sources, the one that came first keeps the name
   */
  replace(tools: readonly Tool[]): readonly RefusedTool[];
}

/** A toolbox whose tools can be exchanged while it is in use. `tools` and `offers` are those of the moment. */
export interface ToolRegistry extends Toolbox {
  /** A place for one more source, behind those that there are. */
  addSource(): ToolSource;
}

export function createToolRegistry(options: ToolboxOptions): ToolRegistry {
  const empty = createToolbox([], options);
  /** A box for each tool, made once: to make one compiles the check of its arguments. */
  const boxes = new WeakMap<Tool, Toolbox>();
  const sources: (readonly Tool[])[] = [];
  let byName = new Map<string, Tool>();
  let tools: readonly Tool[] = [];
  let offers: Toolbox["offers"] = [];

  const boxOf = (tool: Tool | undefined) => (tool && boxes.get(tool)) ?? empty;
  const find = (name: string) => byName.get(name.toUpperCase());

  function faultOf(tool: Tool): string | undefined {
    if (boxes.has(tool)) return undefined;
    try {
      boxes.set(tool, createToolbox([tool], options));
      return undefined;
    } catch (error) {
      return describe(error);
    }
  }

  function exchange(): ReadonlyMap<Tool, string> {
    const refused = new Map<Tool, string>();
    const next = new Map<string, Tool>();
    for (const tool of sources.flat()) {
      const taken = next.has(tool.name) ? `another tool is named ${tool.name}` : undefined;
      const fault = faultOf(tool) ?? taken;
      if (fault) refused.set(tool, fault);
      else next.set(tool.name, tool);
    }
    byName = next;
    tools = [...next.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    offers = tools.flatMap((tool) => boxOf(tool).offers);
    return refused;
  }

  return {
    get tools() {
      return tools;
    },
    get offers() {
      return offers;
    },
    find,
    check: (tool, given) => boxOf(tool).check(tool, given),
    execute: (name, given, environment) => boxOf(find(name)).execute(name, given, environment),
    addSource() {
      const place = sources.push([]) - 1;
      return {
        faultOf,
        replace(own) {
          sources[place] = own;
          const refused = exchange();
          return own.flatMap((tool) => {
            const reason = refused.get(tool);
            return reason === undefined ? [] : [{ tool, reason }];
          });
        },
      };
    },
  };
}
