import type { Filter } from "mongodb";
import { askTogether } from "../../kernel/ask-together.js";
import type { CallRecord, TranscriptEntry } from "../../records/call-record.js";
import type { Store } from "../../records/stores.js";
import { callPosition } from "../index-fields.js";
import { createListReader } from "../list-reader.js";
import { pageLength, toPage } from "../cursors.js";
import { fromText, keyText } from "../stored-text.js";
import {
  type Collections,
  connectMongo,
  type MongoConnection,
  type MongoNeeds,
  type StoredCall,
} from "./connection.js";
import { mongoDeliveries } from "./deliveries.js";
import { isNew, retryOnDuplicate } from "./failure.js";
import { completeOnce, DECODE_BATCH_SIZE, storableText } from "./documents.js";
import { callFilter, listedBy, needsListedBy, storedCall, storedPosition, toRecord } from "./calls.js";
import { mongoAlerts } from "./alerts.js";
import { mongoDoNotCall } from "./do-not-call.js";
import { mongoKeys } from "./keys.js";
import { mongoInstances } from "./instances.js";
import { mongoSearch } from "./search.js";
import { mongoSchedules } from "./schedules.js";
import { mongoWords } from "./words.js";
import type { UnreadableLog } from "../words.js";

export interface MongoStoreNeeds extends MongoNeeds {
  /** A shared connection; by default made from `uri`. It belongs to the store. */
  readonly connection?: MongoConnection;
  /** Receives warnings about unreadable entries. */
  readonly log?: UnreadableLog;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Calls searched for one page. */
  readonly searchedCalls?: number;
}

/** Calls removed with one command. */
const PURGE_BATCH_SIZE = 200;

/**
 * The store on a MongoDB server, version 6 or later, which several controllers may share.
 *
 * Every acknowledged write is in the journals of a majority of its members. It relies on atomic changes of single documents and
 * on unique `_id`s, and on nothing that FerretDB lacks: no transactions, TTL indexes or change streams.
 *
 * It connects when it is first used, so creating it succeeds even when the server is unavailable.
 *
 * @throws {AttendantError} `settings_invalid` when the connection string is invalid
 */
