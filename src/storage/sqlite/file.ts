import { chmod, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/**
 * Makes a database's folder and file where they are missing, and takes both away from all but the owner. SQLite gives
 * the files that it puts beside it the same mode.
 *
 * The folder must hold nothing but databases: others lose their access to it.
 *
 * @throws Node's own error, with its `code`
 */
export async function prepareFile(path: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await chmod(folder, OWNER_ONLY_FOLDER);
  const file = await open(path, "a", OWNER_ONLY_FILE);
  try {
    await file.chmod(OWNER_ONLY_FILE);
  } finally {
    await file.close();
  }
}
