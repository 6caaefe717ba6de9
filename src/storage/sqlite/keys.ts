import type { IdempotencyStore, KeptAnswer } from "../../records/stores.js";
import { fromText, keyText, toText } from "../stored-text.js";
import { queriesOf, type SqliteDatabase } from "./database.js";

/** A row without its answer takes about 250 bytes, including its index entries. */
const OLDEST_KEYS_GO = `DELETE FROM idempotency_keys WHERE key IN (
  SELECT key FROM (
    SELECT key, row_number() OVER newest AS place, sum(250 + ifnull(octet_length(answer), 0)) OVER newest AS bytes
    FROM idempotency_keys WINDOW newest AS (ORDER BY keep_until DESC, key ROWS UNBOUNDED PRECEDING))
  WHERE place > ? OR bytes > ?)`;

/** The part of the embedded store that keeps idempotency keys. @param now ms since the epoch */
export function sqliteKeys(database: SqliteDatabase, now: () => number): IdempotencyStore {
  const { run } = queriesOf(database);
  return {
    async reserveKey(key, fingerprint, keepUntil) {
      const name = keyText(key);
      const [, inserted, found] = await database.transact([
        { sql: "DELETE FROM idempotency_keys WHERE key = ? AND keep_until <= ?", parameters: [name, now()] },
        {
          sql: "INSERT INTO idempotency_keys (key, fingerprint, keep_until) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING",
          parameters: [name, keyText(fingerprint), keepUntil],
        },
        { sql: "SELECT fingerprint, answer FROM idempotency_keys WHERE key = ?", parameters: [name] },
      ]);
      if (inserted?.changes === 1) return { kind: "new" };
      const [reservedFor, answer] = found?.rows[0] ?? [];
      if (reservedFor !== keyText(fingerprint)) return { kind: "other" };
      return { kind: "same", answer: typeof answer === "string" ? fromText<KeptAnswer>(answer) : undefined };
    },
    async keepAnswer(key, answer) {
      await run("UPDATE idempotency_keys SET answer = ? WHERE key = ?", toText(answer), keyText(key));
    },
    async releaseKey(key) {
      await run("DELETE FROM idempotency_keys WHERE key = ? AND answer IS NULL", keyText(key));
    },
    async dropKey(key) {
      await run("DELETE FROM idempotency_keys WHERE key = ?", keyText(key));
    },
    async dropOldestKeys({ keys, bytes }) {
      await run(OLDEST_KEYS_GO, keys, bytes);
    },
  };
}
