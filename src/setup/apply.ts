import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describe } from "../kernel/errors.js";
import type { FileChange } from "./file-state.js";
import { followLinks, giveFolder, isThere, makeFolder, readState, writeState } from "./files.js";
import { type Answers, type Journal, markOf } from "./journal.js";
import { shellWords } from "./shell-words.js";

/** A folder that is made for files of ours. */
export interface NewFolder {
  readonly path: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Whether all that will ever be in it is ours, and goes with it. */
  readonly isOurs: boolean;
}

/** What is to be done to the files. */
export interface Changes {
  readonly folders: readonly NewFolder[];
  readonly files: readonly FileChange[];
}

/** What could not be written, in words that say what to do; nothing was done then. */
export class CannotWrite extends Error {
  override readonly name = "CannotWrite";
}

/** Says of each file that cannot be written why, before any is. */
export function whyNotWritable(changes: Changes): readonly string[] {
  const faults = new Set<string>();
  for (const { path } of changes.files) {
    if (isThere(path) && !existsSync(path))
      faults.add(`${path} is a symbolic link to nothing: remove it, or make what it names`);
    if (isPlanted(path))
      faults.add(`${path} is a symbolic link of another user's to a file that is not theirs: remove it`);
    const names = existsSync(path) ? statSync(path).nlink : 1;
    if (names > 1) {
      faults.add(
        `${path} has ${names} names (hard links), and the others would keep what it says now: ` +
          `make it a file of its own (${ownCopy(path)}), or the others symbolic links to it`,
      );
    }
    let folder = dirname(path);
    while (!existsSync(folder)) folder = dirname(folder);
    for (const each of existsSync(path) ? [folder, path] : [folder]) {
      try {
        accessSync(each, constants.W_OK);
      } catch (error) {
        const readOnly = (error as NodeJS.ErrnoException).code === "EROFS";
        const remedy = readOnly ? "its file system is mounted read-only" : "run this as root, or as its owner";
        faults.add(`${each} cannot be written: ${remedy}`);
      }
    }
  }
  return [...faults];
}

function ownCopy(path: string): string {
  return `${shellWords(["cp", "-a", path, `${path}.new`])} && ${shellWords(["mv", `${path}.new`, path])}`;
}

/** Whether somebody who may not write a file has put a link to it where root would write it. */
function isPlanted(path: string): boolean {
  if (!existsSync(path)) return false;
  const link = lstatSync(path);
  return link.isSymbolicLink() && ![0, process.getuid?.(), statSync(path).uid].includes(link.uid);
}

/**
 * Does what was planned, each step written down before it is taken.
 *
 * @throws {CannotWrite} when a file is another than when it was planned, or cannot be written; what was done until then is in
 *   the journal
 */
export function applyChanges(changes: Changes, journal: Journal, answers: Answers): void {
  journal.add({ act: "begin", at: new Date().toISOString(), answers });
  // A run that was broken off may have made one and not given it away.
  const made = new Set(journal.entries.flatMap((entry) => (entry.act === "folder" ? [entry.path] : [])));
  for (const { path, mode, uid, gid, isOurs } of changes.folders) {
    if (existsSync(path) && !made.has(path)) continue;
    if (!made.has(path)) journal.add({ act: "folder", path, isOurs });
    makeFolder(path, 0o700);
    const owner = process.getuid?.() === 0 ? { uid, gid } : statSync(path);
    giveFolder(path, { mode, uid: owner.uid, gid: owner.gid });
  }
  for (const { path: named, before, after } of changes.files) {
    const path = followLinks(named);
    const now = readState(named);
    if (now?.bytes !== before?.bytes) throw new CannotWrite(`${path} was changed meanwhile: run this again`);
    const copy = before && journal.keep(before);
    const mark = before ? markOf(before) : null;
    journal.add({ act: "write", path, before: mark, after: markOf(after), ...(copy && { copy }) });
    try {
      writeState(named, after); // Whoever has a hand in where that leads by now, it is done as them.
    } catch (error) {
      throw new CannotWrite(`${path} cannot be written: ${describe(error)}`);
    }
  }
  journal.add({ act: "done", at: new Date().toISOString() });
}
