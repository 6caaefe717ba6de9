import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileState } from "./file-state.js";
import { placeOf, readState, removeIfEmpty, syncFolder, writeState } from "./files.js";

/** State of a file without its bytes. */
export interface FileMark {
  readonly sha256: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Answers that the next run proposes; contains no secret. */
export type Answers = Readonly<Record<string, string>>;

/** A step, recorded before it is taken so that it can be undone even when it was interrupted. */
export type JournalEntry =
  | { readonly act: "begin"; readonly at: string; readonly answers: Answers }
  | { readonly act: "folder"; readonly path: string; readonly isOurs: boolean }
  | {
      readonly act: "write";
      readonly path: string;
      readonly before: FileMark | null;
      readonly after: FileMark;
      /** Name of the copy in the journal's folder. */
      readonly copy?: string;
    }
  | {
      readonly act: "start";
      readonly pid: number;
      readonly began: string;
      readonly what: string;
      readonly build?: string;
    }
  /** Containers of Docker Compose, which are started or have been removed. */
  | { readonly act: "containers"; readonly isUp: boolean }
  /** A system user that is created. */
  | { readonly act: "user"; readonly name: string }
  /** Mark of the build that was started. */
  | { readonly act: "enable"; readonly unit: string; readonly build?: string }
  | { readonly act: "done"; readonly at: string };

export type Write = Extract<JournalEntry, { act: "write" }>;

/** What `scripts/setup` has done here since the last --undo. */
export interface Journal {
  readonly folder: string;
  readonly entries: readonly JournalEntry[];
  /** Records an entry, which survives a power cut once this returns. */
  add(entry: JournalEntry): void;
  /** Copies a file that is about to be changed; returns the name of the copy. */
  keep(state: FileState): string;
  copyOf(name: string): FileState;
  /** Deletes the journal, when everything has been undone. */
  discard(): void;
}

const FILE = "journal.jsonl";

export function openJournal(folder: string): Journal {
  const path = join(folder, FILE);
  const written = existsSync(path) ? readFileSync(path, "utf8") : "";
  const entries: JournalEntry[] = entriesIn(written);
  // Ends an interrupted line, or the next entry would be lost with it.
  let start = /[^\n]$/.test(written) ? "\n" : "";
  return {
    folder,
    entries,
    add(entry) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = openSync(path, "a", 0o600);
      try {
        writeFileSync(file, `${start}${JSON.stringify(entry)}\n`);
        start = "";
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      syncFolder(folder);
      entries.push(entry);
    },
    keep(state) {
      const name = `${markOf(state).sha256}.copy`;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
      if (!existsSync(join(folder, name))) writeState(join(folder, name), { bytes: state.bytes, mode: 0o600, ...own });
      return name;
    },
    copyOf(name) {
      const state = readState(join(folder, name));
      if (!state || `${markOf(state).sha256}.copy` !== name)
        throw new Error(`the copy ${join(folder, name)} is damaged`);
      return state;
    },
    discard() {
      rmSync(folder, { recursive: true, force: true });
      removeIfEmpty(dirname(folder));
      entries.length = 0;
    },
  };
}

export function markOf({ bytes, mode, uid, gid }: FileState): FileMark {
  return { sha256: createHash("sha256").update(bytes, "latin1").digest("hex"), mode, uid, gid };
}

/** Returns the writes of each file, in order. */
export function writtenIn(journal: Journal): ReadonlyMap<string, readonly Write[]> {
  const writes = new Map<string, Write[]>();
  for (const entry of journal.entries) {
    if (entry.act !== "write") continue;
    // An earlier entry may have a path through a link, of a file that did not exist yet.
    const path = placeOf(entry.path);
    writes.set(path, [...(writes.get(path) ?? []), entry]);
  }
  return writes;
}

/** Returns the answers of the last run. */
export function lastAnswers(journal: Journal): Answers | undefined {
  const begun = journal.entries.findLast((entry) => entry.act === "begin");
  return begun?.answers;
}

/** Parses the entries. An interrupted last line was not carried out. */
function entriesIn(text: string): JournalEntry[] {
  return text.split("\n").flatMap((line): JournalEntry[] => {
    try {
      return line === "" ? [] : [JSON.parse(line) as JournalEntry];
    } catch {
      return [];
    }
  });
}
