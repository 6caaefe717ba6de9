import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { asOwnerOf } from "../kernel/act-as.js";
import {
  followLinks,
  partialOf,
  placeOf,
  readState,
  removeFile,
  removeFolder,
  removeIfEmpty,
  syncFolder,
  writeState,
} from "./files.js";
import { type FileMark, type Journal, markOf, type Write, writtenIn } from "./journal.js";

/** Undoing one file; with `to` null it is removed. */
interface Step {
  readonly path: string;
  readonly to: { readonly mark: FileMark; readonly copy: string } | null;
}

/** Plan for undoing everything. */
export interface Undo {
  readonly steps: readonly Step[];
  /** Created folders, the innermost first. */
  readonly folders: readonly { readonly path: string; readonly isOurs: boolean }[];
  /** Files that have been changed since. While there are any, nothing is undone. */
  readonly changedSince: readonly string[];
  /** Whether the settings have been changed since, and stay as they are. */
  readonly isLeavingSettings: boolean;
  /** Files to keep that were never written here: perhaps misspelt. */
  readonly unknown: readonly string[];
}

/**
 * Plans how to undo all entries of the journal. Only files that are unchanged since are touched.
 *
 * @param keep files that stay as they are, by any of their paths
 * @param settings the `.env`, which the administrator may change
 */
export function planUndo(journal: Journal, keep: readonly string[] = [], settings = ""): Undo {
  const writes = writtenIn(journal);
  const kept = new Set(keep.flatMap((path) => [placeOf(path), followLinks(path)]));
  const steps: Step[] = [];
  const changed: string[] = [];
  for (const [path, ofPath] of [...writes].reverse()) {
    const state = readState(path);
    const now = state ? markOf(state) : null;
    const first = ofPath[0];
    if (!first) continue;
    if (kept.has(path)) continue;
    if (!isAsLeft(ofPath, now)) changed.push(path);
    else if (!sameMark(now, first.before)) {
      steps.push({ path, to: first.before && { mark: first.before, copy: first.copy ?? "" } });
    }
  }
  const own = followLinks(settings);
  const folders = journal.entries.flatMap((entry) => (entry.act === "folder" ? [entry] : [])).reverse();
  return {
    steps,
    folders,
    changedSince: changed.filter((path) => path !== own),
    isLeavingSettings: changed.includes(own),
    unknown: keep.filter((path) => !writes.has(placeOf(path)) && !writes.has(followLinks(path))),
  };
}

/** Restores every file as it was before the first run: bytes, owner and permissions. */
export function undoFiles(undo: Undo, journal: Journal): void {
  for (const entry of journal.entries) {
    if (entry.act === "write") removeFile(partialOf(followLinks(entry.path)));
  }
  for (const { path, to } of undo.steps) {
    if (to) writeState(path, { ...to.mark, bytes: journal.copyOf(to.copy).bytes });
    else removeFile(path);
    if (existsSync(dirname(path))) asOwnerOf(dirname(path), syncFolder);
  }
  for (const { path, isOurs } of undo.folders) {
    if (isOurs) removeFolder(path);
    else removeIfEmpty(path);
  }
}

/** Returns whether only setup has written a file: every run found it as the run before had left it. */
function isAsLeft(writes: readonly Write[], now: FileMark | null): boolean {
  return writes.every(({ before, after }, index) => {
    const next = writes[index + 1];
    const found = next ? next.before : now;
    // An interrupted run, or an interrupted --undo, left it as it was.
    return (
      sameBytes(found, after) || sameBytes(found, before) || (!next && sameBytes(found, writes[0]?.before ?? null))
    );
  });
}

function sameBytes(a: FileMark | null, b: FileMark | null): boolean {
  return a?.sha256 === b?.sha256;
}

function sameMark(a: FileMark | null, b: FileMark | null): boolean {
  return sameBytes(a, b) && a?.mode === b?.mode && a?.uid === b?.uid && a?.gid === b?.gid;
}
