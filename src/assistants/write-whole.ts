import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { codeOf } from "../kernel/errors.js";

/** The owner alone, as prompts may be confidential. */
const NEW_FILE_MODE = 0o600;

/** Replaces the text of a file, or creates it: readers see either text, and after a power failure one of them is there. */
export async function writeWhole(path: string, text: string): Promise<void> {
  // A link stays one; what it leads to is replaced.
  const target = await realpath(path).catch(orAbsent(path));
  const mode = await stat(target).then(({ mode: known }) => known & 0o777, orAbsent(NEW_FILE_MODE));
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

function orAbsent<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === "ENOENT") return value;
    throw error;
  };
}
