import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { asItself } from "../kernel/act-as.js";

/**
 * Gives a file that is open and still empty what another has besides owner and permissions: its access list, without which
 * the permissions of the group would be those of everybody on the list, and its extended attributes. Node.js reads neither;
 * cp does. Both files go to it open, for the reason that `give` in files.ts has. Where there is no such file, where it has
 * nothing of the kind, and where cp is one that cannot do it, nothing is done.
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
