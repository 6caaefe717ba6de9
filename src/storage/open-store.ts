import { join } from "node:path";
import { AttendantError } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { JobBackend } from "../records/job-backend.js";
import { createSqliteJobs } from "./agenda/sqlite-jobs.js";
import { offerCopies } from "./backup/online-copy.js";
import { EMBEDDED_FILE, JOURNAL_FILE, refuseToForgetMongo } from "./former-store.js";
import { DatabaseInUse } from "./sqlite/failure.js";
import { reportContinuity } from "./sqlite/report-continuity.js";
import { createSqliteStore, openStoreDatabase } from "./sqlite/store.js";
import { placeOf, placeOnMachine } from "./place.js";
import { openJournal, type WriteJournal } from "./write-behind/journal.js";
import { createWriteBehindStore, type WriteBehindStore } from "./write-behind/store.js";

export interface OpenStoreNeeds {
  /** A MongoDB connection string; the embedded store is used without one. */
  readonly mongodbUri: string | undefined;
  /** The service's own folder. Databases go into `store` below it. */
  readonly dataDir: string;
  /** Told whether the store works: health's `store`. */
  readonly report: (ok: boolean, detail?: string) => void;
  /** Told when the store turns out to lack what was acknowledged: how many writes. */
  readonly onMissing?: (writes: number) => void;
  readonly log: Log;
}

/** All that is kept. It is closed as one. */
export interface OpenedStore extends WriteBehindStore {
  /** Agenda's jobs, on the same database. They are not bridged: every operation rejects while the store is away. */
  readonly jobs: JobBackend;
  /** Whether other controllers may be on the same store. */
  readonly isShared: boolean;
  /** The file that this process alone has open; undefined where it has none, or files cannot be told apart. */
  readonly place: string | undefined;
}

const CHECK_MS = 10_000;
const EMBEDDED_WATCH_MS = 60_000;
/** As long as a transaction may take: with nowhere else to keep a write, giving up sooner would refuse calls on a slow disk. */
const EMBEDDED_PATIENCE_MS = 10_000;

/**
 * Opens what is kept of calls: MongoDB when there is a connection string, otherwise an embedded store in `dataDir`. Either
 * is bridged while it is away (see {@link createWriteBehindStore}).
 *
 * MongoDB need not be there; the embedded store must open, for what hinders that does not pass by itself. With MongoDB,
 * `dataDir` holds the journal of writes that wait; where it cannot be written to, nothing is promised while MongoDB is away,
 * and the log says so. The embedded store has no journal: the disk that refuses it would refuse that as well.
 *
 * Everything that writes must have ended before this is closed, so it is no part of a scope: close it last.
 *
 * @throws {AttendantError} `store_unavailable` when the embedded store cannot be opened, or another controller uses
 *   `dataDir`, or it would be empty where a MongoDB has the calls; `settings_invalid` when the connection string is none. The message says what to do.
 */
export async function openStore({ mongodbUri, dataDir, report, onMissing, log }: OpenStoreNeeds): Promise<OpenedStore> {
  const folder = join(dataDir, "store");
  if (mongodbUri === undefined) {
    refuseToForgetMongo(folder);
    let look = () => {};
    const path = join(folder, EMBEDDED_FILE);
    const continuity = reportContinuity({ path, report, onMissing, log });
    const database = await openStoreDatabase(path, {
      onMissing: continuity.onMissing,
      // Whoever asks finds the fault, and has it reported.
      onFault: () => look(),
    });
    const store = await createSqliteStore({ path, database, log });
    const bridged = await createWriteBehindStore({
      store,
      report: continuity.report,
      log,
      watchMs: EMBEDDED_WATCH_MS,
      patienceMs: EMBEDDED_PATIENCE_MS,
    });
    look = () => void bridged.check(AbortSignal.timeout(CHECK_MS)).catch(() => {});
    const copies = await offerCopies({ dataDir, copyTo: (copy) => database.copyTo(copy), log });
    const close = bridged[Symbol.asyncDispose];
    return Object.assign(bridged, {
      jobs: createSqliteJobs(database),
      isShared: false,
      place: await placeOf(path),
      async [Symbol.asyncDispose]() {
        await copies[Symbol.asyncDispose]();
        await close();
      },
    });
  }
  // Who has the embedded store need not wait for MongoDB's driver.
  const [{ connectMongo }, { createMongoStore }, { createMongoJobs }] = await Promise.all([
    import("./mongo/connection.js"),
    import("./mongo/store.js"),
    import("./agenda/mongo-jobs.js"),
  ]);
  const connection = connectMongo({ uri: mongodbUri });
  const store = createMongoStore({ uri: mongodbUri, connection, log });
  const path = join(folder, JOURNAL_FILE);
  const journal = await journalIn(path, log);
  const place = journal && (await placeOnMachine(path));
  const bridged = await createWriteBehindStore({ store, ...(journal ? { journal } : {}), report, log });
  return Object.assign(bridged, { jobs: createMongoJobs(connection), isShared: true, place });
}

async function journalIn(path: string, log: Log): Promise<WriteJournal | undefined> {
  try {
    return await openJournal(path);
  } catch (error) {
    if (!(error instanceof AttendantError) || error instanceof DatabaseInUse) throw error;
    const detail = `While MongoDB is away, no call can be placed: ${error.message}`;
    log.warn("store_journal_failed", detail, { path });
    return undefined;
  }
}
