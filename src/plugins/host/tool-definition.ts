import { isRecord } from "../../kernel/record.js";
import { isPrototypeKey } from "../../validation/hostile-values.js";
import type { ParameterDefinition, Tool } from "../../toolbox/tool.js";
import { MAX_DEFINITIONS } from "../protocol/limits.mjs";
import { PluginFault } from "./plugin-fault.js";

/** A tool as its plugin defines it, without `execute`. */
export type ToolDefinition = Omit<Tool, "execute">;

const MAX_TOOLS = 50;
const MAX_PARAMETERS = 30;
const MAX_TEXT = 2_000;

/**
 * Fields allowed in the definition of a parameter. Others are rejected: the check of arguments is compiled from it and runs on
 * the thread of the audio, and a `pattern` could block that for hours.
 */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => typeof value === "string",
  description: isText,
  required: (value) => typeof value === "boolean",
  default: (value) => ["string", "number", "boolean"].includes(typeof value),
  enum: (value) => Array.isArray(value) && value.length <= 200 && value.every(isText),
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  maxLength: (value) => Number.isInteger(value) && Number(value) >= 0,
};

/**
 * Parses the definitions from a worker.
 *
 * @throws {PluginFault} naming the first fault
 */
export function definitionsOf(json: string): readonly ToolDefinition[] {
  if (json.length > MAX_DEFINITIONS) throw new PluginFault("its definitions are too long");
  const tools: unknown = JSON.parse(json);
  if (!Array.isArray(tools) || tools.length === 0) throw new PluginFault("it exports no tool");
  if (tools.length > MAX_TOOLS)
    throw new PluginFault(`it exports ${tools.length} tools; at most ${MAX_TOOLS} are allowed`);
  return tools.map(definitionOf);
}

function definitionOf(value: Record<string, unknown>): ToolDefinition {
  const { name, description, enabled = true, disabledReason, parameters = {}, executes } = value;
  if (typeof name !== "string") throw new PluginFault("its tool has no name");
  const fault = (words: string) => new PluginFault(`${name.slice(0, 64)} ${words}`);
  if (!isText(description) || !description.trim()) throw fault("has no description");
  if (executes !== true) throw fault("has no execute");
  if (typeof enabled !== "boolean") throw fault("has an enabled that is neither true nor false");
  if (disabledReason !== undefined && disabledReason !== null && !isText(disabledReason)) {
    throw fault("has a disabledReason that is not text");
  }
  const reason = disabledReason || (enabled ? undefined : "It is disabled.");
  return {
    name,
    description,
    parameters: parametersOf(parameters, reason !== undefined, fault),
    ...(reason ? { disabledReason: reason } : {}),
  };
}

function parametersOf(parameters: unknown, isDisabled: boolean, fault: (words: string) => PluginFault) {
  if (!isRecord(parameters)) throw fault("has parameters that are not an object");
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) throw fault(`has more than ${MAX_PARAMETERS} parameters`);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, choosable(key, parameterOf(key, each, fault), isDisabled, fault)]),
  );
}

function parameterOf(key: string, value: unknown, fault: (words: string) => PluginFault): ParameterDefinition {
  const shown = key.slice(0, 64);
  if (isPrototypeKey(key)) throw fault(`has a parameter named ${shown}`);
  if (!isRecord(value)) throw fault(`has a parameter ${shown} without a definition`);
  for (const [field, content] of Object.entries(value)) {
    if (!Object.hasOwn(FIELDS, field)) {
      throw fault(
        `has the unknown field "${field.slice(0, 64)}" in its parameter ${shown}; the fields are ${Object.keys(FIELDS).join(", ")}`,
      );
    }
    if (!FIELDS[field]?.(content)) throw fault(`has an invalid ${field} in its parameter ${shown}`);
  }
  return { description: "", ...value } as ParameterDefinition;
}

/** A tool without its settings may not know the choices yet. */
function choosable(
  key: string,
  { enum: choices, ...rest }: ParameterDefinition,
  disabled: boolean,
  fault: (words: string) => PluginFault,
): ParameterDefinition {
  if (!choices || (choices.length === 0 && disabled)) return rest;
  if (choices.length === 0) throw fault(`has no choices in its parameter ${key}`);
  return { ...rest, enum: choices };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_TEXT;
}
