import { constants, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/**
 * Creates a database's folder and file if they are missing, and restricts both to the owner. SQLite gives the files beside it the
 * same mode.
 *
 * The folder must contain only databases: other users lose access to it.
 *
 * @throws Node's own error, with its `code`
 */
export async function prepareFile(path: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await forOwnerAlone(folder, constants.O_RDONLY | constants.O_DIRECTORY, OWNER_ONLY_FOLDER);
  await forOwnerAlone(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, OWNER_ONLY_FILE);
}

/** The mode is changed through the open descriptor, so that a process running as root changes no file of another user. */
async function forOwnerAlone(path: string, flags: number, mode: number): Promise<void> {
  await using opened = await open(path, flags, mode);
  const found = await opened.stat();
  if (found.uid === process.geteuid?.() && (found.mode & 0o777) !== mode) await opened.chmod(mode);
}
