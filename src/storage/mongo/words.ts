import type { CallRecord } from "../../records/call-record.js";
import type { Delivery } from "../../records/delivery.js";
import type { CallStore } from "../../records/stores.js";
import { keyText, recordFromText, toText } from "../stored-text.js";
import { deliveryWithoutWords, recordWithoutWords, unreadableRemoved, type UnreadableLog } from "../words.js";
import type { Collections, MongoConnection } from "./connection.js";

/** Calls looked up with one command. */
const BATCH_SIZE = 50;

/** Erases what was said, in the MongoDB store. */
export function mongoWords(
  { run }: Pick<MongoConnection, "run">,
  log?: UnreadableLog,
): Pick<CallStore, "purgeWords" | "eraseWords"> {
  return {
    async purgeWords(endedBefore) {
      for (let purged = 0; ;) {
        const erased = await run(async (collections) => {
          const found = await collections.calls
            // A lower bound, because unfinished calls have null, which sorts below all numbers.
            .find({ wordless: null, overAt: { $gte: 0, $lt: endedBefore } }, { projection: { _id: 1 } })
            .sort({ overAt: 1 })
            .limit(BATCH_SIZE)
            .toArray();
          for (const { _id } of found) await erase(collections, _id, log);
          return found.length;
        });
        purged += erased;
        if (erased < BATCH_SIZE) return purged;
      }
    },
    eraseWords: (callId) => run((collections) => erase(collections, keyText(callId), log)),
  };
}

/** The call's record is changed last: if this is interrupted, its words are erased again. Concurrent changes are kept. */
async function erase(
  { calls, transcripts, deliveries }: Collections,
  callId: string,
  log: UnreadableLog | undefined,
): Promise<void> {
  await transcripts.deleteOne({ _id: callId });
  for (const { _id, delivery } of await deliveries.find({ callId }).toArray()) {
    const stored = recordFromText<Delivery>(delivery);
    const next = stored && deliveryWithoutWords(stored);
    if (!next) {
      await deliveries.deleteOne({ _id, delivery });
      unreadableRemoved(log, "delivery", _id);
    } else if (next !== stored) await deliveries.updateOne({ _id, delivery }, { $set: { delivery: toText(next) } });
  }
  const call = await calls.findOne({ _id: callId });
  if (!call) return;
  const stored = recordFromText<CallRecord>(call.record);
  if (!stored) {
    await deliveries.deleteMany({ callId });
    await calls.deleteOne({ _id: callId, record: call.record });
    unreadableRemoved(log, "call", callId);
    return;
  }
  const record = toText(recordWithoutWords(stored));
  await calls.updateOne({ _id: callId, record: call.record }, { $set: { record, wordless: true } });
}
