// @ts-check
/**
 * Detects whether a database has lost acknowledged writes, and whether its files were replaced.
 *
 * If the write-ahead log was deleted, truncated or damaged, SQLite opens the database as if the lost writes had never been made,
 * and it continues to write into deleted files. Therefore each commit is counted in the database, and the last acknowledged
 * number is also kept in a file of twenty digits beside it, which is overwritten in place: it survives the process at once, and a
 * power failure within a second. If the database's number is lower, the difference was lost.
 */
import { closeSync, constants, fdatasyncSync, openSync, readFileSync, statSync, writeSync } from "node:fs";

/** @typedef {import("libsql").Database} Database */

const DIGITS = 20;
const OWNER_ONLY = 0o600;
/** Interval at which the file is synced to disk, in ms. */
const SYNC_EVERY_MS = 1000;

/** The file beside a database. */
export const markOf = (/** @type {string} */ path) => `${path}-mark`;

/**
 * @param {Database} database open, inside a transaction
 * @param {string} path
 * @param {number} known the number of commits acknowledged on earlier connections of this process
 */
export function watchContinuity(database, path, known) {
  database.exec(`
    CREATE TABLE IF NOT EXISTS continuity (
      id INTEGER PRIMARY KEY CHECK (id = 1), commits INTEGER NOT NULL, unknown_before REAL NOT NULL
    ) STRICT;
    INSERT INTO continuity VALUES (1, 0, 0) ON CONFLICT DO NOTHING;
  `);
  const number = (/** @type {string} */ sql) => Number(/** @type {unknown[]} */ (database.prepare(sql).raw().get())[0]);
  const stored = number("SELECT commits FROM continuity");
  const promised = Math.max(readMark(path), known);
  const missing = Math.max(0, promised - stored);
  let commits = Math.max(promised, stored) + 1;
  // Reported once: from now on the database's state is accepted. Runs that were due earlier may have been carried out.
  const unknown = missing > 0 ? `, unknown_before = ${Date.now()}` : "";
  database.exec(`UPDATE continuity SET commits = ${commits}${unknown}`);

  const changes = database.prepare("SELECT total_changes()").raw();
  const countOne = database.prepare("UPDATE continuity SET commits = commits + 1");
  const changed = () => Number(/** @type {unknown[]} */ (changes.get())[0]);
  let before = changed();
  let counted = false;
  /** @type {number | undefined} */
  let mark;
  let isSynced = true;
  /** @type {ReturnType<typeof placesOf>} */
  let places;

  function writeMark() {
    try {
      mark ??= openSync(markOf(path), constants.O_WRONLY | constants.O_CREAT, OWNER_ONLY);
      writeSync(mark, `${String(commits).padStart(DIGITS, "0")}\n`, 0);
      isSynced = false;
    } catch {
      // The commit itself is safe. A number that is too low can hide a loss, but never reports a false one.
    }
  }

  function sync() {
    if (isSynced || mark === undefined) return;
    isSynced = true;
    try {
      fdatasyncSync(mark);
    } catch {
      // As above.
    }
  }
  const syncing = setInterval(sync, SYNC_EVERY_MS).unref();

  return {
    /** Number of acknowledged commits that are missing. */
    missing,
    /** Number of acknowledged commits. */
    get commits() {
      return commits;
    },
    /** Call when the files exist: records their identity. */
    settle() {
      places = placesOf(path);
      writeMark();
    },
    begin() {
      before = changed();
    },
    /** Call before a transaction is committed: counts it if it changes anything. */
    count() {
      counted = changed() !== before;
      if (counted) countOne.run();
    },
    /** Call after the commit. */
    acknowledge() {
      if (!counted) return;
      commits++;
      writeMark();
    },
    /** Whether the files are still those that were opened. */
    isInPlace: () => places === placesOf(path),
    close() {
      clearInterval(syncing);
      sync();
      if (mark !== undefined) closeSync(mark);
    },
  };
}

/** @param {string} path @returns {number} */
function readMark(path) {
  try {
    const count = Number(readFileSync(markOf(path), "utf8").trim());
    return Number.isSafeInteger(count) ? count : 0;
  } catch {
    return 0;
  }
}

/** The identity of a database's file and its write-ahead log; undefined when one is missing. @param {string} path */
function placesOf(path) {
  const files = [path, `${path}-wal`].map((each) => statSync(each, { throwIfNoEntry: false }));
  return files.every((each) => each !== undefined)
    ? files.map((each) => `${each?.dev}:${each?.ino}`).join()
    : undefined;
}
