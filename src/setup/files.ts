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
import { copyAttributes } from "./file-attributes.js";
import type { FileState, Ownership } from "./file-state.js";

/** What a file is now; undefined when it is not there. @throws when it cannot be read */
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

/** The file itself, where a path leads over symbolic links: those stay as they are. */
export function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return placeOf(path);
  }
}

/** A file by the one path of the folder that it is in, or will be; where it is a symbolic link itself, it is that link. */
export function placeOf(path: string): string {
  const folder = dirname(path);
  return folder === path ? path : join(followLinks(folder), basename(path));
}

/**
 * Writes a file so that it is there whole or not at all, with its owner and permissions from the first moment on. Whoever
 * reads it meanwhile reads the old one; what that has of access lists and extended attributes stays. In a folder that somebody
 * else may change, root does it as that one, and gives away what it has open.
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

/** Removes a file, if it is there. */
export function removeFile(path: string): void {
  asOwnerOf(dirname(path), (folder) => rmSync(join(folder, basename(path)), { force: true }));
}

/** Removes a folder with what is in it; what its owner may not remove stays. */
export function removeFolder(path: string): void {
  asOwnerOf(path, (place) => {
    try {
      for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true, force: true });
    } catch {
      // It has gone, or somebody keeps something there.
    }
  });
  removeIfEmpty(path);
}

/** Makes a folder; one that is there already stays as it is. */
export function makeFolder(path: string, mode: number): void {
  asOwnerOf(dirname(path), (parent) => {
    const place = join(parent, basename(path));
    if (!isThere(place)) mkdirSync(place, { mode });
  });
}

/** Gives a folder an owner and permissions. @throws where it is none, a link to one, or none of whoever may change its place */
export function giveFolder(path: string, ownership: Ownership): void {
  asOwnerOf(dirname(path), (parent, identity) => {
    const place = join(parent, basename(path));
    const folder = openSync(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      const { uid, gid, mode } = fstatSync(folder);
      if (uid === ownership.uid && gid === ownership.gid && (mode & 0o7777) === ownership.mode) return;
      if (identity && uid !== identity.uid) throw new Error(`${path} was put there by somebody else: remove it`);
      asItself(() => give(folder, ownership));
    } finally {
      closeSync(folder);
    }
  });
}

/**
 * To what is open, not to what has its name by now: in a folder of Asterisk's user that user could put a link to any file of
 * root's in its place.
 */
function give(open: number, { mode, uid, gid }: Ownership): void {
  const now = fstatSync(open);
  if (now.uid !== uid || now.gid !== gid) fchownSync(open, uid, gid);
  fchmodSync(open, mode);
}

/** Where a file is written before it takes its place; nothing of Asterisk's includes a name that begins with a dot. */
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

/** A folder in which somebody keeps something stays. */
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
