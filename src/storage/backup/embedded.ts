import { constants, type FileHandle, lstat, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import Database from "libsql";
import { AttendantError, describe } from "../../kernel/errors.js";
import { markOf } from "../sqlite/continuity.mjs";
import { openSqlite } from "../sqlite/database.js";
import { EMBEDDED_FILE } from "../former-store.js";
import { DatabaseInUse, sqliteFailure } from "../sqlite/failure.js";
import { STORE_MIGRATIONS } from "../sqlite/schema.js";
import { askForCopy } from "./online-copy.js";
import { OWNER_ONLY } from "./manifest.js";

/** What is counted in a copy. */
const TABLES = ["calls", "transcripts", "deliveries", "schedules", "occurrences"] as const;
const OWNER_ONLY_FOLDER = 0o700;

export const storeIn = (dataDir: string) => join(dataDir, "store", EMBEDDED_FILE);

/** An open copy of the embedded store, by its open files: the database, and its write-ahead log if there is one. */
export interface OpenCopy extends AsyncDisposable {
  readonly parts: ReadonlyMap<"" | "-wal", FileHandle>;
}

/**
 * Opens the current embedded store: a copy made by the running service, or its own files when no service runs; these cannot
 * change while they are open here.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function openCopy(dataDir: string): Promise<OpenCopy> {
  const copy = await askForCopy(dataDir);
  if (copy !== undefined) {
    const file = await openFile(copy);
    await rm(copy);
    return { parts: new Map([["", file]]), [Symbol.asyncDispose]: () => file.close() };
  }
  const source = storeIn(dataDir);
  await stat(source).catch(() => {
    throw new AttendantError("store_unavailable", `There is no store at ${source}. Check DATA_DIR.`);
  });
  const database = opened(source);
  database.run("BEGIN IMMEDIATE");
  const parts = new Map<"" | "-wal", FileHandle>();
  const close = async () => {
    // First: closing any descriptor of a file drops the process's locks on it. Closing the connection keeps the lock while
    // statements exist.
    database.run("ROLLBACK");
    database[Symbol.dispose]();
    for (const file of parts.values()) await file.close();
  };
  try {
    parts.set("", await openFile(source));
    const log = await openFile(`${source}-wal`).catch(() => undefined);
    if (log) parts.set("-wal", log);
  } catch (error) {
    await close();
    throw error;
  }
  return { parts, [Symbol.asyncDispose]: close };
}

/** @throws {AttendantError} `store_unavailable` when it is a link or not a regular file */
async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new AttendantError("store_unavailable", `${path} is not a regular file.`);
}

/** Writes an open copy into a new file. */
export async function writeCopy({ parts }: OpenCopy, path: string): Promise<void> {
  for (const [suffix, file] of parts) await pour(file, `${path}${suffix}`);
  using database = opened(path);
  database.value("PRAGMA journal_mode = DELETE"); // Merges the write-ahead log into the file.
}

async function pour(from: FileHandle, path: string): Promise<void> {
  await using to = await open(path, "wx", OWNER_ONLY);
  await writeFile(to, from.createReadStream({ start: 0, autoClose: false }));
  await to.sync();
}

/** Reads a copy from end to end. @throws {AttendantError} `store_unavailable` when it is damaged */
export function verifyCopy(path: string): Record<string, number> {
  using database = opened(path);
  const found = database.value("PRAGMA integrity_check(1)");
  if (found !== "ok") throw new AttendantError("store_unavailable", `${path} is damaged: ${String(found)}`);
  return Object.fromEntries(TABLES.map((table) => [table, Number(database.value(`SELECT count(*) FROM ${table}`))]));
}

/**
 * Opens the copy in a backup.
 *
 * @throws {AttendantError} `invalid_request` when a later version made it; `store_unavailable`
 */
export async function openBackup(copy: string): Promise<FileHandle> {
  {
    using database = opened(copy);
    const version = Number(database.value("PRAGMA user_version"));
    if (version > STORE_MIGRATIONS.length) {
      throw new AttendantError(
        "invalid_request",
        "The backup was made by a later version of the service. Use that version.",
      );
    }
  }
  return openFile(copy);
}

/**
 * Puts an open copy in the place of the embedded store of `dataDir`. Calls due before now are not placed: they may have been
 * placed since the copy was made.
 *
 * @param replace moves an existing store aside, unless it is in use
 * @returns where that is now
 * @throws {AttendantError} `invalid_request` when there is one; `store_unavailable`
 */
export async function putBack(copy: FileHandle, dataDir: string, replace: boolean): Promise<string | undefined> {
  const path = storeIn(dataDir);
  const folder = dirname(path);
  // Remains of a store count too: a write-ahead log would be applied to the copy.
  const parts = [path, `${path}-wal`, markOf(path)];
  const found = await Promise.all(parts.map((each) => lstat(each).catch(() => undefined)));
  const isThere = found.some((each) => each !== undefined);
  if (isThere && !replace) {
    throw new AttendantError(
      "invalid_request",
      `There is already a store, or the remains of one, at ${path}. Use --replace to move it aside.`,
    );
  }
  let moved: string | undefined;
  if (isThere) {
    if (found[0] !== undefined) expectUnused(path);
    moved = `${folder}-before-${new Date().toISOString().replace(/[:.]/g, "-")}`;
    await rename(folder, moved);
  }
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const arriving = `${path}-arriving`;
  // Left by an interrupted restore.
  for (const part of ["", "-wal", "-shm", "-mark"]) await rm(`${arriving}${part}`, { force: true });
  await pour(copy, arriving);
  {
    await using database = await openSqlite({ path: arriving, migrations: STORE_MIGRATIONS });
    await database.transact([{ sql: "UPDATE continuity SET unknown_before = ?", parameters: [Date.now()] }]);
  }
  await rm(markOf(arriving), { force: true });
  await rename(arriving, path);
  return moved;
}

/** @throws {AttendantError} `store_unavailable` when a process has it open. A damaged store can be moved nevertheless. */
function expectUnused(path: string): void {
  try {
    using database = opened(path);
    database.run("BEGIN EXCLUSIVE"); // A store in use cannot be locked.
  } catch (error) {
    if (error instanceof DatabaseInUse) throw error;
  }
}

/** Opens a database for a few statements, without waiting for locks. */
function opened(path: string) {
  const guarded = <T>(task: () => T): T => {
    try {
      return task();
    } catch (error) {
      throw error instanceof AttendantError ? error : sqliteFailure(path, error ?? describe(error));
    }
  };
  const database = guarded(() => new Database(path, { fileMustExist: true } as Database.Options));
  return {
    run: (sql: string, ...parameters: string[]) => guarded(() => void database.prepare(sql).run(parameters)),
    value: (sql: string) => guarded(() => (database.prepare(sql).raw().get() as unknown[])[0]),
    [Symbol.dispose]: () => void database.close(),
  };
}
