import { numberAsWritten } from "../kernel/dialable-number.js";
import type { ValidationFault } from "../validation/words.js";
import { type DirectoryEntry, type EntryReaders, readEntry, type WrittenDirectory } from "./entry.js";

/** Reads a section `directory` that its schema permits: the entries, and the faults that the schema cannot express. */
export function readDirectory<Hours>(
  section: WrittenDirectory<Hours> = [],
  openingOf: EntryReaders<Hours>["openingOf"] = () => () => true,
): {
  readonly entries: readonly DirectoryEntry[];
  /** Paths are within the section: `/3`. */
  readonly faults: readonly ValidationFault[];
} {
  const entries: DirectoryEntry[] = [];
  const faults: ValidationFault[] = [];
  for (const [at, written] of section.entries()) {
    const read = readEntry(written, { numberOf: numberAsWritten, openingOf });
    if ("entry" in read) entries.push(read.entry);
    else faults.push({ path: `/${at}`, message: read.problem });
  }
  return { entries, faults };
}
