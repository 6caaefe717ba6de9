// @ts-check
/** Reads what a plugin exports. */
import { MAX_DEFINITIONS } from "../protocol/limits.mjs";
import { kindOf, Mistake } from "./error-message.mjs";

/** @typedef {import("../tool.mjs").ToolDefinition} ToolDefinition */

/**
 * The tools among a module's exports: the default export (a tool or a list of them), and every export with an `execute`.
 *
 * @param {Record<string, unknown>} exported
 * @returns {unknown[]}
 * @throws {Mistake} when there is none
 */
export function toolsIn(exported) {
  const { default: standard, ...named } = exported;
  const tools = new Set("default" in exported ? [standard].flat() : []);
  for (const value of Object.values(named)) if (isTool(value)) tools.add(value);
  // A CommonJS module also has all its exports as its default: an object of tools rather than a tool.
  if (tools.size > 1 && !isTool(standard) && !Array.isArray(standard)) tools.delete(standard);
  if (tools.size === 0) throw new Mistake("it exports no tool");
  return [...tools];
}

/**
 * The definitions as JSON.
 *
 * @param {readonly unknown[]} tools
 * @throws {Mistake} when they cannot be serialised, or are infinite
 */
export function definitionsJson(tools) {
  const json = written(tools.map(definitionOf));
  if (json.length > MAX_DEFINITIONS) throw new Mistake(`its definitions have ${json.length} characters of JSON`);
  return json;
}

/** @param {unknown} tool */
function definitionOf(tool) {
  if (typeof tool !== "object" || tool === null) throw new Mistake(`its default export is ${kindOf(tool)}, not a tool`);
  const { name, description, enabled, disabledReason, parameters, execute } = /** @type {ToolDefinition} */ (tool);
  return { name, description, enabled, disabledReason, parameters, executes: typeof execute === "function" };
}

/** @param {unknown} value */
function written(value) {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new Mistake("its definition cannot be written as JSON", { cause });
  }
}

/** @param {unknown} value */
function isTool(value) {
  return typeof value === "object" && value !== null && typeof Object(value).execute === "function";
}
