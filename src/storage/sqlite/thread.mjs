// @ts-check
/**
 * The thread in which SQLite lives.
 *
 * libsql is synchronous, and a commit waits for the disk: tens of milliseconds on a memory card, and the event loop of
 * the process carries the audio of all calls. So a database has a thread of its own; `database.ts` is its other side.
 *
 * A message is a transaction. Those that wait are committed together, with one wait for the disk for all of them; each
 * is all or nothing for itself. A connection that broke ends the thread, for only that lets go of the file: `close`
 * leaves it locked while there are prepared statements.
 *
 * JavaScript, because a thread's entry must be the same file when the sources are run and when the build is.
 */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import Database from "libsql";

/** @typedef {import("./database.js").ThreadRequest} Request */
/** @typedef {import("./database.js").ThreadAnswer} Answer */
/** @typedef {import("./database.js").ThreadFailure} Failure */
/** @typedef {import("./database.js").SqlResult} SqlResult */
/** @typedef {{ reads: boolean, statement: Database.Statement }} Prepared */

/** How many transactions share a commit: enough that the disk is no limit, few enough that the first need not wait. */
const MAX_TOGETHER = 64;
/** How long a lock of somebody else's is waited for, ms. */
const BUSY_MS = 1000;

const port = parentPort;
if (!port) throw new Error("this file is the entry of a thread");

const answer = (/** @type {Answer} */ message) => port.postMessage(message);

/** @param {unknown} error @returns {Failure} */
function failureOf(error) {
  const { code, message } = /** @type {{ code?: unknown, message?: unknown }} */ (error);
  return { code: typeof code === "string" && code !== "" ? code : "SQLITE_CANTOPEN", message: String(message) };
}

/** @param {string} path @param {readonly string[]} migrations */
function open(path, migrations) {
  const opened = new Database(path);
  opened.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  // The lock is held as long as the thread lives, and the kernel lets go of it however that ends.
  opened.exec("PRAGMA locking_mode = EXCLUSIVE");
  opened.exec("PRAGMA journal_mode = WAL");
  // A commit is on the disk when it returns: it outlives a power cut as well. NORMAL would outlive the process only.
  opened.exec("PRAGMA synchronous = FULL");
  // What is forgotten is overwritten.
  opened.exec("PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 16777216");
  const [row] = opened.prepare("PRAGMA user_version").raw().all();
  const version = Number(/** @type {unknown[]} */ (row)[0]);
  if (version > migrations.length) {
    throw Object.assign(new Error(`its schema is version ${version}`), { code: "SCHEMA_NEWER" });
  }
  opened.exec("BEGIN IMMEDIATE"); // A lock, even when there is nothing to migrate.
  for (const migration of migrations.slice(version)) opened.exec(migration);
  opened.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  return opened;
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
  // The list itself is handed over: libsql takes a single argument that is an object for named parameters otherwise.
  if (!reads) return { rows: [], changes: statement.run([...parameters]).changes };
  return { rows: /** @type {SqlResult["rows"]} */ (statement.all([...parameters])), changes: 0 };
}

/** @param {Database.Database} database @param {readonly Request[]} batch @returns {Answer[]} */
function transact(database, batch) {
  /** @type {Answer[]} */
  const answers = [];
  try {
    database.exec("BEGIN IMMEDIATE");
    for (const { id, statements } of batch) {
      database.exec("SAVEPOINT one");
      try {
        answers.push({ id, results: statements.map((statement) => run(database, statement)) });
      } catch (error) {
        // Out of room or broken, SQLite has rolled everything back itself, and then this throws.
        database.exec("ROLLBACK TO one");
        answers.push({ id, failure: failureOf(error) });
        if (isBroken(failureOf(error))) throw error;
      }
      database.exec("RELEASE one");
    }
    database.exec("COMMIT");
    return answers;
  } catch (error) {
    try {
      if (database.inTransaction) database.exec("ROLLBACK");
    } catch {
      // What is left of the transaction ends with the connection.
    }
    const failed = answers.find((each) => each.failure)?.failure ?? failureOf(error);
    return batch.map(({ id }) => ({ id, failure: failed }));
  }
}

/** Whether the connection is of no more use: not when there is no room, when somebody has a lock, or the SQL is wrong. */
function isBroken(/** @type {Failure} */ { code }) {
  return !/^SQLITE_(FULL|BUSY|LOCKED|ERROR|CONSTRAINT|TOOBIG|MISMATCH|RANGE|INTERRUPT|NOMEM)/.test(code);
}

/** @param {Database.Database} database */
function serve(database) {
  port?.on("message", (/** @type {Request} */ first) => {
    const batch = [first];
    while (batch.length < MAX_TOGETHER) {
      const next = receiveMessageOnPort(/** @type {import("node:worker_threads").MessagePort} */ (port));
      if (!next) break;
      batch.push(next.message);
    }
    const work = batch.filter((each) => !each.close);
    const answers = work.length > 0 ? transact(database, work) : [];
    const closing = batch.find((each) => each.close);
    const last = closing !== undefined || answers.some((each) => each.failure && isBroken(each.failure));
    for (const each of answers) answer({ ...each, last });
    if (closing) answer({ id: closing.id, results: [], last });
    if (!last) return;
    prepared.clear();
    database.close();
    port?.close();
  });
}

try {
  const { path, migrations } = workerData;
  const database = open(path, migrations);
  serve(database);
  answer({ id: 0, results: [] });
} catch (error) {
  answer({ id: 0, failure: failureOf(error), last: true });
}
