// @ts-check
/**
 * Makes `ari-attendant/tool` resolvable wherever a plugin is kept: its folder needs no node_modules.
 *
 * Node 22.15 and later can do this in the process itself. Earlier versions run hooks in a separate thread, which costs 10 MB and
 * 20 ms per plugin, so it is started only if the name cannot be resolved otherwise: a folder created by `scripts/new-tool` has a
 * link to this installation.
 */
import * as nodeModule from "node:module";

const NAME = "ari-attendant/tool";

/** @param {string} file the plugin @param {string} toolModule URL that the name resolves to */
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
