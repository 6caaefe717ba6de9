import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { type Checked, createParameterCheck, listed, schemaOf } from "./parameters.js";
import type { ToolOffer } from "../language/ports.js";
import { createSchemaCheck } from "./schema-check.js";
import { contextOf } from "./tool-context.js";
import type { Tool, ToolEnvironment, ToolResult, ToolStatus } from "./tool.js";

/** More than this is no argument of any tool, in characters of JSON. */
const MAX_ARGUMENTS_LENGTH = 16 * 1024;
const TOOL_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/** All tools of the service, and the only way to run one. Names are matched without regard to case. */
export interface Toolbox {
  /** Every tool by name, the disabled ones too. */
  readonly tools: readonly Tool[];
  /** What the language model is told: the enabled tools. */
  readonly offers: readonly ToolOffer[];
  /** The tool of that name, disabled or not. */
  find(name: string): Tool | undefined;
  /** Validates and converts arguments: JSON text or an object, where nothing at all counts as no arguments. */
  check(tool: Tool, given: unknown): Checked;
  /**
   * Runs a tool. Whatever goes wrong (no such tool, arguments that do not fit, an exception, nonsense returned, too much
   * time) is a FAILED result with a message that can be spoken.
   *
   * The one exception is the signal: when it aborts, this rejects with its reason and the tool is left behind.
   * The tool's own signal aborts then, and when its time is up.
   *
   * @param given as for `check`
   */
  execute(name: string, given: unknown, environment: ToolEnvironment): Promise<ToolResult>;
}

export interface ToolboxOptions {
  /** The longest that a tool may run, ms. */
  readonly timeoutMs: number;
  /** Is told what a tool threw, for the log: the words of an exception may hold anything and are never spoken. */
  readonly onThrow?: (tool: Tool, error: unknown) => void;
}

/** @throws {TypeError} when a name is not UPPERCASE or taken twice, or a tool's definition is not valid */
export function createToolbox(tools: readonly Tool[], { timeoutMs, onThrow }: ToolboxOptions): Toolbox {
  const checks = new Map<Tool, (given: unknown) => Checked>();
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    assertTool(tool);
    if (byName.has(tool.name)) throw new TypeError(`two tools are named ${tool.name}`);
    byName.set(tool.name, tool);
    checks.set(tool, checkOf(tool));
  }
  const sorted = [...tools].sort((one, other) => (one.name < other.name ? -1 : 1));
  const find = (name: string) => byName.get(name.toUpperCase());

  function check(tool: Tool, given: unknown): Checked {
    const object = objectOf(given);
    if (object === undefined) return { faults: [{ path: "", message: "the arguments are not valid JSON" }] };
    return checks.get(tool)?.(object) ?? { faults: [{ path: "", message: `${tool.name} is not in this toolbox` }] };
  }

  async function execute(name: string, given: unknown, environment: ToolEnvironment): Promise<ToolResult> {
    environment.signal.throwIfAborted();
    const tool = find(name);
    if (!tool) return failed(`I have no tool named ${spoken(name)}.`);
    if (tool.disabledReason) return failed(`${spoken(tool.name)} is not available. ${tool.disabledReason}`);
    const checked = check(tool, given);
    if ("faults" in checked) return failed(`I cannot use ${spoken(tool.name)} like that: ${listed(checked.faults)}.`);
    try {
      const result: unknown = await withDeadline(timeoutMs, environment.signal, tool.name, async (signal) =>
        tool.execute(checked.parameters, { ...contextOf(tool.name, environment), signal }),
      );
      return resultOf(result) ?? failed(`${spoken(tool.name)} gave no usable answer.`);
    } catch (error) {
      environment.signal.throwIfAborted();
      onThrow?.(tool, error);
      const late = error instanceof Ending && error.kind === "deadline";
      return failed(`${spoken(tool.name)} ${late ? "took too long" : "did not work"}.`);
    }
  }

  return {
    tools: sorted,
    offers: sorted.filter((tool) => !tool.disabledReason).map(offerOf),
    find,
    check,
    execute,
  };
}

function offerOf({ name, description, parameters, schema }: Tool): ToolOffer {
  return { name, description, parameters: schema ?? schemaOf(parameters) };
}

function assertTool({ name, description, execute }: Tool): void {
  if (!TOOL_NAME.test(name)) throw new TypeError(`a tool is named "${name}", which is not UPPERCASE_WITH_UNDERSCORES`);
  if (typeof description !== "string" || !description) throw new TypeError(`${name} has no description`);
  if (typeof execute !== "function") throw new TypeError(`${name} has no execute`);
}

function checkOf({ name, parameters, schema }: Tool): (given: unknown) => Checked {
  try {
    return schema ? createSchemaCheck(schema) : createParameterCheck(parameters);
  } catch (cause) {
    throw new TypeError(`the parameters of ${name} are not valid`, { cause });
  }
}

/** The arguments as a value; undefined when they are text that is no JSON, or more than any tool wants. */
function objectOf(given: unknown): unknown {
  if (typeof given !== "string") return given ?? {};
  if (given.trim() === "") return {};
  if (given.length > MAX_ARGUMENTS_LENGTH) return undefined;
  try {
    return JSON.parse(given) ?? {};
  } catch {
    return undefined;
  }
}

/** The result as what it is declared to be and nothing else; undefined when it is not that, or cannot be sent as JSON. */
function resultOf(value: unknown): ToolResult | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { status, message, data } = value as Record<string, unknown>;
  if (!isStatus(status) || typeof message !== "string") return undefined;
  if (data === undefined || data === null) return { status, message };
  if (typeof data !== "object" || Array.isArray(data)) return undefined;
  try {
    return { status, message, data: JSON.parse(JSON.stringify(data)) };
  } catch {
    return undefined;
  }
}

function isStatus(value: unknown): value is ToolStatus {
  return value === "SUCCESS" || value === "FAILED" || value === "PENDING";
}

function failed(message: string): ToolResult {
  return { status: "FAILED", message };
}

/** A tool's name as one says it: `set timer`. What a model invents may be of any length. */
function spoken(name: string): string {
  return name.slice(0, 64).toLowerCase().replaceAll("_", " ");
}
