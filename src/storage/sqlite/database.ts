import { Worker } from "node:worker_threads";
import { within } from "../../kernel/deadline.js";
import { AttendantError } from "../../kernel/errors.js";
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
}

/** A SQLite file that this process alone has open. */
export interface SqliteDatabase extends AsyncDisposable {
  readonly path: string;
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

  const thread = (): Promise<Thread> => {
    if (closed) throw new AttendantError("store_unavailable", `The database ${path} has been closed.`);
    const starting = (current ??= startThread(needs, () => {
      if (current === starting) current = undefined;
    }));
    return starting;
  };
  await thread();

  return {
    path,
    async transact(statements) {
      const late = () => new AttendantError("store_unavailable", `The disk under ${path} does not answer.`);
      return within(transactionMs, undefined, `writing ${path}`, async () =>
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

async function startThread({ path, migrations }: SqliteNeeds, onExit: () => void): Promise<Thread> {
  const waiting = new Map<number, { resolve(results: readonly SqlResult[]): void; reject(error: unknown): void }>();
  const answered = (id: number) =>
    new Promise<readonly SqlResult[]>((resolve, reject) => waiting.set(id, { resolve, reject }));
  let latest = 0;
  const lost = (failure: ThreadFailure) => {
    onExit();
    for (const { reject } of waiting.values()) reject(sqliteFailure(path, failure));
    waiting.clear();
  };

  try {
    await prepareFile(path);
    const opened = answered(0);
    const worker = new Worker(new URL("./thread.mjs", import.meta.url), { workerData: { path, migrations } });
    worker.on("error", (error) => lost({ code: "THREAD", message: error instanceof Error ? error.message : "" }));
    worker.on("exit", () => lost({ code: "THREAD", message: "its thread ended" }));
    worker.on("message", ({ id, results, failure }: ThreadAnswer) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (failure) asked?.reject(sqliteFailure(path, failure));
      else asked?.resolve(results ?? []);
    });
    const stop = async () => {
      await within(CLOSE_MS, undefined, `closing ${path}`, () => ask({ statements: [], close: true })).catch(() => {});
      await worker.terminate();
    };
    const ask = (request: Omit<ThreadRequest, "id">) => {
      const id = ++latest;
      const answer = answered(id);
      worker.postMessage({ id, ...request } satisfies ThreadRequest);
      return answer;
    };
    await within(OPEN_MS, undefined, `opening ${path}`, () => opened).catch(async (error) => {
      await worker.terminate();
      throw error;
    });
    return { ask, stop };
  } catch (error) {
    onExit();
    throw error instanceof AttendantError ? error : sqliteFailure(path, error);
  }
}
