import type { CallRecord } from "../../records/call-record.js";
import type { Delivery } from "../../records/delivery.js";
import type { CallStore } from "../../records/stores.js";
import { keyText, recordFromText, toText } from "../stored-text.js";
import { deliveryWithoutWords, recordWithoutWords, unreadableRemoved, type UnreadableLog } from "../words.js";
import type { SqliteDatabase, SqlStatement, SqlValue } from "./database.js";

/** Calls changed in one transaction: other writes wait for at most one of these. */
const BATCH_SIZE = 50;
const WITH_WORDS = `SELECT call_id FROM calls WHERE words = 1 AND over_at < ? ORDER BY over_at, call_id LIMIT ${BATCH_SIZE}`;

/** A record that SQLite cannot parse cannot be removed either, because its indexes read it; it can be marked as processed. */
const UNREADABLE = [
  "DELETE FROM deliveries WHERE call_id = ?",
  "DELETE FROM calls WHERE call_id = ? AND json_valid(record, 2)",
  "UPDATE calls SET words = 0 WHERE call_id = ?",
];

/** Erases what was said, in the embedded store. */
export function sqliteWords(
  database: SqliteDatabase,
  log?: UnreadableLog,
): Pick<CallStore, "purgeWords" | "eraseWords"> {
  const rows = async (sql: string, parameters: readonly SqlValue[]) =>
    (await database.transact([{ sql, parameters }]))[0]?.rows ?? [];

  /** Concurrent changes are kept. @param ids of calls, as they are stored */
  async function erase(ids: readonly SqlValue[]): Promise<void> {
    const all = `IN (${ids.map(() => "?").join()})`;
    const deliveries = await rows(`SELECT delivery_id, delivery FROM deliveries WHERE call_id ${all}`, ids);
    const calls = await rows(`SELECT call_id, record FROM calls WHERE call_id ${all}`, ids);
    const statements = [
      { sql: `DELETE FROM transcripts WHERE call_id ${all}`, parameters: ids },
      ...deliveries.flatMap(([id = null, stored = null]) => withoutItsWords(id, stored)),
      ...calls.flatMap(([id = null, stored = null]): SqlStatement[] => {
        const record = recordFromText<CallRecord>(stored);
        if (record) {
          const sql = "UPDATE calls SET record = ?, words = 0 WHERE call_id = ? AND record = ?";
          return [{ sql, parameters: [toText(recordWithoutWords(record)), id, stored] }];
        }
        unreadableRemoved(log, "call", id);
        return UNREADABLE.map((sql) => ({ sql, parameters: [id] }));
      }),
    ];
    await database.transact(statements, { forgets: true });
  }

  function withoutItsWords(id: SqlValue, stored: SqlValue): SqlStatement[] {
    const delivery = recordFromText<Delivery>(stored);
    if (!delivery) {
      unreadableRemoved(log, "delivery", id);
      return [{ sql: "DELETE FROM deliveries WHERE delivery_id = ? AND delivery = ?", parameters: [id, stored] }];
    }
    const next = deliveryWithoutWords(delivery);
    if (next === delivery) return [];
    const sql = "UPDATE deliveries SET delivery = ? WHERE delivery_id = ? AND delivery = ?";
    return [{ sql, parameters: [toText(next), id, stored] }];
  }

  return {
    async purgeWords(endedBefore) {
      for (let purged = 0; ;) {
        const found = await rows(WITH_WORDS, [endedBefore]);
        if (found.length > 0) await erase(found.map(([id = null]) => id));
        purged += found.length;
        if (found.length < BATCH_SIZE) return purged;
      }
    },
    eraseWords: (callId) => erase([keyText(callId)]),
  };
}
