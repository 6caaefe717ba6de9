import { DEFAULT_WORDING, type Wording } from "./wording.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { Parameters } from "./parameters.js";
import { contextOf } from "./tool-context.js";
import type { Tool, ToolEnvironment, ToolResult, ToolStatus } from "./tool.js";

export interface RunOptions {
  /** Maximum run time of a tool, in ms. */
  readonly timeoutMs: number;
  /** The phrases for failures; default: the standard phrases. */
  readonly wording?: Wording;
  /** Called with what a tool threw, for the log: the text of an exception may contain anything and is never spoken. */
  readonly onThrow?: (tool: Tool, error: unknown) => void;
}

/**
 * Runs a tool with validated parameters. An exception, an invalid result or a time-out becomes a FAILED result with a message
 * that can be spoken.
 *
 * @throws the environment's signal's reason when it aborts: the tool is abandoned, and its own signal aborts too
 */
export async function runTool(
  { tool, parameters }: { readonly tool: Tool; readonly parameters: Parameters },
  environment: ToolEnvironment,
  { timeoutMs, wording = DEFAULT_WORDING, onThrow }: RunOptions,
): Promise<ToolResult> {
  const failedAs = (how: "tool_failed" | "tool_too_slow" | "tool_no_answer") =>
    failed(wording.for(how, environment.language, { tool: spoken(tool.name) }));
  try {
    const result: unknown = await withDeadline(timeoutMs, environment.signal, tool.name, async (signal) =>
      tool.execute(parameters, { ...contextOf(tool.name, environment), signal }),
    );
    const usable = resultOf(result);
    if (!usable) onThrow?.(tool, new TypeError("it returned no { status, message, data } that can be sent as JSON"));
    return usable ?? failedAs("tool_no_answer");
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

/** A tool's name as it is spoken: `set timer`. A name invented by the model may have any length. */
export function spoken(name: string): string {
  return name.slice(0, 64).toLowerCase().replaceAll("_", " ");
}

/** The result reduced to its declared fields; undefined when it is invalid, or cannot be sent as JSON. */
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