export function createMongoStore({ now, searchedCalls, log, ...needs }: MongoStoreNeeds): Store {
  const connection = needs.connection ?? connectMongo(needs);
  const { run } = connection;
  const completeCalls = completeOnce("numbers", listedBy);

  const read = createListReader(log);
  const recordsIn = (found: readonly StoredCall[]) =>
    read<CallRecord>(
      "call",
      found.map(({ record, _id }) => [record, _id]),
    );

  const saveCall = async (record: CallRecord) => {
    const { _id, ...rest } = storedCall(record);
    const ours = { _id, owner: rest.owner, ...(rest.overAt === null && { overAt: null }) };
    // A call of another controller is not found by this, and inserting it then reports that it exists.
    return run(({ calls }) => isNew(retryOnDuplicate(() => calls.replaceOne(ours, rest, { upsert: true }))));
  };

  const latest = (filter: Filter<StoredCall>, limit: number) =>
    run(({ calls }) =>
      calls.find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit).batchSize(DECODE_BATCH_SIZE).toArray(),
    );

  const saidIn = mongoSearch({ run, latest, recordsIn, searchedCalls });

  return {
    addCall: saveCall,
    saveCall,
    async withdrawCall(callId) {
      await run(({ calls }) => calls.deleteOne({ _id: keyText(callId), status: "queued" }));
    },
    async takeCall(callId, from, to) {
      const ours = { _id: keyText(callId), owner: keyText(from), overAt: null };
      return run(async ({ calls }) => {
        for (;;) {
          const found = await calls.findOne(ours);
          if (!found) return false;
          const { _id, ...taken } = storedCall({ ...toRecord(found), owner: to });
          // The call may have continued since it was read.
          if ((await calls.updateOne({ ...ours, record: found.record }, { $set: taken })).matchedCount === 1)
            return true;
        }
      });
    },
    async findCall(callId) {
      const found = await run(({ calls }) => calls.findOne({ _id: keyText(callId) }));
      return found ? fromText<CallRecord>(found.record) : undefined;
    },
    async listCalls(query) {
      const wanted = pageLength(query.limit);
      const filter = callFilter(query);
      if (needsListedBy(query)) await completeCalls((task) => run(({ calls }) => task(calls)));
      if (query.words) return saidIn(query.words, query, wanted);
      const found = await latest(filter, wanted + 1);
      return toPage(recordsIn(found), wanted, callPosition, found.map(storedPosition));
    },
    // All conversations that resume after a crash ask at the same moment, and each caller waits in silence for the answer.
    unfinishedCalls: askTogether(async (owner) => {
      const found = await run(({ calls }) =>
        calls
          .find({ overAt: null, owner: keyText(owner) })
          .sort({ createdAt: 1, _id: 1 })
          .batchSize(DECODE_BATCH_SIZE)
          .toArray(),
      );
      return recordsIn(found);
    }),
    async saveTranscript(callId, entries, owner) {
      const stored = { entries: storableText(entries) };
      const another = owner !== undefined && { _id: keyText(callId), owner: { $ne: keyText(owner) } };
      // Writes in progress at the moment of the takeover may still arrive.
      if (another && (await run(({ calls }) => calls.findOne(another, { projection: { _id: 1 } })))) return;
      await run(({ transcripts }) =>
        retryOnDuplicate(() => transcripts.replaceOne({ _id: keyText(callId) }, stored, { upsert: true })),
      );
    },
    async findTranscript(callId) {
      const found = await run(({ transcripts }) => transcripts.findOne({ _id: keyText(callId) }));
      return found ? fromText<TranscriptEntry[]>(found.entries) : undefined;
    },
    async purgeCalls(endedBefore) {
      await run(({ idempotencyKeys }) => idempotencyKeys.deleteMany({ keepUntil: { $lte: now() } }));
      for (let purged = 0; ;) {
        const deleted = await run((collections) => purgeBatch(collections, endedBefore));
        purged += deleted;
        if (deleted === 0) return purged;
      }
    },
    async removeCall(callId) {
      const _id = keyText(callId);
      return run(async ({ calls, transcripts, deliveries }) => {
        // The call's dependents are removed first: if this is interrupted, the call is still there to be removed again.
        if (!(await calls.findOne({ _id, overAt: { $gte: 0 } }, { projection: { _id: 1 } }))) return false;
        await transcripts.deleteOne({ _id });
        await deliveries.deleteMany({ callId: _id });
        return (await calls.deleteOne({ _id })).deletedCount === 1;
      });
    },
    ...mongoWords(connection, log),
    ...mongoDeliveries(connection, read),
    ...mongoKeys(connection, now),
    ...mongoSchedules(connection, read),
    ...mongoInstances(connection),
    ...mongoAlerts(connection),
    ...mongoDoNotCall(connection, read),

    check: (signal) => connection.ping(signal),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

/** The call's dependents are removed first: if this is interrupted, the call is still there to be purged again. */
async function purgeBatch({ calls, transcripts, deliveries }: Collections, endedBefore: number): Promise<number> {
  const old = await calls
    // A lower bound, because unfinished calls have null, which sorts below all numbers.
    .find({ overAt: { $gte: 0, $lt: endedBefore } }, { projection: { _id: 1 } })
    .sort({ overAt: 1 })
    .limit(PURGE_BATCH_SIZE)
    .toArray();
  const ids = old.map(({ _id }) => _id);
  if (ids.length === 0) return 0;
  await transcripts.deleteMany({ _id: { $in: ids } });
  await deliveries.deleteMany({ callId: { $in: ids } });
  return (await calls.deleteMany({ _id: { $in: ids } })).deletedCount;
}
