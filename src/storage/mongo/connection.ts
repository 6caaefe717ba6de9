import { type Collection, type Db, MongoClient } from "mongodb";
import { withDeadline } from "../../kernel/deadline.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Occurrence } from "../../records/schedule.js";
import { mongoFailure } from "./failure.js";
import { checkSchemaVersion, claimSchemaVersion } from "./schema-version.js";

/** What lies in the collections. Texts are what `stored-text.ts` makes; times are ms since the epoch. */
export interface StoredCall {
  readonly _id: string;
  readonly owner: string;
  readonly createdAt: number;
  /** Null while the call is not over. */
  readonly overAt: number | null;
  readonly status: string;
  readonly extension: string;
  readonly direction: string;
  readonly scheduleId: string | null;
  /** Who was called, and who called. */
  readonly numbers: string;
  readonly record: string;
  /** Once what was said in the call was erased. */
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
  /** Null while nobody waits for it; moved on when it is claimed: a lease is nothing but a later due time. */
  readonly dueAt: number | null;
  /** Which claim has moved it on last: all of one claim are read by it. Absent until then. */
  readonly claimedBy?: string;
  readonly delivery: string;
}
export interface StoredKey {
  readonly _id: string;
  readonly fingerprint: string;
  readonly keepUntil: number;
  readonly answer: string | null;
  /** Length of the answer; absent until there is one, and in what an earlier version has written. */
  readonly bytes?: number;
}
/** As in the embedded store: `at` is when it is due next, or, of one that is `over`, when its latest run was. */
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

/** There once what is kept was put back from a backup. */
export interface StoredContinuity {
  readonly _id: "restored";
  readonly unknownBefore: number;
}

export interface StoredInstance {
  readonly _id: string;
  readonly beat: number;
  /** Ended by another: it has no further beat. */
  readonly claimed: boolean;
  readonly life: string;
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
}

export interface MongoConnection extends AsyncDisposable {
  /**
   * Runs `task` with the collections, whose indices are there by then, and the database that they are in.
   *
   * @throws {AttendantError} `store_unavailable` when MongoDB does not answer, or not in time, or a later version of the
   *   service has written to the database; `internal` when it refused
   *   what it was given. Never holds the user or the password.
   */
  run<T>(task: (collections: Collections, db: Db) => Promise<T>): Promise<T>;
  ping(signal: AbortSignal): Promise<void>;
}

export interface MongoNeeds {
  /** A connection string, mongodb:// or mongodb+srv://. Its path names the database; `attendant` unless it has one. */
  readonly uri: string;
  /** The longest that one operation may take, finding a server included, ms. */
  readonly operationMs?: number;
  /** What is done before the first operation; unless given, what a service needs that is going to write. */
  readonly prepare?: (db: Db, collections: Collections) => Promise<void>;
}

const OPERATION_MS = 6_000;
const SERVER_MS = 3_000;
const CLOSE_MS = 2_000;
const DATABASE = "attendant";

/**
 * Connects with the first operation and whenever it is needed again.
 *
 * @throws {AttendantError} `settings_invalid` when the connection string is none
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
        // Of itself the driver tries once only: when the server is away at that moment, its topology stays closed.
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
    // A controller of a later version may have come since; and it is answered like any other ping.
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
      // What is acknowledged is on the disks of most members: it outlives any one of them.
      writeConcern: { w: "majority", journal: true, wtimeoutMS: operationMs },
      readPreference: "primary",
      serverSelectionTimeoutMS: SERVER_MS,
      connectTimeoutMS: SERVER_MS,
      waitQueueTimeoutMS: SERVER_MS,
      // An answer that does not come ends its connection, so that a server that hangs does not fill the pool.
      socketTimeoutMS: operationMs,
    });
  } catch {
    // What the driver says of it quotes it.
    throw new AttendantError(
      "settings_invalid",
      "MONGODB_URI is no MongoDB connection string (mongodb://user:password@host:27017/database). In the user and the password, characters such as @ : / % are written percent-encoded.",
    );
  }
}

async function prepareToServe(db: Db, collections: Collections): Promise<void> {
  await claimSchemaVersion(db);
  await makeIndices(collections);
}

async function makeIndices(collections: Collections): Promise<void> {
  const { calls, deliveries, idempotencyKeys, schedules, occurrences } = collections;
  await calls.createIndex({ createdAt: -1, _id: -1 });
  await calls.createIndex({ status: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ extension: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ direction: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ direction: 1, status: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ scheduleId: 1, createdAt: -1, _id: -1 });
  await calls.createIndex({ overAt: 1, owner: 1, createdAt: 1, _id: 1 });
  await calls.createIndex({ wordless: 1, overAt: 1 });
  await deliveries.createIndex({ callId: 1, createdAt: 1, _id: 1 });
  await deliveries.createIndex({ dueAt: 1, _id: 1 });
  await idempotencyKeys.createIndex({ keepUntil: 1 });
  // Each with a command of its own: several in one, when they are there already, break FerretDB's connection.
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
