import type { JsonSchema } from "../validation/validator.js";
import type { ToolContext } from "./tool-context.js";

export type { Task, TaskRefusal, Tasks, ToolEnvironment, ToolContext, ToolLog } from "./tool-context.js";

export type ParameterType = "string" | "integer" | "number" | "boolean";
export type ParameterValue = string | number | boolean;

/** One parameter of a tool. Values are validated and converted to `type` before the tool sees them. */
export interface ParameterDefinition {
  readonly type: ParameterType;
  /** Describes the parameter to the language model. */
  readonly description: string;
  readonly required?: boolean;
  /** Used when the parameter is omitted. */
  readonly default?: ParameterValue;
  /** The only values allowed, if the choice is closed. */
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

export type ToolStatus = "SUCCESS" | "FAILED" | "PENDING";

export interface ToolResult {
  readonly status: ToolStatus;
  /** Text to be spoken. */
  readonly message: string;
  /** Structured data for programs. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A tool. Built-in tools, plugins and tools of servers have the same contract. */
export interface Tool {
  /** Unique, UPPERCASE with underscores. */
  readonly name: string;
  /** Describes to the language model what the tool does and when to use it. */
  readonly description: string;
  readonly parameters?: Readonly<Record<string, ParameterDefinition>>;
  /**
   * Replaces `parameters` when these cannot describe what the tool accepts: a JSON Schema of an object, which may contain arrays
   * and objects. The tool may then receive any value that the schema allows.
   */
  readonly schema?: JsonSchema;
  /** Why the tool is unavailable (which setting is missing); undefined when it is available. */
  readonly disabledReason?: string | undefined;
  /** Does the work. An exception, or a value that is not a {@link ToolResult}, counts as FAILED. */
  execute(parameters: Readonly<Record<string, ParameterValue>>, context: ToolContext): Promise<ToolResult> | ToolResult;
}

/** Declares a tool; exists only for type checking. */
export function defineTool(tool: Tool): Tool {
  return tool;
}
