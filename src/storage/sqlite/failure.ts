import { dirname } from "node:path";
import { AttendantError, describe } from "../../kernel/errors.js";
import { formerBeside } from "../former-store.js";

/** Another process has the database open. This is permanent, so waiting does not help. */
export class DatabaseInUse extends AttendantError {
  constructor(path: string) {
    super(
      "store_unavailable",
      `The database ${path} is open in another process: only one controller may use a DATA_DIR. Stop the other process, or set a different DATA_DIR for this one.`,
    );
    this.name = "DatabaseInUse";
  }
}

/** A later version has written the database. This is permanent as well. */
export class DatabaseNewer extends AttendantError {
  constructor(detail: string) {
    super("store_unavailable", detail);
    this.name = "DatabaseNewer";
  }
}

/** SQLite finds the database damaged. */
export class DatabaseDamaged extends AttendantError {
  constructor(path: string) {
    const folder = dirname(path);
    super(
      "store_unavailable",
      `The database ${path} is damaged. Restore a backup with scripts/restore --replace. To start with an empty one, move ${folder}, and stores that scripts/restore has moved to ${formerBeside(folder)}…, out of ${dirname(folder)}.`,
    );
    this.name = "DatabaseDamaged";
  }
}

/** SQLite's result codes, explained for the administrator. The first match counts. */
const MEANINGS: readonly (readonly [pattern: RegExp, says: (path: string, words: string) => string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, (path) => `The disk with ${path} is full. Free some space on it.`],
  [
    /^COPY_FAILED/,
    (path, words) =>
      `The database ${path} could not be copied (${words}). Check that DATA_DIR has room for a second copy.`,
  ],
  [
    /^FILES_GONE/,
    (path) =>
      `The database ${path} was deleted or replaced while the service was running. Nothing more is written; its contents are still open in this process: save them with scripts/backup, stop the service, restore the backup with scripts/restore, and start the service.`,
  ],
  [
    /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EISDIR|EEXIST)/,
    (path, words) =>
      `The database ${path} cannot be opened for writing (${words}). Its folder must be owned by the user of the service and be writable: see DATA_DIR.`,
  ],
  [
    /^(SQLITE_IOERR|E[A-Z]+$)/,
    (path, words) => `The disk with ${path} cannot be read or written (${words}). Check the disk and its mount.`,
  ],
  [
    /^(SQLITE_(NOMEM|INTERRUPT|PROTOCOL|INTERNAL)|THREAD)/,
    (path, words) =>
      `The database ${path} failed (${words}) and is being reopened. If this persists, restart the service.`,
  ],
];

/**
 * Converts an error of SQLite, its thread or the file system: `store_unavailable` for what may be temporary or can be fixed
 * outside, `internal` for a statement or a value that would be rejected again.
 *
 * @param error with a `code`: SQLite's (SQLITE_FULL) or Node's (EACCES)
 */
export function sqliteFailure(path: string, error: unknown): AttendantError {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const words = typeof message === "string" ? message : describe(error);
  if (/^SQLITE_(BUSY|LOCKED)/.test(String(code))) return new DatabaseInUse(path);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(String(code))) return new DatabaseDamaged(path);
  if (code === "SCHEMA_NEWER") {
    return new DatabaseNewer(
      `The database ${path} was written by a later version of the service. Run that version, or move the file away to start with an empty one.`,
    );
  }
  const meaning = MEANINGS.find(([pattern]) => pattern.test(String(code)));
  if (meaning) return new AttendantError("store_unavailable", meaning[1](path, words));
  if (/^SQLITE_/.test(String(code))) {
    return new AttendantError("internal", `The database ${path} rejected a statement (${String(code)}: ${words}).`);
  }
  return new AttendantError("store_unavailable", `The database ${path} does not answer (${words}).`);
}
