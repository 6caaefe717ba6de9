import { Worker } from "node:worker_threads";
import { withDeadline } from "../../kernel/deadline.js";
import { AttendantError, describe } from "../../kernel/errors.js";
import { sqliteFailure } from "./failure.js";
import { prepareFile } from "./file.js";

export type SqlValue = string | number | null;

export interface SqlStatement {
  readonly sql: string;
  /** For the question marks, in their order. */
  readonly parameters?: readonly SqlValue[];
}

export interface SqlResult {
  /** Of a statement that returns rows: their columns in order. */
  readonly rows: readonly (readonly SqlValue[])[];
  /** Of any other: how many rows it changed. */
  readonly changes: number;
}

/** What goes to the thread. */
export interface ThreadRequest {
  readonly id: number;
  readonly statements: readonly SqlStatement[];
  readonly close?: boolean;
}

/** SQLite's own name of what went wrong (SQLITE_FULL, SQLITE_IOERR_WRITE, …) and its words. */
export interface ThreadFailure {
  readonly code: string;
  readonly message: string;
}

/** What comes out of it: first, with id 0, whether it opened the file; then an answer to each request. */
export interface ThreadAnswer {
  readonly id: number;
  readonly results?: readonly SqlResult[];
  readonly failure?: ThreadFailure;
  /** The thread ends after this. */
  readonly last?: boolean;
}

/** A SQLite file that this process alone has open. */
export interface SqliteDatabase extends AsyncDisposable {
  /**
   * Runs the statements in one transaction and resolves once it is on the disk.
   *
   * @throws {AttendantError} `store_unavailable` when the file cannot be read or written now; `internal` when the
   *   statements are wrong
   */
  transact(statements: readonly SqlStatement[]): Promise<readonly SqlResult[]>;
}

export interface SqliteNeeds {
  readonly path: string;
  /** The schema: each entry takes the file one version further. Entries are added and never changed. */
  readonly migrations: readonly string[];
  /** The longest that one transaction may take, ms. */
  readonly transactionMs?: number;
}

interface Thread {
  ask(request: Omit<ThreadRequest, "id">): Promise<readonly SqlResult[]>;
  stop(): Promise<void>;
}

const OPEN_MS = 10_000;
const TRANSACTION_MS = 10_000;
const CLOSE_MS = 5_000;

/**
 * Opens a file, making it and its folder when they are missing, readable by this user only.
 *
 * A connection that breaks (an input/output error) is opened anew with the next transaction.
 *
 * @throws {AttendantError} `store_unavailable` when it cannot be opened, is no database, was written by a later version,
 *   or is open in another process
 */
export async function openSqlite(needs: SqliteNeeds): Promise<SqliteDatabase> {
  const { path, transactionMs = TRANSACTION_MS } = needs;
  let closed = false;
  let current: Promise<Thread> | undefined;
  let lastOneLeft = Promise.resolve();

  const thread = (): Promise<Thread> => {
    if (closed) throw new AttendantError("store_unavailable", `The database ${path} has been closed.`);
    // The file is locked until the thread that had it has left.
    const starting = (current ??= lastOneLeft.then(() =>
      startThread(needs, (left) => {
        if (current === starting) current = undefined;
        lastOneLeft = left;
      }),
    ));
    return starting;
  };
  await thread();

  return {
    async transact(statements) {
      const late = () => new AttendantError("store_unavailable", `The disk under ${path} does not answer.`);
      return withDeadline(transactionMs, undefined, `writing ${path}`, async () =>
        (await thread()).ask({ statements }),
      ).catch((error) => {
        throw error instanceof AttendantError ? error : late();
      });
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      const last = current;
      current = undefined;
      await (await last?.catch(() => undefined))?.stop();
    },
  };
}

/** @param onEnd told once when it takes no more requests; `left` resolves when it has let go of the file */
async function startThread({ path, migrations }: SqliteNeeds, onEnd: (left: Promise<void>) => void): Promise<Thread> {
  await prepareFile(path).catch((error) => {
    onEnd(Promise.resolve());
    throw sqliteFailure(path, error);
  });
  const waiting = new Map<number, { resolve(results: readonly SqlResult[]): void; reject(error: unknown): void }>();
  let latest = 0;
  const answerTo = (id: number) =>
    new Promise<readonly SqlResult[]>((resolve, reject) => waiting.set(id, { resolve, reject }));

  const opened = answerTo(0);
  const worker = new Worker(new URL("./thread.mjs", import.meta.url), { workerData: { path, migrations } });
  const left = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const lost = (words: string) => {
    onEnd(left);
    for (const { reject } of waiting.values()) reject(sqliteFailure(path, { code: "THREAD", message: words }));
    waiting.clear();
  };
  worker.on("error", (error) => lost(error instanceof Error ? error.message : String(error)));
  worker.on("exit", () => lost("its thread ended"));
  worker.on("message", ({ id, results, failure, last }: ThreadAnswer) => {
    if (last) onEnd(left);
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
    // Not awaited: a disk that hangs keeps the thread, and whoever waits for the file waits no longer than it may.
    void worker.terminate();
    throw error instanceof AttendantError ? error : sqliteFailure(path, { message: describe(error) });
  }
  return {
    ask,
    async stop() {
      // A disk that hangs keeps the thread; then the process ends without it.
      await withDeadline(CLOSE_MS, undefined, `closing ${path}`, async () => {
        await ask({ statements: [], close: true });
        await left;
      }).catch(() => void worker.terminate());
    },
  };
}
