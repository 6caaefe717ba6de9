import type { DoNotCallEntry } from "../../records/do-not-call.js";
import type { DoNotCallStore } from "../../records/stores.js";
import { fromCursor, pageLength, toPage } from "../cursors.js";
import type { ReadList } from "../list-reader.js";
import { doNotCallPosition } from "../index-fields.js";
import { keyText, toText } from "../stored-text.js";
import { positionsOf, queriesOf, type SqliteDatabase } from "./database.js";

/** The part of the embedded store that keeps the numbers that are not to be called. */
export function sqliteDoNotCall(database: SqliteDatabase, read: ReadList): DoNotCallStore {
  const { run, forget, entries, first } = queriesOf(database);
  return {
    async addDoNotCall(entry) {
      await run(
        "INSERT INTO do_not_call (number, added_at, entry) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING",
        ...[keyText(entry.number), entry.addedAt, toText(entry)],
      );
    },
    findDoNotCall: (number) => first<DoNotCallEntry>("SELECT entry FROM do_not_call WHERE number = ?", keyText(number)),
    async listDoNotCall({ limit, cursor }) {
      const wanted = pageLength(limit);
      const { at, id } = cursor === undefined ? { at: Number.MAX_VALUE, id: "" } : fromCursor(cursor);
      const found = await entries(
        `SELECT entry, number, added_at FROM do_not_call WHERE (added_at, number) < (?, ?) ORDER BY added_at DESC, number DESC LIMIT ?`,
        ...[at, id, wanted + 1],
      );
      return toPage(read<DoNotCallEntry>("do-not-call", found), wanted, doNotCallPosition, positionsOf(found));
    },
    async removeDoNotCall(number) {
      return (await forget("DELETE FROM do_not_call WHERE number = ?", keyText(number))).changes === 1;
    },
  };
}
