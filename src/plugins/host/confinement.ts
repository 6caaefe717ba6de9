import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";

const { resolve } = createRequire(import.meta.url);
const [MAJOR = 0, MINOR = 0] = process.versions.node.split(".").map(Number);

/**
 * Whether this Node can confine plugins with its permission model. Before version 24 it was experimental; there, a plugin can do
 * everything that the service's user may.
 */
export const isConfining = MAJOR >= 24;

/** Whether a process can drop a permission. Otherwise it is never given one. */
const CAN_DROP = MAJOR > 25 || (MAJOR === 24 && MINOR >= 21);

/**
 * Node's options that confine a plugin's process: it may read its own folder, and the parts of this installation that run it. No
 * other files, no writing, no child processes or threads, no native code, no debugger. The network and its environment are
 * available.
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
    // Native code opens files without asking.
    "--no-experimental-sqlite",
    // For the thread that ends the process with its parent; dropped before the plugin is loaded.
    ...(CAN_DROP ? ["--allow-worker", "--disable-warning=SecurityWarning"] : []),
    ...(process.allowedNodeEnvironmentFlags.has("--allow-net") ? ["--allow-net"] : []),
  ];
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // Loading the file will report what is wrong.
  }
}
