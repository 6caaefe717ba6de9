import { type Collection, type Db, MongoClient } from "mongodb";
import { withDeadline } from "../../kernel/deadline.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Occurrence } from "../../records/schedule.js";
import { mongoFailure } from "./failure.js";
import { checkSchemaVersion, claimSchemaVersion } from "./schema-version.js";

/** The documents of the collections. Texts are written by `stored-text.ts`; times are in ms since the epoch. */
export interface StoredCall {
  readonly _id: string;
  readonly owner: string;
  readonly createdAt: number;
  /** Null while the call has not ended. */
  readonly overAt: number | null;
  readonly status: string;
  readonly extension: string;
  readonly direction: string;
  readonly scheduleId: string | null;
  /** Absent without one, and in documents of earlier versions. */
  readonly client?: string;
  /** The called number and the caller's number. */
  readonly numbers: string;
  readonly record: string;
  /** Set when what was said in the call has been erased. */
  readonly wordless?: true | null;
}
export interface StoredTranscript {
  readonly _id: string;
  readonly entries: string;
}
export interface StoredDelivery {
  readonly _id: string;
  readonly callId: string;
  readonly createdAt: number;
  /** Null when no attempt is due; moved into the future by a claim: a lease is just a later due time. */
  readonly dueAt: number | null;
  /** The claim that moved it last; a claim reads back its documents by this. Absent until the first claim. */
  readonly claimedBy?: string;
  readonly delivery: string;
}
export interface StoredKey {
  readonly _id: string;
  readonly fingerprint: string;
  readonly keepUntil: number;
  readonly answer: string | null;
  /** Length of the answer; absent until there is one, and in documents of earlier versions. */
  readonly bytes?: number;
}
/** As in the embedded store: `at` is the next due time or, when it is `over`, the time of the latest run. */
export interface StoredSchedule {
  readonly _id: string;
  readonly revision: number;
  readonly kind: string;
  readonly setBy: string | null;
  readonly extension: string;
  readonly paused: boolean;
  readonly over: boolean;
  readonly at: number;
  readonly schedule: string;
}
export interface StoredOccurrence extends Omit<Occurrence, "occurrenceId"> {
  readonly _id: string;
}

/** Present once the store was restored from a backup. */
export interface StoredContinuity {
  readonly _id: "restored";
  readonly unknownBefore: number;
}

export interface StoredInstance {
  readonly _id: string;
  readonly beat: number;
  /** Ended by another process: it has no further heartbeat. */
  readonly claimed: boolean;
  readonly life: string;
}

/** The only document of its collection. */
export interface StoredAlerts {
  readonly _id: "board";
  readonly revision: number;
  readonly board: string;
}

export interface StoredDoNotCall {
  readonly _id: string;
  readonly addedAt: number;
  readonly entry: string;
}

export interface Collections {
  readonly calls: Collection<StoredCall>;
  readonly transcripts: Collection<StoredTranscript>;
  readonly deliveries: Collection<StoredDelivery>;
  readonly idempotencyKeys: Collection<StoredKey>;
  readonly schedules: Collection<StoredSchedule>;
  readonly occurrences: Collection<StoredOccurrence>;
  readonly continuity: Collection<StoredContinuity>;
  readonly lives: Collection<StoredInstance>;
  readonly alerts: Collection<StoredAlerts>;
  readonly doNotCall: Collection<StoredDoNotCall>;
}

export interface MongoConnection extends AsyncDisposable {
  /**
   * Runs `task` with the collections, whose indexes then exist, and their database.
   *
   * @throws {AttendantError} `store_unavailable` when MongoDB does not answer in time, or a later version of the service has
   *   written to the database; `internal` when it rejected the operation. Never contains the user or the password.
   */
  run<T>(task: (collections: Collections, db: Db) => Promise<T>): Promise<T>;
  ping(signal: AbortSignal): Promise<void>;
}

export interface MongoNeeds {
  /** A connection string, mongodb:// or mongodb+srv://. Its path names the database; default `attendant`. */
  readonly uri: string;
  /** Maximum duration of one operation, including server selection, in ms. */
  readonly operationMs?: number;
  /** Runs before the first operation; the default prepares the database for a service that will write. */
  readonly prepare?: (db: Db, collections: Collections) => Promise<void>;
}

const OPERATION_MS = 6_000;
const SERVER_MS = 3_000;
const CLOSE_MS = 2_000;
const DATABASE = "attendant";

/**
 * Connects with the first operation and reconnects when needed.
 *
 * @throws {AttendantError} `settings_invalid` when the connection string is invalid
 */
