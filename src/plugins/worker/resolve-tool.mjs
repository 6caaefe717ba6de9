// @ts-check
/**
 * Has `ari-attendant/tool` found from wherever a plugin is kept: its folder needs no node_modules.
 *
 * Where Node can do so (from 22.15 on) in the process itself. Before that, hooks live in a thread of their own, which costs
 * 10 MB and 20 ms for each plugin, so it is started only where the name is not found anyway: a folder that `scripts/new-tool`
 * has written to has a link to this installation.
 */
import * as nodeModule from "node:module";

const NAME = "ari-attendant/tool";

/** @param {string} file the plugin @param {string} toolModule URL of what the name stands for */
export function resolveToolFor(file, toolModule) {
  const { registerHooks } = /** @type {{ registerHooks?: (hooks: object) => void }} */ (
    /** @type {unknown} */ (nodeModule)
  );
  if (registerHooks) {
    registerHooks({
      resolve: (/** @type {string} */ name, /** @type {unknown} */ context, /** @type {Function} */ next) =>
        name === NAME ? { url: toolModule, shortCircuit: true } : next(name, context),
    });
  } else if (!isFound(file)) {
    nodeModule.register(hooksFor(toolModule));
  }
}

/** @param {string} file */
function isFound(file) {
  try {
    return nodeModule.createRequire(file).resolve(NAME) !== "";
  } catch {
    return false;
  }
}

/** @param {string} toolModule */
function hooksFor(toolModule) {
  const answer = JSON.stringify({ url: toolModule, shortCircuit: true });
  const source = `export const resolve = (name, context, next) => name === ${JSON.stringify(NAME)} ? ${answer} : next(name, context);`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
