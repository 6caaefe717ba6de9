import { readFileSync } from "node:fs";
import { chmod, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Longer than the step in which file systems count the time, ms. */
const TICK_MS = 20;

/**
 * Tells a file from every copy of it, at a later time too: by its inode and the moment at which that was made. A file that is
 * put back from a backup is another one; so may be one in a folder that a virtual machine shares.
 *
 * @returns undefined when that cannot be found out
 */
export async function placeOf(path: string): Promise<string | undefined> {
  const look = () => stat(path, { bigint: true }).catch(() => undefined);
  let found = await look();
  if (found && found.birthtimeNs === found.ctimeNs) {
    // It has just been made, or no time of birth is kept and that of the last change stands in for it: a change tells.
    await setTimeout(TICK_MS);
    await chmod(path, Number(found.mode & 0o7777n)).catch(() => {});
    found = await look();
  }
  if (!found) return undefined;
  const born = found.birthtimeNs < found.ctimeNs ? found.birthtimeNs : 0n;
  return `${found.ino}:${born}`;
}

/**
 * The same with the run of the machine, which a clone of the machine does not have. Undefined where there is no such thing
 * as Linux's `boot_id`.
 */
export async function placeOnMachine(path: string): Promise<string | undefined> {
  const place = await placeOf(path);
  try {
    return place && `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${place}`;
  } catch {
    return undefined;
  }
}
