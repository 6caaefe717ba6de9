import { AttendantError, describe } from "../../kernel/errors.js";

/** Another process has the database open: it does not pass by itself, and waiting for it helps nobody. */
export class DatabaseInUse extends AttendantError {
  constructor(path: string) {
    super(
      "store_unavailable",
      `The database ${path} is open in another process: only one controller may use a DATA_DIR. Stop the other one, or give this one a DATA_DIR of its own.`,
    );
    this.name = "DatabaseInUse";
  }
}

/** What SQLite's result codes mean for whoever keeps the machine. The first that fits. */
const MEANINGS: readonly (readonly [pattern: RegExp, says: (path: string, words: string) => string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, (path) => `The disk under ${path} is full. Make room on it.`],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    (path) =>
      `The database ${path} is damaged. Put a backup back with scripts/restore, or move its whole folder away to start with an empty one.`,
  ],
  [
    /^COPY_FAILED/,
    (path, words) =>
      `The database ${path} could not be copied (${words}). Is there room under DATA_DIR for a second one?`,
  ],
  [
    /^FILES_GONE/,
    (path) =>
      `The database ${path} was deleted or replaced while the service runs. Nothing more is written, and what it held is still open in this process: save it with scripts/backup, stop the service, put it back with scripts/restore, and start.`,
  ],
  [
    /^SCHEMA_NEWER/,
    (path) =>
      `The database ${path} was written by a later version of the service. Run that version, or move the file away to start with an empty one.`,
  ],
  [
    /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EISDIR|EEXIST)/,
    (path, words) =>
      `The database ${path} cannot be opened for writing (${words}). Its folder must belong to the user that the service runs as, and be writable: see DATA_DIR.`,
  ],
  [
    /^(SQLITE_IOERR|E[A-Z]+$)/,
    (path, words) => `The disk under ${path} cannot be read or written (${words}). Check it and its mount.`,
  ],
  [
    /^(SQLITE_(NOMEM|INTERRUPT|PROTOCOL|INTERNAL)|THREAD)/,
    (path, words) =>
      `The database ${path} does not work now (${words}). It is opened anew; if that does not help, restart the service.`,
  ],
];

/**
 * Turns what SQLite, its thread or the file system said into one of our errors: `store_unavailable` for what may pass
 * or can be put right outside, `internal` for a statement or a value that would be refused again.
 *
 * @param error with a `code`: SQLite's (SQLITE_FULL) or Node's (EACCES)
 */
export function sqliteFailure(path: string, error: unknown): AttendantError {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const words = typeof message === "string" ? message : describe(error);
  if (/^SQLITE_(BUSY|LOCKED)/.test(String(code))) return new DatabaseInUse(path);
  const meaning = MEANINGS.find(([pattern]) => pattern.test(String(code)));
  if (meaning) return new AttendantError("store_unavailable", meaning[1](path, words));
  if (/^SQLITE_/.test(String(code))) {
    return new AttendantError("internal", `The database ${path} refused a statement (${String(code)}: ${words}).`);
  }
  return new AttendantError("store_unavailable", `The database ${path} does not answer (${words}).`);
}
