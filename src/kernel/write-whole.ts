import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { codeOf } from "./errors.js";

/** Only the owner may read the file: prompts may be confidential. */
const NEW_FILE_MODE = 0o600;
/** Permissions of what anyone may read. */
export const PUBLIC = 0o644;

/**
 * Replaces a file, or creates it. Readers see the old text or the new one, even after a power failure.
 *
 * @param newMode permissions of a new file
 */
export async function writeWhole(path: string, text: string, newMode = NEW_FILE_MODE): Promise<void> {
  // If the path is a link, its target is replaced.
  const target = await realpath(path).catch(orAbsent(path));
  const mode = await stat(target).then(({ mode: known }) => known & 0o777, orAbsent(newMode));
  const aside = `${target}.${randomUUID()}.tmp`;
  try {
    const file = await open(aside, "wx", mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  }
}

/** Resolves when the bytes of a file would survive a power failure. */
export async function onDisk(path: string): Promise<void> {
  await using file = await open(path, "r+");
  await file.sync();
}

function orAbsent<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === "ENOENT") return value;
    throw error;
  };
}
