import type { AlertBoard } from "../../records/alert-board.js";
import type { AlertStore } from "../../records/stores.js";
import { toText } from "../stored-text.js";
import { queriesOf, type SqliteDatabase } from "./database.js";

/** The part of the embedded store that keeps the alerts. */
export function sqliteAlerts(database: SqliteDatabase): AlertStore {
  const { forget, first } = queriesOf(database);
  return {
    readAlerts: () => first<AlertBoard>("SELECT board FROM alert_board"),
    async replaceAlerts(board) {
      const { revision } = board;
      const { changes } = await forget(
        `INSERT INTO alert_board (id, revision, board) SELECT 1, ?, ?
           WHERE ? = 1 OR EXISTS (SELECT 1 FROM alert_board WHERE revision = ?)
         ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, board = excluded.board
           WHERE revision = excluded.revision - 1`,
        ...[revision, toText(board), revision, revision - 1],
      );
      return changes === 1;
    },
  };
}
