import { join } from "node:path";
import { AttendantError } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { JobStore } from "../records/job-store.js";
import { createSqliteJobs } from "./agenda/sqlite-jobs.js";
import { offerCopies } from "./backup/online-copy.js";
import { EMBEDDED_FILE, JOURNAL_FILE, refuseBesideFormerStores, refuseToForgetMongo } from "./former-store.js";
import { DatabaseDamaged, DatabaseInUse, DatabaseNewer } from "./sqlite/failure.js";
import { createSqliteStore, openStoreDatabase } from "./sqlite/store.js";
import { placeOf, placeOnMachine } from "./place.js";
import { openJournal, type WriteJournal } from "./write-behind/journal.js";
import { createWriteBehindStore, type WriteBehindStore } from "./write-behind/store.js";

export interface OpenStoreNeeds {
  /** A MongoDB connection string; without it the embedded store is used. */
  readonly mongodbUri: string | undefined;
  /** The service's data folder. Databases are kept in `store` below it. */
  readonly dataDir: string;
  /** Called with the store's state, for the `store` check of health. */
  readonly report: (ok: boolean, detail?: string) => void;
  /** Called with the number of missing writes when the store lacks acknowledged writes. */
  readonly onMissing?: (writes: number) => void;
  readonly log: Log;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Everything that is stored. It is closed as one. */
export interface OpenedStore extends WriteBehindStore {
  /** Agenda's jobs, in the same database. They are not buffered: every operation rejects while the store is unavailable. */
  readonly jobs: JobStore;
  /** Whether other controllers may use the same store. */
  readonly isShared: boolean;
  /** Identifies the file that only this process has open; undefined when there is none, or it cannot be determined. */
  readonly place: string | undefined;
}

const CHECK_MS = 10_000;
const EMBEDDED_WATCH_MS = 60_000;
/**
 * As long as a transaction may take: there is nowhere else to keep a write, and a shorter time-out would reject calls on a slow
 * disk.
 */
const EMBEDDED_BUFFER_AFTER_MS = 10_000;

/**
 * Opens the store: MongoDB if there is a connection string, otherwise an embedded store in `dataDir`. Outages of either are
 * bridged (see {@link createWriteBehindStore}).
 *
 * MongoDB may be unavailable at the start; the embedded store must open, because what prevents that is permanent. With
 * MongoDB, `dataDir` contains the journal of pending writes; if it is not writable, writes cannot be acknowledged while
 * MongoDB is unavailable, and the log says so. The embedded store has no journal: it would be on the same failing disk.
 *
 * Everything that writes must have ended before this is closed, so it is not part of a scope: close it last.
 *
 * @throws {AttendantError} `store_unavailable` when the embedded store cannot be opened, another controller uses `dataDir`,
 *   a later version has left pending writes in it, or the store would be empty although the calls are in a MongoDB or in a store
 *   that a restore moved aside; `settings_invalid` when the connection string is invalid. The message says what to do.
 */
export async function openStore(needs: OpenStoreNeeds): Promise<OpenedStore> {
  const { mongodbUri, dataDir, report, onMissing, log, now } = needs;
  const folder = join(dataDir, "store");
  if (mongodbUri === undefined) {
    refuseToForgetMongo(folder);
    refuseBesideFormerStores(folder);
    let look = () => {};
    const path = join(folder, EMBEDDED_FILE);
    const continuity = reportContinuity({ path, report, onMissing, log });
    const database = await openStoreDatabase(path, {
      onMissing: continuity.onMissing,
      // The caller's own request finds the fault and reports it.
      onFault: () => look(),
    });
    const store = await createSqliteStore({ path, database, log, now });
    const bridged = await createWriteBehindStore({
      store,
      report: continuity.report,
      log,
      watchMs: EMBEDDED_WATCH_MS,
      bufferAfterMs: EMBEDDED_BUFFER_AFTER_MS,
    });
    look = () => void bridged.check(AbortSignal.timeout(CHECK_MS)).catch(() => {});
    const copies = await offerCopies({ dataDir, copyTo: (copy) => database.copyTo(copy), log });
    const close = bridged[Symbol.asyncDispose];
    return Object.assign(bridged, {
      jobs: createSqliteJobs(database, now),
      isShared: false,
      place: await placeOf(path),
      async [Symbol.asyncDispose]() {
        await copies[Symbol.asyncDispose]();
        await close();
      },
    });
  }
  // With the embedded store, MongoDB's driver need not be loaded.
  const [{ connectMongo }, { createMongoStore }, { createMongoJobs }] = await Promise.all([
    import("./mongo/connection.js"),
    import("./mongo/store.js"),
    import("./agenda/mongo-jobs.js"),
  ]);
  const connection = connectMongo({ uri: mongodbUri });
  const store = createMongoStore({ uri: mongodbUri, connection, log, now });
  const path = join(folder, JOURNAL_FILE);
  const journal = await journalIn(path, log);
  const place = journal && (await placeOnMachine(path));
  const bridged = await createWriteBehindStore({ store, ...(journal ? { journal } : {}), report, log });
  return Object.assign(bridged, { jobs: createMongoJobs(connection, now), isShared: true, place });
}

const NO_JOURNAL = "While MongoDB is unavailable, no call can be placed";

function damagedJournal(path: string): string {
  return `${path} is damaged. Acknowledged writes that waited in it for MongoDB are lost unless the file can be repaired, because backups do not contain it. ${NO_JOURNAL}. Stop the service, move the file to a safe place, and start the service.`;
}

async function journalIn(path: string, log: Log): Promise<WriteJournal | undefined> {
  try {
    return await openJournal(path);
  } catch (error) {
    if (!(error instanceof AttendantError) || error instanceof DatabaseInUse || error instanceof DatabaseNewer)
      throw error;
    if (error instanceof DatabaseDamaged) log.error("store_journal_failed", damagedJournal(path), { path });
    else log.warn("store_journal_failed", `${NO_JOURNAL}: ${error.message}`, { path });
    return undefined;
  }
}

interface ContinuityNeeds {
  readonly path: string;
  /** Called with the store's state. */
  readonly report: (ok: boolean, detail?: string) => void;
  /** Called with the number of missing writes. */
  readonly onMissing?: ((writes: number) => void) | undefined;
  readonly log: Log;
}

/**
 * Reports that the store lacks acknowledged writes: once in the log, and in the health for the rest of this process instance,
 * together with any other fault.
 */
function reportContinuity({ path, report, onMissing, log }: ContinuityNeeds) {
  let lost = "";
  return {
    onMissing(writes: number): void {
      const many = `${writes} ${writes === 1 ? "write" : "writes"}`;
      lost = `The database ${path} lacks at least the last ${many} that it had acknowledged: its write-ahead log was deleted, truncated or damaged, or an older file was put in its place. Restore a backup with scripts/restore, or restart the service to continue without them.`;
      const detail = `${lost} Scheduled runs that were due before now are not repeated: they may already have been carried out.`;
      log.error("store_shorter", detail, { path, missing: writes });
      onMissing?.(writes);
      report(false, lost);
    },
    report(ok: boolean, detail?: string): void {
      if (lost === "") report(ok, detail);
      else report(false, [lost, detail].filter(Boolean).join(" "));
    },
  };
}
