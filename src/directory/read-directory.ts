import { dialableNumber, numberAsWritten } from "../kernel/dialable-number.js";
import { createValidator } from "../validation/validator.js";
import { createDirectory, type Directory } from "./directory.js";
import { DIRECTORY_SCHEMA, type DirectoryEntry, readEntry, type WrittenDirectory } from "./entry.js";

/** A fault of the section: where it is, and what is wrong there. */
export interface DirectoryFault {
  /** Path within the section: `/3/number`. */
  readonly path: string;
  readonly message: string;
}

const validate = createValidator<WrittenDirectory>(DIRECTORY_SCHEMA);

/** Reads the section `directory`, or finds all its faults. */
export async function readDirectory(
  section: unknown,
): Promise<{ readonly directory: Directory } | { readonly faults: readonly DirectoryFault[] }> {
  const valid = validate(section);
  if ("faults" in valid) return { faults: valid.faults.map(({ path, message }) => ({ path, message })) };
  const entries: DirectoryEntry[] = [];
  const faults: DirectoryFault[] = [];
  for (const [at, written] of valid.value.entries()) {
    const read = readEntry(written, (text) => dialableNumber(numberAsWritten(text) ?? ""));
    if ("entry" in read) entries.push(read.entry);
    else faults.push({ path: `/${at}`, message: read.problem });
  }
  return faults.length > 0 ? { faults } : { directory: await createDirectory(entries) };
}
