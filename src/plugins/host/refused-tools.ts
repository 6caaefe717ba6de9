import type { Tool } from "../../toolbox/tool.js";
import type { RefusedFile } from "./plugin-folder.js";

/**
 * Disabled tools in place of rejected files, so that the list of tools says why a tool is missing. Named after the file:
 * `tide-times.mjs` becomes TIDE_TIMES, or TIDE_TIMES_2 if that name is in use.
 */
export function refusedTools(refused: readonly RefusedFile[], taken: (name: string) => boolean): readonly Tool[] {
  const names = new Set<string>();
  return refused.map(({ file, reason }) => {
    const base = nameFor(file);
    let name = base;
    for (let n = 2; taken(name) || names.has(name); n++) name = `${base}_${n}`;
    names.add(name);
    const disabledReason = `The plugin ${file} was rejected: ${reason}.`;
    return {
      name,
      description: "A plugin that could not be loaded.",
      disabledReason,
      execute: () => ({ status: "FAILED", message: disabledReason }),
    };
  });
}

function nameFor(file: string): string {
  const words = file
    .replace(/\.\w+$/, "")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 50);
  return /^[A-Z]/.test(words) ? words : `PLUGIN_${words}`.replace(/_$/, "");
}
