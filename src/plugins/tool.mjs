// @ts-check
/**
 * `ari-attendant/tool`: what a plugin is written against.
 *
 * JavaScript, because plugins are loaded in processes, whose files must be the same when the sources are run and when the
 * build is.
 */

/** @typedef {import("../language/tool.js").ToolContext} ToolContext */
/** @typedef {import("../language/tool.js").ToolResult} ToolResult */
/** @typedef {import("../language/tool.js").ToolStatus} ToolStatus */
/** @typedef {import("../language/tool.js").ToolLog} ToolLog */
/** @typedef {import("../language/tool.js").Task} Task */
/** @typedef {import("../language/tool.js").TaskRefusal} TaskRefusal */
/** @typedef {import("../language/tool.js").Tasks} Tasks */
/** @typedef {import("../language/tool.js").ParameterDefinition} ParameterDefinition */
/** @typedef {import("../language/tool.js").ParameterType} ParameterType */
/** @typedef {import("../language/tool.js").ParameterValue} ParameterValue */

/**
 * A tool as a plugin declares it: `enabled` is true unless given, and `disabledReason` says why not ("TIDES_URL is not
 * set.").
 *
 * @typedef {import("../language/tool.js").Tool & { readonly enabled?: boolean | undefined }} ToolDefinition
 */

/**
 * Declares a tool. It returns what it is given: a place for editors and compilers to check it at.
 *
 * @param {ToolDefinition} tool
 * @returns {ToolDefinition}
 */
export function defineTool(tool) {
  return tool;
}
