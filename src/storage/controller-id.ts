import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/**
 * What the folder of this controller is called, the same after a restart: an id kept in `dataDir`. Where that cannot be
 * written to, the machine's name has to do. A copy of the folder has it too: whose a call is goes by the life
 * (`records/controller-life.ts`).
 */
export function controllerId(dataDir: string): string {
  const path = join(dataDir, "controller-id");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, randomUUID(), { flag: "wx", mode: 0o600 });
  } catch {
    // It is there already, or cannot be: reading tells.
  }
  try {
    return readFileSync(path, "utf8").trim() || hostname();
  } catch {
    return hostname();
  }
}
