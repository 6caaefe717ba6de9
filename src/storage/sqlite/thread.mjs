// @ts-check
/**
 * The thread that runs SQLite.
 *
 * libsql is synchronous, and a commit waits for the disk: tens of milliseconds on a memory card, while the process's event loop
 * carries the audio of all calls. So a database has its own thread; `database.ts` is its other side.
 *
 * A message is a transaction. Pending ones are committed together, with one wait for the disk for all of them; each succeeds or
 * fails as a whole. A broken connection ends the thread, because only that releases the file: `close` leaves it locked while
 * prepared statements exist.
 *
 * JavaScript, because a thread's entry must be the same file in the sources and in the build.
 */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import Database from "libsql";
import { watchContinuity } from "./continuity.mjs";

/** @typedef {import("./database.js").ThreadRequest} Request */
/** @typedef {import("./database.js").ThreadAnswer} Answer */
/** @typedef {import("./database.js").ThreadFailure} Failure */
/** @typedef {import("./database.js").SqlResult} SqlResult */
/** @typedef {{ database: Database.Database, continuity: ReturnType<typeof watchContinuity> }} Opened */
/** @typedef {{ reads: boolean, statement: Database.Statement }} Prepared */

/** Transactions per commit: enough that the disk is no bottleneck, few enough that the first need not wait. */
const MAX_TOGETHER = 64;
/** Interval at which the files are checked while there are no writes, in ms. */
const LOOK_EVERY_MS = 2000;
/** A larger database, in bytes, is not checked as a whole at the start, which would take seconds. */
const MAX_CHECKED_BYTES = 256 * 2 ** 20;
/** How long to wait for another connection's lock, in ms. */
const BUSY_MS = 1000;

/** The id of an answer without a request. */
const FAULT = -1;

const port = parentPort;
if (!port) throw new Error("this file is the entry of a thread");

const answer = (/** @type {Answer} */ message) => port.postMessage(message);

/** @param {unknown} error @returns {Failure} */
function failureOf(error) {
  const { code, message } = /** @type {{ code?: unknown, message?: unknown }} */ (error);
  return { code: typeof code === "string" && code !== "" ? code : "SQLITE_CANTOPEN", message: String(message) };
}

/** @param {Database.Database} database */
function checkWhole(database) {
  const value = (/** @type {string} */ sql) => /** @type {unknown[]} */ (database.prepare(sql).raw().get())[0];
  if (Number(value("PRAGMA page_count")) * Number(value("PRAGMA page_size")) > MAX_CHECKED_BYTES) return;
  const found = String(value("PRAGMA quick_check(1)"));
  if (found !== "ok") throw Object.assign(new Error(found), { code: "SQLITE_CORRUPT" });
}

/** @param {string} path @param {readonly string[]} migrations @param {number} known as in `watchContinuity` @returns {Opened} */
function open(path, migrations, known) {
  const opened = new Database(path);
  opened.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  // The lock is held as long as the thread lives; the kernel releases it however the thread ends.
  opened.exec("PRAGMA locking_mode = EXCLUSIVE");
  opened.exec("PRAGMA journal_mode = WAL");
  // A returned commit is on disk and survives a power failure. NORMAL would only survive the process.
  opened.exec("PRAGMA synchronous = FULL");
  // Deleted data is overwritten.
  opened.exec("PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 16777216");
  const [row] = opened.prepare("PRAGMA user_version").raw().all();
  const version = Number(/** @type {unknown[]} */ (row)[0]);
  if (version > migrations.length) {
    throw Object.assign(new Error(`its schema is version ${version}`), { code: "SCHEMA_NEWER" });
  }
  checkWhole(opened);
  opened.exec("BEGIN IMMEDIATE"); // Takes the lock even when there is nothing to migrate.
  for (const migration of migrations.slice(version)) opened.exec(migration);
  const continuity = watchContinuity(opened, path, known);
  opened.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  continuity.settle();
  return { database: opened, continuity };
}

/** @type {Map<string, Prepared>} */
const prepared = new Map();

/** @param {Database.Database} database @param {import("./database.js").SqlStatement} statement @returns {SqlResult} */
function run(database, { sql, parameters = [] }) {
  let found = prepared.get(sql);
  if (!found) {
    const statement = database.prepare(sql);
    found = { statement, reads: statement.reader };
    if (found.reads) statement.raw();
    prepared.set(sql, found);
  }
  const { statement, reads } = found;
  // The list itself is passed: otherwise libsql takes a single object argument for named parameters.
  if (!reads) return { rows: [], changes: statement.run([...parameters]).changes };
  return { rows: /** @type {SqlResult["rows"]} */ (statement.all([...parameters])), changes: 0 };
}

/**
 * Moves all commits into the database file and empties the log: SQLite overwrites deleted data in the first, but the log also
 * contains what was said.
 *
 * @param {Database.Database} database @throws when the log is not emptied
 */
