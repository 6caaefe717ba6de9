import type { DoNotCallEntry } from "../../records/do-not-call.js";
import type { DoNotCallStore } from "../../records/stores.js";
import { fromCursor, pageLength, toPage } from "../cursors.js";
import type { ReadList } from "../list-reader.js";
import { doNotCallPosition } from "../index-fields.js";
import { fromText, keyText } from "../stored-text.js";
import type { MongoConnection } from "./connection.js";
import { isNew } from "./failure.js";
import { pageAfter, storableText } from "./documents.js";

/** The part of the MongoDB store that keeps the numbers that are not to be called. */
export function mongoDoNotCall({ run }: Pick<MongoConnection, "run">, read: ReadList): DoNotCallStore {
  return {
    async addDoNotCall(entry) {
      const stored = { _id: keyText(entry.number), addedAt: entry.addedAt, entry: storableText(entry) };
      await run(({ doNotCall }) => isNew(doNotCall.insertOne(stored)));
    },
    async findDoNotCall(number) {
      const found = await run(({ doNotCall }) => doNotCall.findOne({ _id: keyText(number) }));
      return found ? fromText<DoNotCallEntry>(found.entry) : undefined;
    },
    async listDoNotCall({ limit, cursor }) {
      const wanted = pageLength(limit);
      const after = cursor === undefined ? {} : pageAfter("addedAt", fromCursor(cursor), "earlier");
      const found = await run(({ doNotCall }) =>
        doNotCall
          .find(after)
          .sort({ addedAt: -1, _id: -1 })
          .limit(wanted + 1)
          .toArray(),
      );
      const entries = read<DoNotCallEntry>(
        "do-not-call",
        found.map(({ entry, _id }) => [entry, _id]),
      );
      const stored = found.map(({ _id, addedAt }) => ({ at: addedAt, id: _id }));
      return toPage(entries, wanted, doNotCallPosition, stored);
    },
    async removeDoNotCall(number) {
      return (await run(({ doNotCall }) => doNotCall.deleteOne({ _id: keyText(number) }))).deletedCount === 1;
    },
  };
}
