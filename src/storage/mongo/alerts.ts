import type { AlertBoard } from "../../records/alert-board.js";
import type { AlertStore } from "../../records/stores.js";
import { fromText } from "../stored-text.js";
import type { MongoConnection } from "./connection.js";
import { isNew } from "./failure.js";
import { storableText } from "./documents.js";

const _id = "board";

/** The part of the MongoDB store that keeps the alerts. */
export function mongoAlerts({ run }: Pick<MongoConnection, "run">): AlertStore {
  return {
    async readAlerts() {
      const found = await run(({ alerts }) => alerts.findOne({ _id }));
      return found ? fromText<AlertBoard>(found.board) : undefined;
    },
    async replaceAlerts(board) {
      const { revision } = board;
      const stored = { revision, board: storableText(board) };
      return run(async ({ alerts }) => {
        if (revision > 1) return (await alerts.replaceOne({ _id, revision: revision - 1 }, stored)).matchedCount === 1;
        return isNew(alerts.insertOne({ _id, ...stored }));
      });
    },
  };
}
