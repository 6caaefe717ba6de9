import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";

const { resolve } = createRequire(import.meta.url);
const [MAJOR = 0, MINOR = 0] = process.versions.node.split(".").map(Number);

/**
 * Whether this Node confines plugins by its permission model. Before 24 it was an experiment; there a plugin is a program
 * that can do whatever the service's user may.
 */
export const isConfining = MAJOR >= 24;

/** Whether a process can give a permission back. Else it does not get it in the first place. */
const CAN_DROP = MAJOR > 25 || (MAJOR === 24 && MINOR >= 21);

/**
 * The options of Node that confine the process of a plugin: it may read the folder that its file is in, and what of this
 * installation it is run by. No other file, no writing, no further process or thread, no native code, no debugger. The
 * network it has, and its environment.
 *
 * @param path the plugin's absolute path
 */
export function confinementOf(path: string): readonly string[] {
  if (!isConfining) return [];
  const folders = new Set([path, real(path)].map(dirname));
  const own = [fileURLToPath(new URL("..", import.meta.url)), dirname(resolve("luxon/package.json"))];
  return [
    "--permission",
    ...[...folders, ...own].map((folder) => `--allow-fs-read=${folder.replace(/[/\\]*$/, "")}${sep}`),
    // It opens files by itself, and asks nobody.
    "--no-experimental-sqlite",
    // For the thread that ends the process with its parent; given back before the plugin is loaded.
    ...(CAN_DROP ? ["--allow-worker", "--disable-warning=SecurityWarning"] : []),
    ...(process.allowedNodeEnvironmentFlags.has("--allow-net") ? ["--allow-net"] : []),
  ];
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // Loading it will say what is wrong.
  }
}
