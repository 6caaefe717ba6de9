import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { asOwnerOf } from "../kernel/act-as.js";
import { codeOf } from "../kernel/errors.js";

/** What to do about EACCES. */
export const GIVE_IT = "Give the file to the user that the service runs as: chown USER FILE";

/** Larger files are none of the service's, in bytes. */
const MAX_BYTES = 10_000_000;

/**
 * Reads a file of DATA_DIR as the service does: if the doctor is root, as the owner of the folder, who may not be allowed what
 * root is.
 *
 * @throws the errors that the service gets
 */
export function readPermitted(path: string): string {
  try {
    return asOwnerOf(path, (place) => read(place));
  } catch (error) {
    if (codeOf(error) !== "EACCES" || process.geteuid?.() !== 0 || canOwnerEnter(dirname(path))) throw error;
  }
  // systemd keeps the folders of dynamic users in one that only root may enter, and shows the service its own.
  return read(path, statSync(dirname(path)));
}

function canOwnerEnter(folder: string): boolean {
  try {
    return asOwnerOf(folder, (place) => statSync(place).isDirectory());
  } catch {
    return false;
  }
}

/** @param reader the user who has to be allowed to read it; otherwise this process's own */
function read(path: string, reader?: { readonly uid: number; readonly gid: number }): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (reader ? constants.O_NOFOLLOW : 0));
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > MAX_BYTES) throw new Error(`${path} is not a file of at most 10 MB`);
    if (reader && !mayRead(reader, found))
      throw Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: "EACCES" });
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function mayRead(
  { uid, gid }: { readonly uid: number; readonly gid: number },
  found: { readonly uid: number; readonly gid: number; readonly mode: number },
): boolean {
  if (found.uid === uid) return (found.mode & 0o400) !== 0;
  return (found.mode & (found.gid === gid ? 0o040 : 0o004)) !== 0;
}
