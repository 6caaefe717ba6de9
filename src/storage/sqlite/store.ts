import { unlessAborted } from "../../kernel/deadline.js";
import type { CallRecord, TranscriptEntry } from "../../records/call-record.js";
import type { Store } from "../../records/stores.js";
import { overAt, callPosition } from "../index-fields.js";
import { pageLength, toPage } from "../cursors.js";
import { createListReader } from "../list-reader.js";
import { fromText, keyText, toText } from "../stored-text.js";
import { callListing } from "./call-listing.js";
import {
  openSqlite,
  positionsOf,
  queriesOf,
  type SqliteDatabase,
  type SqliteNeeds,
  type SqlStatement,
  type SqlValue,
} from "./database.js";
import { sqliteAlerts } from "./alerts.js";
import { sqliteDeliveries } from "./deliveries.js";
import { sqliteWords } from "./words.js";
import { sqliteKeys } from "./keys.js";
import { sqliteDoNotCall } from "./do-not-call.js";
import { sqliteInstances } from "./instances.js";
import { sqliteSchedules } from "./schedules.js";
import { STORE_MIGRATIONS } from "./schema.js";
import type { UnreadableLog } from "../words.js";

export interface SqliteStoreNeeds {
  /** The file. Its folder is created if missing and must contain only databases. */
  readonly path: string;
  /** A shared database; by default opened at `path`. It belongs to the store. */
  readonly database?: SqliteDatabase;
  /** Receives warnings about unreadable entries. */
  readonly log?: UnreadableLog;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Calls removed in one transaction: other writes wait for at most one of these. */
const PURGE_BATCH_SIZE = 50;
const EXPIRED_CALLS = `SELECT call_id FROM calls WHERE over_at < ? ORDER BY over_at, call_id LIMIT ${PURGE_BATCH_SIZE}`;

/** A call of another owner, and one that is over, are not replaced. */
const SAVE_CALL = `INSERT INTO calls (call_id, owner, created_at, over_at, status, record) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (call_id) DO UPDATE SET created_at = excluded.created_at, over_at = excluded.over_at,
    status = excluded.status, record = excluded.record, words = 1
  WHERE owner = excluded.owner AND (over_at IS NULL OR excluded.over_at IS NOT NULL)`;

function columnsOf(record: CallRecord): SqlValue[] {
  const { callId, owner, createdAt, status } = record;
  return [keyText(callId), keyText(owner), createdAt, overAt(record), status, toText(record)];
}

/** Opens the file of the embedded store, with its schema. @throws as {@link createSqliteStore} does */
export const openStoreDatabase = (path: string, told: Pick<SqliteNeeds, "onMissing" | "onFault"> = {}) =>
  openSqlite({ path, migrations: STORE_MIGRATIONS, ...told });

/**
 * The embedded store: one SQLite file for one controller, with no server to install.
 *
 * Every acknowledged write survives `kill -9` and a power failure. No other process can open the file meanwhile.
 *
 * @throws {AttendantError} `store_unavailable` when the file cannot be opened; its message says what to do
 */
export async function createSqliteStore({ path, log, now, ...given }: SqliteStoreNeeds): Promise<Store> {
  const database = given.database ?? (await openStoreDatabase(path));

  const { run, forget, entries, first } = queriesOf(database);

  const read = createListReader(log);
  const saveCall = async (record: CallRecord) => (await run(SAVE_CALL, ...columnsOf(record))).changes === 1;

  return {
    addCall: saveCall,
    saveCall,
    async withdrawCall(callId) {
      await forget("DELETE FROM calls WHERE call_id = ? AND status = 'queued'", keyText(callId));
    },
    async takeCall(callId, from, to) {
      const ours = [keyText(callId), keyText(from)];
      for (;;) {
        const found = await run(
          "SELECT record FROM calls WHERE call_id = ? AND owner = ? AND over_at IS NULL",
          ...ours,
        );
        const text = found.rows[0]?.[0];
        if (typeof text !== "string") return false;
        const { changes } = await run(
          "UPDATE calls SET owner = ?, record = ? WHERE call_id = ? AND owner = ? AND over_at IS NULL AND record = ?",
          // The call may have continued since it was read.
          ...[keyText(to), toText({ ...fromText<CallRecord>(text), owner: to }), ...ours, text],
        );
        if (changes === 1) return true;
      }
    },
    findCall: (callId) => first<CallRecord>("SELECT record FROM calls WHERE call_id = ?", keyText(callId)),
    async listCalls(query) {
      const wanted = pageLength(query.limit);
      const [sql, parameters] = callListing(query);
      const found = await entries(sql, ...parameters, wanted + 1);
      return toPage(read<CallRecord>("call", found), wanted, callPosition, positionsOf(found));
    },
    async unfinishedCalls(owner) {
      const sql = "SELECT record, call_id FROM calls WHERE over_at IS NULL AND owner = ? ORDER BY created_at, call_id";
      return read("call", await entries(sql, keyText(owner)));
    },
    async saveTranscript(callId, entries, owner) {
      const ofAnother = owner === undefined ? "0" : "EXISTS (SELECT 1 FROM calls WHERE call_id = ? AND owner <> ?)";
      await run(
        `INSERT INTO transcripts (call_id, entries) SELECT ?, ? WHERE NOT ${ofAnother}
         ON CONFLICT (call_id) DO UPDATE SET entries = excluded.entries`,
        ...[keyText(callId), toText(entries)],
        ...(owner === undefined ? [] : [keyText(callId), keyText(owner)]),
      );
    },
    findTranscript: (callId) =>
      first<TranscriptEntry[]>("SELECT entries FROM transcripts WHERE call_id = ?", keyText(callId)),
    async purgeCalls(endedBefore) {
      await run("DELETE FROM idempotency_keys WHERE keep_until <= ?", now());
      const parameters = [endedBefore];
      const batch: SqlStatement[] = [
        { sql: `DELETE FROM transcripts WHERE call_id IN (${EXPIRED_CALLS})`, parameters },
        { sql: `DELETE FROM deliveries WHERE call_id IN (${EXPIRED_CALLS})`, parameters },
        { sql: `DELETE FROM calls WHERE call_id IN (${EXPIRED_CALLS})`, parameters },
      ];
      for (let purged = 0; ;) {
        const changes = (await database.transact(batch, { forgets: true })).at(-1)?.changes ?? 0;
        purged += changes;
        if (changes < PURGE_BATCH_SIZE) return purged;
      }
    },
    async removeCall(callId) {
      const parameters = [keyText(callId)];
      const over = "call_id IN (SELECT call_id FROM calls WHERE call_id = ? AND over_at IS NOT NULL)";
      const batch = [
        { sql: `DELETE FROM transcripts WHERE ${over}`, parameters },
        { sql: `DELETE FROM deliveries WHERE ${over}`, parameters },
        { sql: "DELETE FROM calls WHERE call_id = ? AND over_at IS NOT NULL", parameters },
      ];
      const results = await database.transact(batch, { forgets: true });
      return results.at(-1)?.changes === 1;
    },
    ...sqliteWords(database, log),
    ...sqliteDeliveries(database, read),
    ...sqliteKeys(database, now),
    ...sqliteSchedules(database, read),
    ...sqliteInstances(database),
    ...sqliteAlerts(database),
    ...sqliteDoNotCall(database, read),

    async check(signal) {
      // A write, because a full or read-only disk can still be read.
      const sql = "INSERT INTO signs_of_life (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
      await unlessAborted(signal, run(sql, now()));
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
