import { DEFAULT_WORDING, type Wording } from "./wording.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { Parameters } from "./parameters.js";
import { contextOf } from "./tool-context.js";
import type { Tool, ToolEnvironment, ToolResult, ToolStatus } from "./tool.js";

export interface RunOptions {
  /** The longest that a tool may run, ms. */
  readonly timeoutMs: number;
  /** What is said of a tool that fails; the default phrases unless given. */
  readonly wording?: Wording;
  /** Is told what a tool threw, for the log: the words of an exception may hold anything and are never spoken. */
  readonly onThrow?: (tool: Tool, error: unknown) => void;
}

/**
 * Runs a tool with checked parameters. An exception, a result that is none or too much time is a FAILED result with a
 * message that can be spoken.
 *
 * @throws the environment's signal's reason when it aborts: the tool is left behind, and its own signal aborts too
 */
export async function runTool(
  { tool, parameters }: { readonly tool: Tool; readonly parameters: Parameters },
  environment: ToolEnvironment,
  { timeoutMs, wording = DEFAULT_WORDING, onThrow }: RunOptions,
): Promise<ToolResult> {
  const failedAs = (how: "tool_failed" | "tool_too_slow" | "tool_no_answer") =>
    failed(wording.for(how, { tool: spoken(tool.name) }));
  try {
    const result: unknown = await withDeadline(timeoutMs, environment.signal, tool.name, async (signal) =>
      tool.execute(parameters, { ...contextOf(tool.name, environment), signal }),
    );
    return resultOf(result) ?? failedAs("tool_no_answer");
  } catch (error) {
    environment.signal.throwIfAborted();
    onThrow?.(tool, error);
    const late = error instanceof Ending && error.kind === "deadline";
    return failedAs(late ? "tool_too_slow" : "tool_failed");
  }
}

export function failed(message: string): ToolResult {
  return { status: "FAILED", message };
}

/** A tool's name as one says it: `set timer`. What a model invents may be of any length. */
export function spoken(name: string): string {
  return name.slice(0, 64).toLowerCase().replaceAll("_", " ");
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
