import { constants, type FileHandle, lstat, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import Database from "libsql";
import { AttendantError, describe } from "../../kernel/errors.js";
import { markOf } from "../sqlite/continuity.mjs";
import { openSqlite } from "../sqlite/database.js";
import { arrivingBeside, EMBEDDED_FILE, formerBeside } from "../former-store.js";
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
 * Puts an open copy in the place of the embedded store of `dataDir`, once it is known to fit: until then, and if it fails, the
 * store stays as it is. Calls due before now are not placed: they may have been placed since the copy was made.
 *
 * @param replace moves an existing store aside, unless it is in use
 * @returns where that is now
 * @throws {AttendantError} `invalid_request` when there is one; `store_unavailable`
 */
export async function putBack(copy: FileHandle, dataDir: string, replace: boolean): Promise<string | undefined> {
  const path = storeIn(dataDir);
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
  const arriving = arrivingBeside(dirname(path));
  try {
    {
      // Until it is moved: closing it then would remove the write-ahead log of the one in its place.
      using _unused = found[0] === undefined ? undefined : keepUnused(path);
      await rm(arriving, { recursive: true, force: true }); // Left by an interrupted restore.
      await prepare(copy, join(arriving, EMBEDDED_FILE));
    }
    return await swapIn(arriving, dirname(path), isThere);
  } catch (error) {
    await rm(arriving, { recursive: true, force: true }).catch(() => {});
    throw error instanceof AttendantError ? error : sqliteFailure(path, error);
  }
}

/** Writes an open copy into a new file, and brings it up to date. */
async function prepare(copy: FileHandle, path: string): Promise<void> {
  await mkdir(dirname(path), { mode: OWNER_ONLY_FOLDER });
  await pour(copy, path);
  {
    await using database = await openSqlite({ path, migrations: STORE_MIGRATIONS });
    await database.transact([{ sql: "UPDATE continuity SET unknown_before = ?", parameters: [Date.now()] }]);
  }
  await rm(markOf(path), { force: true });
}

/**
 * Puts a prepared store in its place. A process that is killed here leaves both; the service then does not start
 * (`refuseBesideFormerStores`).
 *
 * @returns where the previous one is now
 */
async function swapIn(arriving: string, folder: string, isThere: boolean): Promise<string | undefined> {
  if (!isThere) {
    // The folder may have other files, such as the journal of writes that wait for MongoDB.
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    await rename(join(arriving, EMBEDDED_FILE), join(folder, EMBEDDED_FILE));
    await rm(arriving, { recursive: true });
    return undefined;
  }
  const moved = formerBeside(folder) + new Date().toISOString().replace(/[:.]/g, "-");
  await rename(folder, moved);
  try {
    await rename(arriving, folder);
  } catch (error) {
    await rename(moved, folder).catch(() => {
      const detail = `The restore failed, and the previous store is in ${moved}: move it back to ${folder} (${describe(error)}).`;
      throw new AttendantError("store_unavailable", detail);
    });
    throw error;
  }
  return moved;
}

/**
 * Keeps a service from opening a store, until it is disposed of. A damaged store is as good as unused.
 *
 * @throws {AttendantError} `store_unavailable` when a process has it open
 */
function keepUnused(path: string): Disposable {
  try {
    const database = opened(path);
    database.run("BEGIN EXCLUSIVE"); // A store in use cannot be locked.
    return {
      [Symbol.dispose]() {
        database.run("ROLLBACK"); // Closing the connection keeps the lock while statements exist.
        database[Symbol.dispose]();
      },
    };
  } catch (error) {
    if (error instanceof DatabaseInUse) throw error;
    return { [Symbol.dispose]() {} };
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
