// @ts-check
/**
 * Whether a database still knows everything that it has acknowledged, and whether its files are still where they were.
 *
 * SQLite opens a database whose write-ahead log was deleted, cut or damaged as if it had never known more, and goes on
 * writing into files that were deleted under it. So each commit is counted in the database, and the last number that was
 * acknowledged is kept beside it as well, in a file of twenty digits that is written in place: it outlives the process at
 * once, and a power cut within a second. What the database knows less than that was lost.
 */
import { closeSync, constants, fdatasyncSync, openSync, readFileSync, statSync, writeSync } from "node:fs";

/** @typedef {import("libsql").Database} Database */

const DIGITS = 20;
const OWNER_ONLY = 0o600;
/** How often the mark is put on the disk itself, ms. */
const SYNC_EVERY_MS = 1000;

/** The file beside a database. */
export const markOf = (/** @type {string} */ path) => `${path}-mark`;

/**
 * @param {Database} database open, inside a transaction
 * @param {string} path
 * @param {number} known how many commits this process knows to have been acknowledged, of earlier connections
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
  // Told once: from here on, what is known is what there is. What was due before may have been done.
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
      // The commit itself is safe. A mark that is too low says too little; it never cries wolf.
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
    /** How many commits were acknowledged and are not there. */
    missing,
    /** How many have been. */
    get commits() {
      return commits;
    },
    /** Once the files are there: which they are. */
    settle() {
      places = placesOf(path);
      writeMark();
    },
    begin() {
      before = changed();
    },
    /** Before a transaction is committed: counts it if it changes anything. */
    count() {
      counted = changed() !== before;
      if (counted) countOne.run();
    },
    /** After that. */
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

/** Which files a database and its write-ahead log are; undefined where one is missing. @param {string} path */
function placesOf(path) {
  const files = [path, `${path}-wal`].map((each) => statSync(each, { throwIfNoEntry: false }));
  return files.every((each) => each !== undefined)
    ? files.map((each) => `${each?.dev}:${each?.ino}`).join()
    : undefined;
}
