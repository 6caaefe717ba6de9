import { describe } from "../kernel/errors.js";
import type { JsonSchema } from "../validation/validator.js";
import { type ArgumentCheck, type Checked, createArgumentCheck, faulty, listed } from "./argument-check.js";
import { schemaOf } from "./parameters.js";
import { failed, type RunOptions, runTool, spoken } from "./run-tool.js";
import type { Tool, ToolEnvironment, ToolResult } from "./tool.js";

/** A tool as a language model is told of it. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/**
 * All tools of the service, and the only way to run one. Names are matched without regard to case. Tools may be exchanged
 * while it is in use: `tools` and `offers` are those of the moment.
 */
export interface Toolbox {
  /** Every tool by name, the disabled ones too. */
  readonly tools: readonly Tool[];
  /** Of the enabled tools. */
  readonly offers: readonly ToolOffer[];
  /** The tool of that name, disabled or not. */
  find(name: string): Tool | undefined;
  /** Validates and converts arguments: JSON text or an object, where nothing at all counts as no arguments. */
  check(tool: Tool, given: unknown): Checked;
  /**
   * Looks up a tool and checks the arguments for it.
   *
   * @param given as for `check`
   */
  prepare(name: string, given: unknown): PreparedCall;
  /** Prepares a call and runs it. */
  execute(name: string, given: unknown, environment: ToolEnvironment): Promise<ToolResult>;
  /** A place for one more source, behind those that there are. */
  addSource(): ToolSource;
}

export interface PreparedCall {
  /** The tool that is meant, disabled or not; undefined when there is none of that name. */
  readonly tool: Tool | undefined;
  /** Whether the tool can be run: it exists, is enabled, and the arguments fit. */
  readonly usable: boolean;
  /**
   * Runs the tool. Whatever goes wrong (no such tool, arguments that do not fit, an exception, nonsense returned, too much
   * time) is a FAILED result with a message that can be spoken.
   *
   * The one exception is the signal: when it aborts, this rejects with its reason and the tool is left behind.
   * The tool's own signal aborts then, and when its time is up.
   */
  run(environment: ToolEnvironment): Promise<ToolResult>;
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

/** A tool that was left out, and why, in one clause: `another tool is named CALC`. */
export interface RefusedTool {
  readonly tool: Tool;
  readonly reason: string;
}

export interface ToolboxOptions extends RunOptions {
  /** Names of tools, in upper case, that nobody may use, whichever source they come from. */
  readonly disabled?: readonly string[];
}

/** What is made of a tool once: compiling the check of its arguments takes time. */
interface Entry {
  readonly offer: ToolOffer;
  readonly check: ArgumentCheck;
}

const DISABLED = "It is turned off; TOOLS_DISABLED names it.";
const TOOL_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/**
 * @param builtIn the first source
 * @throws {TypeError} when one of these is not valid or two have the same name
 */
export function createToolbox(builtIn: readonly Tool[], options: ToolboxOptions): Toolbox {
  const disabled = new Set(options.disabled);
  const entries = new WeakMap<Tool, Entry>();
  const sources: (readonly Tool[])[] = [];
  let byName = new Map<string, Tool>();
  let tools: readonly Tool[] = [];
  let offers: readonly ToolOffer[] = [];

  const find = (name: string) => byName.get(name.toUpperCase());
  const check = (tool: Tool, given: unknown) =>
    entries.get(tool)?.check(given) ?? faulty(`${tool.name} is not in this toolbox`);

  function prepare(name: string, given: unknown): PreparedCall {
    const tool = find(name);
    if (!tool) return unusable(name);
    if (tool.disabledReason) return refusing(tool, `${spoken(tool.name)} is not available. ${tool.disabledReason}`);
    const checked = check(tool, given);
    if ("faults" in checked)
      return refusing(tool, `I cannot use ${spoken(tool.name)} like that: ${listed(checked.faults)}.`);
    const { parameters } = checked;
    return { tool, usable: true, run: (environment) => runTool({ tool, parameters }, environment, options) };
  }

  function faultOf(tool: Tool): string | undefined {
    if (entries.has(tool)) return undefined;
    try {
      entries.set(tool, entryOf(tool));
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
      else next.set(tool.name, disabled.has(tool.name) ? { ...tool, disabledReason: DISABLED } : tool);
    }
    byName = next;
    tools = [...next.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    offers = tools.flatMap((tool) => (tool.disabledReason ? [] : (entries.get(tool)?.offer ?? [])));
    return refused;
  }

  function addSource(): ToolSource {
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
  }

  const [refused] = addSource().replace(builtIn);
  if (refused) throw new TypeError(refused.reason);
  return {
    get tools() {
      return tools;
    },
    get offers() {
      return offers;
    },
    find,
    check,
    prepare,
    execute: async (name, given, environment) => prepare(name, given).run(environment),
    addSource,
  };
}

/** The call of a tool that there is not. */
export function unusable(name: string): PreparedCall {
  return refusing(undefined, `I have no tool named ${spoken(name)}.`);
}

function refusing(tool: Tool | undefined, message: string): PreparedCall {
  return {
    tool,
    usable: false,
    async run({ signal }) {
      signal.throwIfAborted();
      return failed(message);
    },
  };
}

/** @throws {TypeError} when the tool is not valid */
function entryOf(tool: Tool): Entry {
  const { name, description, execute } = tool;
  if (!TOOL_NAME.test(name)) throw new TypeError(`a tool is named "${name}", which is not UPPERCASE_WITH_UNDERSCORES`);
  if (typeof description !== "string" || !description) throw new TypeError(`${name} has no description`);
  if (typeof execute !== "function") throw new TypeError(`${name} has no execute`);
  try {
    return { offer: { name, description, parameters: schemaOf(tool) }, check: createArgumentCheck(tool) };
  } catch (cause) {
    throw new TypeError(`the parameters of ${name} are not valid`, { cause });
  }
}
