import { constants, mkdir, open } from "node:fs/promises";
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
  await forOwnerAlone(folder, constants.O_RDONLY | constants.O_DIRECTORY, OWNER_ONLY_FOLDER);
  await forOwnerAlone(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, OWNER_ONLY_FILE);
}

/** What is open is what is changed, and nothing of another user's, where this process is root. */
async function forOwnerAlone(path: string, flags: number, mode: number): Promise<void> {
  await using opened = await open(path, flags, mode);
  const found = await opened.stat();
  if (found.uid === process.geteuid?.() && (found.mode & 0o777) !== mode) await opened.chmod(mode);
}
