import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { asItself, asOwnerOf } from "../kernel/act-as.js";
import type { FileState, Ownership } from "./file-state.js";

/**
 * Copies access list and extended attributes from a file to an open, empty one. Without the access list the group's permissions
 * would be its mask. Node.js supports neither, so cp does it, on open files for the same reason as `give`. Does
 * nothing when the file does not exist or has neither, or when cp does not support them.
 */
function copyAttributes(path: string, to: number): void {
  let from: number;
  try {
    from = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return;
  }
  try {
    const how = ["--attributes-only", "--preserve=all", "--no-preserve=timestamps"];
    asItself(() =>
      spawnSync("cp", [...how, "/proc/self/fd/3", "/proc/self/fd/4"], {
        stdio: ["ignore", "ignore", "ignore", from, to],
      }),
    );
  } finally {
    closeSync(from);
  }
}

/** Reads the state of a file; undefined when it does not exist. @throws when it cannot be read */
export function readState(path: string): FileState | undefined {
  return asOwnerOf(path, (place) => {
    let file: number | undefined;
    try {
      file = openSync(place, "r");
      const { mode, uid, gid } = fstatSync(file);
      return { bytes: readFileSync(file, "latin1"), mode: mode & 0o7777, uid, gid };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  });
}

/** Resolves symbolic links to the file itself; the links stay as they are. */
export function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return placeOf(path);
  }
}

/** Resolves the folder of a path, but not the file itself, which may be a link. */
export function placeOf(path: string): string {
  const folder = dirname(path);
  return folder === path ? path : join(followLinks(folder), basename(path));
}

/**
 * Writes a file atomically, with its owner and permissions from the start. Until then readers get the old file, whose access list
 * and extended attributes are kept. In a folder that another user can change, root acts as that user, and changes the owner of
 * the open file.
 */
export function writeState(path: string, state: FileState): void {
  asOwnerOf(path, (place) => {
    const partial = partialOf(place);
    rmSync(partial, { force: true });
    const file = openSync(partial, "wx", 0o600);
    try {
      try {
        copyAttributes(place, file);
        writeFileSync(file, state.bytes, "latin1");
        asItself(() => give(file, state));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(partial, place);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
    syncFolder(dirname(place));
  });
}

/** Removes a file if it exists. */
export function removeFile(path: string): void {
  asOwnerOf(dirname(path), (folder) => rmSync(join(folder, basename(path)), { force: true }));
}

/** Removes a folder with its contents, except what its owner may not remove. */
export function removeFolder(path: string): void {
  asOwnerOf(path, (place) => {
    try {
      for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true, force: true });
    } catch {
      // It is gone, or contains files of another user.
    }
  });
  removeIfEmpty(path);
}

/** Creates a folder unless it exists. */
export function makeFolder(path: string, mode: number): void {
  asOwnerOf(dirname(path), (parent) => {
    const place = join(parent, basename(path));
    if (!isThere(place)) mkdirSync(place, { mode });
  });
}

/** Sets owner and permissions of a folder. @throws when it is a link, not a folder, or belongs to a user other than its parent's */
export function giveFolder(path: string, ownership: Ownership): void {
  asOwnerOf(dirname(path), (parent, identity) => {
    const place = join(parent, basename(path));
    const folder = openSync(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      const { uid, gid, mode } = fstatSync(folder);
      if (uid === ownership.uid && gid === ownership.gid && (mode & 0o7777) === ownership.mode) return;
      if (identity && uid !== identity.uid) throw new Error(`${path} was created by another user: remove it`);
      asItself(() => give(folder, ownership));
    } finally {
      closeSync(folder);
    }
  });
}

/**
 * Sets owner and permissions of an open file rather than of its path: in a folder of Asterisk's user that user could replace it
 * with a link to a file of root.
 */
function give(open: number, { mode, uid, gid }: Ownership): void {
  const now = fstatSync(open);
  if (now.uid !== uid || now.gid !== gid) fchownSync(open, uid, gid);
  fchmodSync(open, mode);
}

/** Temporary path of a file that is being written. Asterisk includes no name that begins with a dot. */
export function partialOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.attendant-partial`);
}

export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Removes a folder if it is empty. */
export function removeIfEmpty(path: string): void {
  asOwnerOf(dirname(path), (parent) => {
    try {
      rmdirSync(join(parent, basename(path)));
    } catch {
      // Not empty, or gone.
    }
  });
}

export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