function emptyLog(database) {
  const [busy] = /** @type {unknown[]} */ (database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").raw().get());
  if (busy !== 0) throw Object.assign(new Error("the write-ahead log is in use"), { code: "SQLITE_BUSY" });
}

/** @param {Opened} opened @param {readonly Request[]} batch @returns {Answer[]} */
function transact({ database, continuity }, batch) {
  /** @type {Answer[]} */
  const answers = [];
  try {
    database.exec("BEGIN IMMEDIATE");
    continuity.begin();
    for (const { id, statements } of batch) {
      database.exec("SAVEPOINT one");
      try {
        answers.push({ id, results: statements.map((statement) => run(database, statement)) });
      } catch (error) {
        // When the disk is full or broken, SQLite has already rolled everything back, and then this throws.
        database.exec("ROLLBACK TO one");
        answers.push({ id, failure: failureOf(error) });
        if (isBroken(failureOf(error))) throw error;
      }
      database.exec("RELEASE one");
    }
    continuity.count();
    database.exec("COMMIT");
    // Writes to a deleted file are lost with the process, so they are not acknowledged.
    if (!continuity.isInPlace()) return batch.map(({ id }) => ({ id, failure: GONE }));
    continuity.acknowledge();
    if (!batch.some(({ forgets }) => forgets)) return answers;
    try {
      emptyLog(database);
      return answers;
    } catch (error) {
      const failure = failureOf(error);
      return answers.map((each, index) => (batch[index]?.forgets ? { id: each.id, failure } : each));
    }
  } catch (error) {
    try {
      if (database.inTransaction) database.exec("ROLLBACK");
    } catch {
      // The rest of the transaction ends with the connection.
    }
    const failed = answers.find((each) => each.failure)?.failure ?? failureOf(error);
    return batch.map(({ id }) => ({ id, failure: failed }));
  }
}

/**
 * The connection stays open, because it is the only access left to the data; nothing more is acknowledged until the process is
 * restarted, even if other files appear.
 *
 * @type {Failure}
 */
const GONE = { code: "FILES_GONE", message: "its files were deleted, or others were put in their place" };

/** @param {Database.Database} database @param {number} id @param {string} path @returns {Answer} */
function copy(database, id, path) {
  try {
    database.prepare("VACUUM INTO ?").run([path]);
    return { id, results: [] };
  } catch (error) {
    // A failure of the copy, not of the database: the connection stays open.
    return { id, failure: { code: "COPY_FAILED", message: failureOf(error).message } };
  }
}

/**
 * Whether the connection is unusable: not when the disk is full, a lock is held elsewhere, or the SQL is wrong; nor when the
 * files are gone.
 */
function isBroken(/** @type {Failure} */ { code }) {
  return !/^(FILES_GONE|COPY_FAILED|SQLITE_(FULL|BUSY|LOCKED|ERROR|CONSTRAINT|TOOBIG|MISMATCH|RANGE|INTERRUPT|NOMEM))/.test(
    code,
  );
}

/** @param {Opened} opened */
function serve(opened) {
  const { database, continuity } = opened;
  let seen = -1;
  let emptied = -1;
  const looking = setInterval(() => {
    if (!continuity.isInPlace()) {
      clearInterval(looking);
      answer({ id: FAULT, failure: GONE });
      return;
    }
    // When there are no writes: data that was replaced or removed without the request to forget it is removed from the log as
    // well.
    const { commits } = continuity;
    if (commits === seen && commits !== emptied) {
      try {
        emptyLog(database);
        emptied = commits;
      } catch {
        // At the next check.
      }
    }
    seen = commits;
  }, LOOK_EVERY_MS).unref();
  port?.on("message", (/** @type {Request} */ first) => {
    const batch = [first];
    while (batch.length < MAX_TOGETHER) {
      const next = receiveMessageOnPort(/** @type {import("node:worker_threads").MessagePort} */ (port));
      if (!next) break;
      batch.push(next.message);
    }
    const work = batch.filter((each) => !each.close && each.copyTo === undefined);
    const answers = work.length > 0 ? transact(opened, work) : [];
    for (const { id, copyTo } of batch) if (copyTo !== undefined) answers.push(copy(database, id, copyTo));
    const closing = batch.find((each) => each.close);
    const last = closing !== undefined || answers.some((each) => each.failure && isBroken(each.failure));
    for (const each of answers) answer({ ...each, last, commits: continuity.commits });
    if (closing) answer({ id: closing.id, results: [], last });
    if (!last) return;
    prepared.clear();
    clearInterval(looking);
    continuity.close();
    // A message on its way would otherwise run on a closed connection, for which libsql ends the process.
    port?.removeAllListeners("message");
    database.close();
    port?.close();
  });
}

try {
  const { path, migrations, known } = workerData;
  const opened = open(path, migrations, known);
  serve(opened);
  const { missing, commits } = opened.continuity;
  answer({ id: 0, results: [], missing, commits });
} catch (error) {
  answer({ id: 0, failure: failureOf(error), last: true });
}
