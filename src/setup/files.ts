import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { copyAttributes } from "./file-attributes.js";
import type { FileState, Ownership } from "./file-state.js";

/** What a file is now; undefined when it is not there. @throws when it cannot be read */
export function readState(path: string): FileState | undefined {
  try {
    const { mode, uid, gid } = statSync(path);
    return { bytes: readFileSync(path, "latin1"), mode: mode & 0o7777, uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
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
 * reads it meanwhile reads the old one; what that has of access lists and extended attributes stays.
 */
export function writeState(path: string, state: FileState): void {
  const partial = partialOf(path);
  rmSync(partial, { force: true });
  const file = openSync(partial, "wx", 0o600);
  try {
    try {
      copyAttributes(path, file);
      writeFileSync(file, state.bytes, "latin1");
      give(file, state);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Gives a folder an owner and permissions. @throws where it is none, or a link to one */
export function giveFolder(path: string, ownership: Ownership): void {
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    give(folder, ownership);
  } finally {
    closeSync(folder);
  }
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
  try {
    rmdirSync(path);
  } catch {
    // Not empty, or gone.
  }
}

export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
