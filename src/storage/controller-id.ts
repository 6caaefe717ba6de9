import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/**
 * The id of this controller's folder, the same after a restart, stored in `dataDir`. If that is not writable, the machine's name
 * is used. A copy of the folder has the same id; the process instance (`records/controller-instance.ts`) decides who owns a call.
 */
export function controllerId(dataDir: string): string {
  const path = join(dataDir, "controller-id");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, randomUUID(), { flag: "wx", mode: 0o600 });
  } catch {
    // It already exists, or cannot be created: reading shows which.
  }
  try {
    return readFileSync(path, "utf8").trim() || hostname();
  } catch {
    return hostname();
  }
}
