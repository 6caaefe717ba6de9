import { createSwitchboard, type Switchboard } from "../../../src/conversation/transfer/switchboard.js";
import { createDirectory, type Directory } from "../../../src/directory/directory.js";
import { type DirectoryEntry, readEntry, type WrittenEntry } from "../../../src/directory/entry.js";
import type { FakeDialler } from "./fake-dialler.js";

/** A switchboard whose telephones are the test's. */
export async function switchboardOf(
  dialler: FakeDialler,
  written: readonly WrittenEntry[] = [],
  operatorExtension?: string,
  isDenied?: (number: string) => boolean,
): Promise<Switchboard> {
  return switchboardFrom(dialler, undefined, isDenied)(await createDirectory(written.map(entryOf)), operatorExtension);
}

export function switchboardFrom(
  dialler: FakeDialler,
  own = { name: "Attendant", number: "8000" },
  isDenied = (_number: string) => false,
) {
  return (directory: Directory, operatorExtension: string | undefined): Switchboard =>
    createSwitchboard({ directory, operatorExtension, dialler, own, isDenied });
}

/** Only the operator, at 100. */
export function operatorOnly(dialler: FakeDialler): Promise<Switchboard> {
  return switchboardOf(dialler, [], "100");
}

export function entryOf(written: WrittenEntry): DirectoryEntry {
  const read = readEntry(written, { numberOf: (text) => text, openingOf: () => () => false });
  if ("problem" in read) throw new Error(`${written.name} ${read.problem}`);
  return read.entry;
}
