import { join } from "node:path";
import { AttendantError } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { JobBackend } from "../records/job-backend.js";
import { createMongoJobs } from "./agenda/mongo-jobs.js";
import { createSqliteJobs } from "./agenda/sqlite-jobs.js";
import { connectMongo } from "./mongo/connection.js";
import { createMongoStore } from "./mongo/store.js";
import { DatabaseInUse } from "./sqlite/failure.js";
import { createSqliteStore, openStoreDatabase } from "./sqlite/store.js";
import { openJournal, type WriteJournal } from "./write-behind/journal.js";
import { createWriteBehindStore, type WriteBehindStore } from "./write-behind/store.js";

export interface OpenStoreNeeds {
  /** A MongoDB connection string; the embedded store is used without one. */
  readonly mongodbUri: string | undefined;
  /** The service's own folder. Databases go into `store` below it. */
  readonly dataDir: string;
  /** Told whether the store works: health's `store`. */
  readonly report: (ok: boolean, detail?: string) => void;
  readonly log: Log;
}

/** All that is kept. It is closed as one. */
export interface OpenedStore extends WriteBehindStore {
  /** Agenda's jobs, on the same database. They are not bridged: every operation rejects while the store is away. */
  readonly jobs: JobBackend;
}

const EMBEDDED_WATCH_MS = 60_000;

/**
 * Opens what is kept of calls: MongoDB when there is a connection string, otherwise an embedded store in `dataDir`. Either
 * is bridged while it is away (see {@link createWriteBehindStore}).
 *
 * MongoDB need not be there; the embedded store must open, for what hinders that does not pass by itself. With MongoDB,
 * `dataDir` holds the journal of writes that wait; where it cannot be written to, they wait in memory, and the log says so.
 *
 * Everything that writes must have ended before this is closed, so it is no part of a scope: close it last.
 *
 * @throws {AttendantError} `store_unavailable` when the embedded store cannot be opened, or another controller uses
 *   `dataDir`; `settings_invalid` when the connection string is none. The message says what to do.
 */
export async function openStore({ mongodbUri, dataDir, report, log }: OpenStoreNeeds): Promise<OpenedStore> {
  const folder = join(dataDir, "store");
  if (mongodbUri === undefined) {
    const path = join(folder, "attendant.sqlite");
    const database = await openStoreDatabase(path);
    const store = await createSqliteStore({ path, database });
    const bridged = await createWriteBehindStore({ store, report, log, watchMs: EMBEDDED_WATCH_MS });
    return Object.assign(bridged, { jobs: createSqliteJobs(database) });
  }
  const connection = connectMongo({ uri: mongodbUri });
  const store = createMongoStore({ uri: mongodbUri, connection });
  const journal = await journalIn(join(folder, "waiting-writes.sqlite"), log);
  const bridged = await createWriteBehindStore({ store, ...(journal ? { journal } : {}), report, log });
  return Object.assign(bridged, { jobs: createMongoJobs(connection) });
}

async function journalIn(path: string, log: Log): Promise<WriteJournal | undefined> {
  try {
    return await openJournal(path);
  } catch (error) {
    if (!(error instanceof AttendantError) || error instanceof DatabaseInUse) throw error;
    const detail = `Writes wait in memory only while MongoDB is away: ${error.message}`;
    log.warn("store_journal_failed", detail, { path });
    return undefined;
  }
}
