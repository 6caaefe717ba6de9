import { readFileSync } from "node:fs";
import { chmod, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Longer than the resolution of file-system times, in ms. */
const TICK_MS = 20;

/**
 * Distinguishes a file from all its copies, also later: by its inode and its creation time. A file restored from a backup is a
 * different one; so may be a file in a folder shared by a virtual machine.
 *
 * @returns undefined when this cannot be determined
 */
export async function placeOf(path: string): Promise<string | undefined> {
  const look = () => stat(path, { bigint: true }).catch(() => undefined);
  let found = await look();
  if (found && found.birthtimeNs === found.ctimeNs) {
    // The file has just been created, or no creation time is stored and the change time stands in for it: a change shows which.
    await setTimeout(TICK_MS);
    await chmod(path, Number(found.mode & 0o7777n)).catch(() => {});
    found = await look();
  }
  if (!found) return undefined;
  const born = found.birthtimeNs < found.ctimeNs ? found.birthtimeNs : 0n;
  return `${found.ino}:${born}`;
}

/**
 * The same together with the machine's boot, which a clone of the machine does not share. Undefined without Linux's `boot_id`.
 */
export async function placeOnMachine(path: string): Promise<string | undefined> {
  const place = await placeOf(path);
  try {
    return place && `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${place}`;
  } catch {
    return undefined;
  }
}
