// @ts-check
/**
 * `ari-attendant/tool`: the interface for plugins.
 *
 * JavaScript, because plugins are loaded in processes whose files must be the same in the sources and in the build.
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
 * A tool as declared by a plugin: `enabled` defaults to true, and `disabledReason` says why it is not ("TIDES_URL is not set.").
 *
 * @typedef {import("../toolbox/tool.js").Tool & { readonly enabled?: boolean | undefined }} ToolDefinition
 */

/**
 * Declares a tool. Returns its argument: it exists for type checking by editors and compilers.
 *
 * @param {ToolDefinition} tool
 * @returns {ToolDefinition}
 */
export function defineTool(tool) {
  return tool;
}
