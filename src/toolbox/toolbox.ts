import { describe } from "../kernel/errors.js";
import type { JsonSchema } from "../validation/validator.js";
import { type ArgumentCheck, type Checked, createArgumentCheck, faulty, listed } from "./argument-check.js";
import { type Parameters, schemaOf } from "./parameters.js";
import { failed, type RunOptions, runTool, spoken } from "./run-tool.js";
import type { Tool, ToolEnvironment, ToolResult } from "./tool.js";

/** A tool as described to a language model. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/**
 * All tools of the service, and the only way to run one. Names are case-insensitive. Tools may be replaced while it is in use:
 * `tools` and `offers` always return the current ones.
 */
export interface Toolbox {
  /** Every tool by name, including disabled ones. */
  readonly tools: readonly Tool[];
  /** The enabled tools as offers to the model. */
  readonly offers: readonly ToolOffer[];
  /** The tool with that name, disabled or not. */
  find(name: string): Tool | undefined;
  /** Validates and converts arguments: JSON text or an object; nothing counts as no arguments. */
  check(tool: Tool, given: unknown): Checked;
  /**
   * Looks up a tool and validates its arguments.
   *
   * @param given as for `check`
   */
  prepare(name: string, given: unknown): PreparedCall;
  /** Prepares a call and runs it. */
  execute(name: string, given: unknown, environment: ToolEnvironment): Promise<ToolResult>;
  /** Adds a source after the existing ones. */
  addSource(): ToolSource;
}

export interface PreparedCall {
  /** The requested tool, disabled or not; undefined when there is no tool with that name. */
  readonly tool: Tool | undefined;
  /** Whether the tool can run: it exists, is enabled, and the arguments are valid. */
  readonly usable: boolean;
  /** As they were checked; undefined where they do not fit. */
  readonly parameters?: Parameters;
  /**
   * Runs the tool. Any failure (unknown tool, invalid arguments, an exception, an invalid result, a time-out) becomes a FAILED
   * result with a message that can be spoken.
   *
   * The exception is the signal: when it aborts, this rejects with its reason and the tool is abandoned. The tool's own signal
   * aborts then, and when its time is up.
   */
  run(environment: ToolEnvironment): Promise<ToolResult>;
}

/** A source of tools: the assistant itself, a folder of plugins, a server. Each has its place in the toolbox. */
export interface ToolSource {
  /**
   * Why a tool is invalid on its own, regardless of other tools' names; undefined when it is valid. The expensive work (about 2
   * ms per tool) is done here, so that callers with many tools can yield in between.
   */
  faultOf(tool: Tool): string | undefined;
  /**
   * Replaces the tools of this source, atomically: readers see either the old tools or the new ones. Running tools continue.
   *
   * @param standIns disabled tools that explain what is missing. They come after the tools of all sources: each is in the
   *   toolbox only while its name is free
   * @returns the rejected tools: invalid, or with a name already in use. Between sources, the earlier one keeps the name
   */
  replace(tools: readonly Tool[], standIns?: readonly Tool[]): readonly RefusedTool[];
}

/** A rejected tool, and the reason in one clause: `another tool is named CALC`. */
export interface RefusedTool {
  readonly tool: Tool;
  readonly reason: string;
}

export interface ToolboxOptions extends RunOptions {
  /** Names of tools, in upper case, that are disabled, whatever their source. */
  readonly disabled?: readonly string[];
}

/** Prepared once per tool: compiling the check of its arguments takes time. */
interface Entry {
  readonly offer: ToolOffer;
  readonly check: ArgumentCheck;
}

const DISABLED = "It is disabled by TOOLS_DISABLED.";
const TOOL_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/**
 * @param builtIn the first source
 * @throws {TypeError} when one of these is invalid or two have the same name
 */
export function createToolbox(builtIn: readonly Tool[], options: ToolboxOptions): Toolbox {
  const disabled = new Set(options.disabled);
  const entries = new WeakMap<Tool, Entry>();
  const sources: { readonly tools: readonly Tool[]; readonly standIns: readonly Tool[] }[] = [];
  let byName = new Map<string, Tool>();
  let tools: readonly Tool[] = [];

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
    return {
      tool,
      usable: true,
      parameters,
      run: (environment) => runTool({ tool, parameters }, environment, options),
    };
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
    for (const tool of [...sources.flatMap((each) => each.tools), ...sources.flatMap((each) => each.standIns)]) {
      const taken = next.has(tool.name) ? `another tool is named ${tool.name}` : undefined;
      const fault = faultOf(tool) ?? taken;
      if (fault) refused.set(tool, fault);
      else next.set(tool.name, disabled.has(tool.name) ? { ...tool, disabledReason: DISABLED } : tool);
    }
    byName = next;
    tools = [...next.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    return refused;
  }

  function addSource(): ToolSource {
    const place = sources.push({ tools: [], standIns: [] }) - 1;
    return {
      faultOf,
      replace(own, standIns = []) {
        sources[place] = { tools: own, standIns };
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
      // A tool may become available or unavailable at any time.
      return tools.flatMap((tool) => (tool.disabledReason ? [] : (entries.get(tool)?.offer ?? [])));
    },
    find,
    check,
    prepare,
    execute: async (name, given, environment) => prepare(name, given).run(environment),
    addSource,
  };
}

/** The call of an unknown tool. */
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

/** @throws {TypeError} when the tool is invalid */
function entryOf(tool: Tool): Entry {
  const { name, description, execute } = tool;
  if (!TOOL_NAME.test(name)) throw new TypeError(`a tool is named "${name}", which is not UPPERCASE_WITH_UNDERSCORES`);
  if (typeof description !== "string" || !description) throw new TypeError(`${name} has no description`);
  if (typeof execute !== "function") throw new TypeError(`${name} has no execute`);
  try {
    return { offer: { name, description, parameters: schemaOf(tool) }, check: createArgumentCheck(tool) };
  } catch (cause) {
    throw new TypeError(`the parameters of ${name} are invalid`, { cause });
  }
}
