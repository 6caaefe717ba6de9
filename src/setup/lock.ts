import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

/** Keeps a second run out. @throws when there is one */
export function lock(path: string): () => void {
  if (existsSync(path) && !existsSync(`/proc/${readFileSync(path, "utf8")}`)) rmSync(path);
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new Error(
      `another run is at work here (process ${readFileSync(path, "utf8")}): wait for it, or remove ${path}`,
    );
  }
  writeSync(file, String(process.pid));
  closeSync(file);
  return () => rmSync(path, { force: true });
}
