import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { beganAt } from "./processes.js";

/**
 * Acquires the lock that prevents a second run. A lock left by a dead run is removed, also when its process id was reused or
 * the lock is empty.
 *
 * @throws when another run holds the lock
 */
export function lock(path: string): () => void {
  const left = holderOf(path);
  if (left && beganAt(left.pid) !== left.began) rmSync(path, { force: true });
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${process.pid} ${beganAt(process.pid)}`, { mode: 0o600 });
  try {
    // Linked into place complete, so that it is never seen empty.
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new Error(`another run is in progress here (process ${holderOf(path)?.pid}): wait for it, or remove ${path}`);
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(path, { force: true });
}

interface Holder {
  readonly pid: number;
  /** As `beganAt` has it. */
  readonly began: string;
}

/** Returns the current or former holder, if any. */
function holderOf(path: string): Holder | undefined {
  try {
    const [pid, began = ""] = readFileSync(path, "utf8").split(" ");
    return { pid: Number(pid), began };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