export function connectMongo({
  uri,
  operationMs = OPERATION_MS,
  prepare = prepareToServe,
}: MongoNeeds): MongoConnection {
  const client = createClient(uri, operationMs);
  const named = /^[a-z+]+:\/\/[^/?]+\/[^?]/.test(uri);
  const db = client.db(named ? undefined : DATABASE);
  const { hosts, srvHost, credentials } = client.options;
  const source = {
    where: srvHost ?? hosts.map(String).join(", "),
    secrets: [uri, credentials?.password, credentials?.username].filter((secret) => secret !== undefined),
  };
  const collections: Collections = {
    calls: db.collection("calls"),
    transcripts: db.collection("transcripts"),
    deliveries: db.collection("deliveries"),
    idempotencyKeys: db.collection("idempotency_keys"),
    schedules: db.collection("schedules"),
    occurrences: db.collection("occurrences"),
    continuity: db.collection("continuity"),
    lives: db.collection("lives"),
    alerts: db.collection("alerts"),
    doNotCall: db.collection("do_not_call"),
  };
  let prepared: Promise<void> | undefined;
  let closed = false;

  const ready = () =>
    (prepared ??= prepare(db, collections).catch((error) => {
      prepared = undefined;
      throw error;
    }));
  const guarded = async <T>(signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> => {
    try {
      return await withDeadline(operationMs, signal, `MongoDB at ${source.where}`, async () => {
        // The driver tries only once: if the server is unavailable at that moment, its topology stays closed.
        if (closed) throw new AttendantError("store_unavailable", "The store has been closed.");
        await client.connect();
        await ready();
        return task();
      });
    } catch (error) {
      if (signal?.aborted || error instanceof AttendantError) throw error;
      throw mongoFailure(source, error);
    }
  };

  return {
    run: (task) => guarded(undefined, () => task(collections, db)),
    // A controller of a later version may have come since; this is reported like any other failed ping.
    ping: (signal) => guarded(signal, () => checkSchemaVersion(db)),
    async [Symbol.asyncDispose]() {
      closed = true;
      await withDeadline(CLOSE_MS, undefined, "closing MongoDB's connections", () => client.close()).catch(() => {});
    },
  };
}

function createClient(uri: string, operationMs: number): MongoClient {
  try {
    return new MongoClient(uri, {
      appName: DATABASE,
      // Acknowledged writes are on the disks of a majority of members, so they survive the loss of any one.
      writeConcern: { w: "majority", journal: true, wtimeoutMS: operationMs },
      readPreference: "primary",
      serverSelectionTimeoutMS: SERVER_MS,
      connectTimeoutMS: SERVER_MS,
      waitQueueTimeoutMS: SERVER_MS,
      // A missing answer ends its connection, so that a hanging server does not exhaust the pool.
      socketTimeoutMS: operationMs,
    });
  } catch {
    // The driver's message would quote it.
    throw new AttendantError(
      "settings_invalid",
      "MONGODB_URI is not a valid MongoDB connection string (mongodb://user:password@host:27017/database). " +
        "Percent-encode characters such as @ : / % in the user and the password.",
    );
  }
}

async function prepareToServe(db: Db, collections: Collections): Promise<void> {
  await claimSchemaVersion(db);
  await makeIndices(collections);
}

async function makeIndices(collections: Collections): Promise<void> {
  const { calls, deliveries, idempotencyKeys, schedules, occurrences, doNotCall } = collections;
  await doNotCall.createIndex({ addedAt: -1, _id: -1 });
  await calls.createIndex({ createdAt: -1, _id: -1 });
  await calls.createIndex({ status: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ extension: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ direction: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ direction: 1, status: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ scheduleId: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ client: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ overAt: 1, owner: 1, createdAt: 1, _id: 1 });
  await calls.createIndex({ wordless: 1, overAt: 1 });
  await deliveries.createIndex({ callId: 1, createdAt: 1, _id: 1 });
  await deliveries.createIndex({ dueAt: 1, _id: 1 });
  await idempotencyKeys.createIndex({ keepUntil: 1 });
  // One command each: creating several existing indexes in one command breaks FerretDB's connection.
  await schedules.createIndex({ over: 1, at: 1, _id: 1 });
  await schedules.createIndex({ over: 1, paused: 1, at: 1, _id: 1 });
  await schedules.createIndex({ kind: 1, over: 1, at: 1, _id: 1 });
  await schedules.createIndex({ setBy: 1, over: 1, at: 1, _id: 1 });
  await schedules.createIndex({ extension: 1, over: 1, at: 1, _id: 1 });
  await schedules.createIndex({ at: 1, _id: 1 });
  await occurrences.createIndex({ scheduleId: 1, dueAt: 1, _id: 1 });
  await occurrences.createIndex({ state: 1, dueAt: 1 });
  await occurrences.createIndex({ state: 1, owner: 1, dueAt: 1, _id: 1 });
  await occurrences.createIndex({ state: 1, leaseUntil: 1 });
}
