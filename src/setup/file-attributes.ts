import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { asItself } from "../kernel/act-as.js";

/**
 * Copies access list and extended attributes from a file to an open, empty one. Without the access list the group's permissions
 * would be its mask. Node.js supports neither, so cp does it, on open files for the same reason as `give` in files.ts. Does
 * nothing when the file does not exist or has neither, or when cp does not support them.
 */
export function copyAttributes(path: string, to: number): void {
  let from: number;
  try {
    from = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return;
  }
  try {
    const how = ["--attributes-only", "--preserve=all", "--no-preserve=timestamps"];
    asItself(() =>
      spawnSync("cp", [...how, "/proc/self/fd/3", "/proc/self/fd/4"], {
        stdio: ["ignore", "ignore", "ignore", from, to],
      }),
    );
  } finally {
    closeSync(from);
  }
}
