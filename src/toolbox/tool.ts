import type { JsonSchema } from "../validation/validator.js";
import type { ToolContext } from "./tool-context.js";

export type { Task, TaskRefusal, Tasks, ToolEnvironment, ToolContext, ToolLog } from "./tool-context.js";

export type ParameterType = "string" | "integer" | "number" | "boolean";
export type ParameterValue = string | number | boolean;

/** One parameter of a tool. Values are validated and converted to `type` before the tool sees them. */
export interface ParameterDefinition {
  readonly type: ParameterType;
  /** Tells the language model what to put here. */
  readonly description: string;
  readonly required?: boolean;
  /** Used when the parameter is not supplied. */
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

/** A tool: built in, a plugin or a server's, the same contract. */
export interface Tool {
  /** Unique, UPPERCASE with underscores. */
  readonly name: string;
  /** Tells the language model what the tool does and when to use it. */
  readonly description: string;
  readonly parameters?: Readonly<Record<string, ParameterDefinition>>;
  /**
   * Stands in the place of `parameters` where those cannot say what the tool takes: a JSON Schema of an object, with lists
   * and objects in it. The values that the tool is given are then whatever it allows.
   */
  readonly schema?: JsonSchema;
  /** Why the tool cannot be used (which setting is missing); undefined when it can. */
  readonly disabledReason?: string | undefined;
  /** Does the work. Throwing, or a value that is no {@link ToolResult}, counts as FAILED. */
  execute(parameters: Readonly<Record<string, ParameterValue>>, context: ToolContext): Promise<ToolResult> | ToolResult;
}

/** Declares a tool. Only a place for the compiler to check it at. */
export function defineTool(tool: Tool): Tool {
  return tool;
}
