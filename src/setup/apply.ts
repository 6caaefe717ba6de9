import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describe } from "../kernel/errors.js";
import type { FileChange } from "./file-state.js";
import { followLinks, giveFolder, isThere, makeFolder, readState, writeState } from "./files.js";
import { type Answers, type Journal, markOf } from "./journal.js";
import { shellWords } from "./run-command.js";

/** A folder that is created for our files. */
export interface NewFolder {
  readonly path: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Whether all its contents are ours and are removed with it. */
  readonly isOurs: boolean;
}

/** Planned changes to files and folders. */
export interface Changes {
  readonly folders: readonly NewFolder[];
  readonly files: readonly FileChange[];
}

/** A file could not be written; the message says what to do. */
export class CannotWrite extends Error {
  override readonly name = "CannotWrite";
}

/** Returns why files cannot be written, before any is changed. */
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

/** Returns whether a path is a link that a user without access to its target has created. */
function isPlanted(path: string): boolean {
  if (!existsSync(path)) return false;
  const link = lstatSync(path);
  return link.isSymbolicLink() && ![0, process.getuid?.(), statSync(path).uid].includes(link.uid);
}

/**
 * Carries out the plan and records each step before it is taken.
 *
 * @throws {CannotWrite} when a file has changed since it was planned, or cannot be written; the journal has the steps until then
 */
export function applyChanges(changes: Changes, journal: Journal, answers: Answers): void {
  journal.add({ act: "begin", at: new Date().toISOString(), answers });
  // An interrupted run may have created a folder without setting its owner.
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
      writeState(named, after); // Done as the user who controls the path by now.
    } catch (error) {
      throw new CannotWrite(`${path} cannot be written: ${describe(error)}`);
    }
  }
  journal.add({ act: "done", at: new Date().toISOString() });
}
