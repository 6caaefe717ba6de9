// @ts-check
/**
 * `ari-attendant/tool`: what a plugin is written against.
 *
 * JavaScript, because plugins are loaded in processes, whose files must be the same when the sources are run and when the
 * build is.
 */

/** @typedef {import("../toolbox/tool.js").ToolContext} ToolContext */
/** @typedef {import("../toolbox/tool.js").ToolResult} ToolResult */
/** @typedef {import("../toolbox/tool.js").ToolStatus} ToolStatus */
/** @typedef {import("../toolbox/tool.js").ToolLog} ToolLog */
/** @typedef {import("../toolbox/tool.js").Task} Task */
/** @typedef {import("../toolbox/tool.js").TaskRefusal} TaskRefusal */
/** @typedef {import("../toolbox/tool.js").Tasks} Tasks */
/** @typedef {import("../toolbox/tool.js").ParameterDefinition} ParameterDefinition */
/** @typedef {import("../toolbox/tool.js").ParameterType} ParameterType */
/** @typedef {import("../toolbox/tool.js").ParameterValue} ParameterValue */

/**
 * A tool as a plugin declares it: `enabled` is true unless given, and `disabledReason` says why not ("TIDES_URL is not
 * set.").
 *
 * @typedef {import("../toolbox/tool.js").Tool & { readonly enabled?: boolean | undefined }} ToolDefinition
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
