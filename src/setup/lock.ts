import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { beganAt } from "./processes.js";

/**
 * Keeps a second run out. What a run that died has left is taken away: also where another process has its id by now, and
 * where it came to write nothing.
 *
 * @throws when there is one
 */
export function lock(path: string): () => void {
  const left = holderOf(path);
  if (left && beganAt(left.pid) !== left.began) rmSync(path, { force: true });
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${process.pid} ${beganAt(process.pid)}`, { mode: 0o600 });
  try {
    // With what stands in it from the first moment on.
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

/** Who has it, or had; undefined when there is none. */
function holderOf(path: string): Holder | undefined {
  try {
    const [pid, began = ""] = readFileSync(path, "utf8").split(" ");
    return { pid: Number(pid), began };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
