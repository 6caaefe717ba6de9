import { constants, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import { withDeadline } from "../../kernel/deadline.js";
import { AttendantError, describe } from "../../kernel/errors.js";
import type { Position } from "../cursors.js";
import type { StoredEntry } from "../list-reader.js";
import { fromText } from "../stored-text.js";
import { sqliteFailure } from "./failure.js";

export type SqlValue = string | number | null;

export interface SqlStatement {
  readonly sql: string;
  /** The parameters, in order. */
  readonly parameters?: readonly SqlValue[];
}

export interface SqlResult {
  /** For a statement that returns rows: their columns in order. */
  readonly rows: readonly (readonly SqlValue[])[];
  /** For any other statement: the number of rows it changed. */
  readonly changes: number;
}

/** A request to the thread. */
export interface ThreadRequest {
  readonly id: number;
  readonly statements: readonly SqlStatement[];
  /** What is removed must be gone from the write-ahead log as well. */
  readonly forgets?: boolean;
  /** An empty file, into which everything is copied. */
  readonly copyTo?: string;
  readonly close?: boolean;
}

/** SQLite's name of the error (SQLITE_FULL, SQLITE_IOERR_WRITE, …) and its message. */
export interface ThreadFailure {
  readonly code: string;
  readonly message: string;
}

/**
 * An answer of the thread: first, with id 0, whether it opened the file; then one for each request. Id -1 reports a fault that it
 * found by itself.
 */
export interface ThreadAnswer {
  readonly id: number;
  readonly results?: readonly SqlResult[];
  readonly failure?: ThreadFailure;
  /** Number of commits acknowledged so far, over the life of the file. */
  readonly commits?: number;
  /** With id 0: how many of them are missing from the file. */
  readonly missing?: number;
  /** The thread ends after this answer. */
  readonly last?: boolean;
}

/** A SQLite file that only this process has open. */
export interface SqliteDatabase extends AsyncDisposable {
  /**
   * Runs the statements in one transaction and resolves when it is on disk.
   *
   * @param how `forgets`: what they remove or replace is then gone from all of the database's files
   * @throws {AttendantError} `store_unavailable` when the file cannot be read or written; `internal` when a statement is
   *   wrong
   */
  transact(statements: readonly SqlStatement[], how?: { readonly forgets: boolean }): Promise<readonly SqlResult[]>;
  /**
   * Writes a copy, including everything acknowledged so far, into an empty file. Transactions wait for it: some seconds per GB.
   * It works even when the file itself was deleted.
   *
   * @throws {AttendantError} `store_unavailable` when the file cannot be read or the copy cannot be written
   */
  copyTo(path: string): Promise<void>;
}

export interface SqliteNeeds {
  readonly path: string;
  /** The schema: each entry upgrades the file by one version. Entries are added and never changed. */
  readonly migrations: readonly string[];
  /** Called with the number of missing transactions when the file lacks acknowledged writes. */
  readonly onMissing?: ((transactions: number) => void) | undefined;
  /** Called when the files were deleted or replaced; this is noticed without a request. */
  readonly onFault?: ((fault: AttendantError) => void) | undefined;
  /** Maximum duration of one transaction, in ms. */
  readonly transactionMs?: number;
}

interface Thread {
  ask(request: Omit<ThreadRequest, "id">): Promise<readonly SqlResult[]>;
  stop(): Promise<void>;
}

/** As in `thread.mjs`. */
const FAULT = -1;
/** Long enough to index millions of calls of an earlier version: with a shorter time-out, the upgrade would never finish. */
const OPEN_MS = 600_000;
const TRANSACTION_MS = 10_000;
const COPY_MS = 600_000;
const CLOSE_MS = 5_000;

/**
 * Opens a file, creating it and its folder if they are missing, accessible to this user only.
 *
 * A connection that breaks (an input/output error) is reopened with the next transaction.
 *
 * @throws {AttendantError} `store_unavailable` when it cannot be opened, is not a database, was written by a later version,
 *   or is open in another process
 */
export async function openSqlite(needs: SqliteNeeds): Promise<SqliteDatabase> {
  const { path, transactionMs = TRANSACTION_MS } = needs;
  let closed = false;
  /** The number of commits acknowledged to this process: a reopened file must contain as many. */
  const acknowledged = { commits: 0 };
  let current: Promise<Thread> | undefined;
  let lastOneLeft = Promise.resolve();

  const thread = (): Promise<Thread> => {
    if (closed) throw new AttendantError("store_unavailable", `The database ${path} has been closed.`);
    // The file is locked until the thread that has it open has ended.
    const starting = (current ??= lastOneLeft.then(() =>
      startThread(needs, acknowledged, (left) => {
        if (current === starting) current = undefined;
        lastOneLeft = left;
      }),
    ));
    return starting;
  };
  await thread();

  return {
    async transact(statements, how) {
      const late = () => new AttendantError("store_unavailable", `The disk with ${path} does not answer.`);
      return withDeadline(transactionMs, undefined, `writing ${path}`, async () =>
        (await thread()).ask({ statements, ...how }),
      ).catch((error) => {
        throw error instanceof AttendantError ? error : late();
      });
    },
    async copyTo(copy) {
      await withDeadline(COPY_MS, undefined, `copying ${path}`, async () =>
        (await thread()).ask({ statements: [], copyTo: copy }),
      );
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      const last = current;
      current = undefined;
      await (await last?.catch(() => undefined))?.stop();
    },
  };
}

/** @param onEnd called once when the thread takes no more requests; `left` resolves when it has released the file */
async function startThread(
  { path, migrations, onMissing, onFault }: SqliteNeeds,
  acknowledged: { commits: number },
  onEnd: (left: Promise<void>) => void,
): Promise<Thread> {
  await prepareFile(path).catch((error) => {
    onEnd(Promise.resolve());
    throw sqliteFailure(path, error);
  });
  const waiting = new Map<number, { resolve(results: readonly SqlResult[]): void; reject(error: unknown): void }>();
  let latest = 0;
  const answerTo = (id: number) =>
    new Promise<readonly SqlResult[]>((resolve, reject) => waiting.set(id, { resolve, reject }));

  const opened = answerTo(0);
  const worker = new Worker(new URL("./thread.mjs", import.meta.url), {
    workerData: { path, migrations, known: acknowledged.commits },
    execArgv: [], // A TypeScript loader takes longer to load than the thread, which needs none.
  });
  const left = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const lost = (words: string) => {
    onEnd(left);
    for (const { reject } of waiting.values()) reject(sqliteFailure(path, { code: "THREAD", message: words }));
    waiting.clear();
  };
  worker.on("error", (error) => lost(error instanceof Error ? error.message : String(error)));
  worker.on("exit", () => lost("its thread ended"));
  worker.on("message", ({ id, results, failure, last, commits, missing }: ThreadAnswer) => {
    if (last) onEnd(left);
    if (commits !== undefined) acknowledged.commits = commits;
    if (missing) onMissing?.(missing);
    if (id === FAULT && failure) onFault?.(sqliteFailure(path, failure));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (failure) asked?.reject(sqliteFailure(path, failure));
    else asked?.resolve(results ?? []);
  });

  const ask = (request: Omit<ThreadRequest, "id">) => {
    const id = ++latest;
    const answer = answerTo(id);
    worker.postMessage({ id, ...request } satisfies ThreadRequest);
    return answer;
  };
  try {
    await withDeadline(OPEN_MS, undefined, `opening ${path}`, () => opened);
  } catch (error) {
    onEnd(left);
    // Not awaited: a hanging disk keeps the thread, and other processes must not wait for the file longer than allowed.
    void worker.terminate();
    throw error instanceof AttendantError ? error : sqliteFailure(path, { message: describe(error) });
  }
  return {
    ask,
    async stop() {
      // A hanging disk keeps the thread; then the process ends without it.
      await withDeadline(CLOSE_MS, undefined, `closing ${path}`, async () => {
        await ask({ statements: [], close: true });
        await left;
      }).catch(() => void worker.terminate());
    },
  };
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/**
 * Creates a database's folder and file if they are missing, and restricts both to the owner. SQLite gives the files beside it the
 * same mode.
 *
 * The folder must contain only databases: other users lose access to it.
 *
 * @throws Node's own error, with its `code`
 */
async function prepareFile(path: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await forOwnerAlone(folder, constants.O_RDONLY | constants.O_DIRECTORY, OWNER_ONLY_FOLDER);
  await forOwnerAlone(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, OWNER_ONLY_FILE);
}

/** The mode is changed through the open descriptor, so that a process running as root changes no file of another user. */
async function forOwnerAlone(path: string, flags: number, mode: number): Promise<void> {
  await using opened = await open(path, flags, mode);
  const found = await opened.stat();
  if (found.uid === process.geteuid?.() && (found.mode & 0o777) !== mode) await opened.chmod(mode);
}

/** Runs one statement in its own transaction. */
interface Queries {
  run(sql: string, ...parameters: SqlValue[]): Promise<SqlResult>;
  /** The same for statements that remove words, which are then gone from every file. */
  forget(sql: string, ...parameters: SqlValue[]): Promise<SqlResult>;
  /** Returns the rows of a list. */
  entries(sql: string, ...parameters: SqlValue[]): Promise<readonly StoredEntry[]>;
  /** Decodes the text of the only entry. */
  first<T>(sql: string, ...parameters: SqlValue[]): Promise<T | undefined>;
}

/** The positions of the rows of a list with pages. */
export function positionsOf(found: readonly StoredEntry[]): Position[] {
  return found.map(([, key, at]) => ({ at: Number(at), id: String(key) }));
}

export function queriesOf(database: SqliteDatabase): Queries {
  const one =
    (forgets: boolean) =>
    async (sql: string, ...parameters: SqlValue[]): Promise<SqlResult> => {
      const [result] = await database.transact([{ sql, parameters }], { forgets });
      return result ?? { rows: [], changes: 0 };
    };
  const run = one(false);
  const entries = async (sql: string, ...parameters: SqlValue[]) =>
    (await run(sql, ...parameters)).rows.map(([text, key, at]) => [text, key, at] as const);
  const first = async <T>(sql: string, ...parameters: SqlValue[]) => {
    const [found] = await entries(sql, ...parameters);
    return found && fromText<T>(found[0]);
  };
  return { run, forget: one(true), entries, first };
}
