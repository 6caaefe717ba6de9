import type { Filter } from "mongodb";
import type { CallRecord, TranscriptEntry } from "../../records/call-record.js";
import type { Delivery } from "../../records/delivery.js";
import type { KeptAnswer, KeyState, Store } from "../../records/stores.js";
import { overAt, positionOf } from "../call-index.js";
import { dueAt, oldestDueFirst } from "../delivery-index.js";
import { fromCursor, pageLength, toPage } from "../cursors.js";
import { fromText, keyText, toText } from "../stored-text.js";
import { pageAfter } from "./page-after.js";
import {
  type Collections,
  connectMongo,
  type MongoConnection,
  type MongoNeeds,
  type StoredCall,
  type StoredDelivery,
} from "./connection.js";
import { isDuplicate } from "./failure.js";
import { DECODE_BATCH_SIZE } from "./decoding.js";
import { mongoSchedules } from "./schedules.js";

export interface MongoStoreNeeds extends MongoNeeds {
  /** What it works on, when others work on it too: made from `uri` unless given. It belongs to the store. */
  readonly connection?: MongoConnection;
  /** ms since the epoch. */
  readonly now?: () => number;
}

/** How many calls are removed with one command. */
const PURGE_BATCH_SIZE = 200;
/** How often a key is tried for, when others give it up and take it at the same moment. */
const MAX_KEY_ATTEMPTS = 5;

/**
 * The store on a MongoDB server, 6 or later, which several controllers may share.
 *
 * Everything that is acknowledged is in the journals of most of its members. It relies on single documents being changed
 * in one step and on unique `_id`s, and on nothing that FerretDB lacks: no transactions, TTL indices or change streams.
 *
 * It connects when it is first used, so that creating it succeeds with the server away.
 *
 * @throws {AttendantError} `settings_invalid` when the connection string is none
 */
export function createMongoStore({ now = Date.now, ...needs }: MongoStoreNeeds): Store {
  const connection = needs.connection ?? connectMongo(needs);
  const { run } = connection;

  return {
    async saveCall(record) {
      const { _id, ...rest } = storedCall(record);
      await run(({ calls }) => retryOnDuplicate(() => calls.replaceOne({ _id }, rest, { upsert: true })));
    },
    async findCall(callId) {
      const found = await run(({ calls }) => calls.findOne({ _id: keyText(callId) }));
      return found ? fromText<CallRecord>(found.record) : undefined;
    },
    async listCalls({ status, limit, cursor }) {
      const wanted = pageLength(limit);
      const filter: Filter<StoredCall> = {
        ...(status === undefined ? {} : { status }),
        ...(cursor === undefined ? {} : pageAfter("createdAt", fromCursor(cursor), "earlier")),
      };
      const found = await run(({ calls }) =>
        calls
          .find(filter)
          .sort({ createdAt: -1, _id: -1 })
          .limit(wanted + 1)
          .batchSize(DECODE_BATCH_SIZE)
          .toArray(),
      );
      return toPage(found.map(toRecord), wanted, positionOf);
    },
    async unfinishedCalls(owner) {
      const found = await run(({ calls }) =>
        calls
          .find({ overAt: null, owner: keyText(owner) })
          .sort({ createdAt: 1, _id: 1 })
          .batchSize(DECODE_BATCH_SIZE)
          .toArray(),
      );
      return found.map(toRecord);
    },
    async saveTranscript(callId, entries) {
      const stored = { entries: toText(entries) };
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

    async addDelivery(delivery) {
      await run(({ deliveries }) => deliveries.insertOne(storedDelivery(delivery)).catch(unless(isDuplicate)));
    },
    async saveDelivery(delivery) {
      const { _id, ...rest } = storedDelivery(delivery);
      await run(({ deliveries }) => retryOnDuplicate(() => deliveries.replaceOne({ _id }, rest, { upsert: true })));
    },
    async findDelivery(deliveryId) {
      const found = await run(({ deliveries }) => deliveries.findOne({ _id: keyText(deliveryId) }));
      return found ? fromText<Delivery>(found.delivery) : undefined;
    },
    async deliveriesOf(callId) {
      const found = await run(({ deliveries }) =>
        deliveries
          .find({ callId: keyText(callId) })
          .sort({ createdAt: 1, _id: 1 })
          .toArray(),
      );
      return found.map(({ delivery }) => fromText<Delivery>(delivery));
    },
    async claimDeliveries(at, leaseMs, limit) {
      const claimed: Delivery[] = [];
      while (claimed.length < limit) {
        const found = await run(({ deliveries }) =>
          deliveries.findOneAndUpdate(
            { dueAt: { $lte: at } },
            { $set: { dueAt: at + leaseMs } },
            { sort: { dueAt: 1, _id: 1 } },
          ),
        ).catch((error) => {
          if (claimed.length === 0) throw error;
        }); // Those that are claimed already would lie still until their lease is over.
        if (!found) break;
        claimed.push(fromText<Delivery>(found.delivery));
        if (leaseMs <= 0) break; // It is due again at once and would be claimed for ever.
      }
      return claimed.sort(oldestDueFirst);
    },
    async nextDeliveryAt() {
      const found = await run(({ deliveries }) =>
        deliveries
          .find({ dueAt: { $gte: 0 } })
          .sort({ dueAt: 1 })
          .limit(1)
          .toArray(),
      );
      return found[0]?.dueAt ?? undefined;
    },

    async reserveKey(key, fingerprint, keepUntil) {
      const wanted = { _id: keyText(key), fingerprint: keyText(fingerprint), keepUntil, answer: null };
      return run(async (collections) => {
        for (let tries = 0; tries < MAX_KEY_ATTEMPTS; tries++) {
          const state = await reserve(collections, wanted, now());
          if (state) return state;
        }
        throw new Error("the key was given up and taken again all the time");
      });
    },
    async keepAnswer(key, answer) {
      await run(({ idempotencyKeys }) =>
        idempotencyKeys.updateOne({ _id: keyText(key) }, { $set: { answer: toText(answer) } }),
      );
    },
    async releaseKey(key) {
      await run(({ idempotencyKeys }) => idempotencyKeys.deleteOne({ _id: keyText(key), answer: null }));
    },

    ...mongoSchedules(connection),

    check: (signal) => connection.ping(signal),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

export function storedCall(record: CallRecord): StoredCall {
  const { callId, owner, createdAt, status } = record;
  return {
    _id: keyText(callId),
    owner: keyText(owner),
    createdAt,
    overAt: overAt(record),
    status,
    record: toText(record),
  };
}

function toRecord({ record }: StoredCall): CallRecord {
  return fromText<CallRecord>(record);
}

export function storedDelivery(delivery: Delivery): StoredDelivery {
  const { deliveryId, callId, createdAt } = delivery;
  return {
    _id: keyText(deliveryId),
    callId: keyText(callId),
    createdAt,
    dueAt: dueAt(delivery),
    delivery: toText(delivery),
  };
}

/** Two who insert the same document at the same moment: one of them is told that it is there, and replaces it then. */
async function retryOnDuplicate<T>(replace: () => Promise<T>): Promise<T> {
  return replace().catch((error) => (isDuplicate(error) ? replace() : Promise.reject(error)));
}

function unless(expected: (error: unknown) => boolean) {
  return (error: unknown) => {
    if (!expected(error)) throw error;
  };
}

/** @returns undefined when the key's time was over, or it was given up, between two steps: then it is tried again */
async function reserve(
  { idempotencyKeys }: Collections,
  wanted: { _id: string; fingerprint: string; keepUntil: number; answer: null },
  now: number,
): Promise<KeyState | undefined> {
  const isNew = await idempotencyKeys.insertOne(wanted).then(
    () => true,
    (error) => (isDuplicate(error) ? false : Promise.reject(error)),
  );
  if (isNew) return { kind: "new" };
  const found = await idempotencyKeys.findOne({ _id: wanted._id });
  if (!found) return undefined;
  if (found.keepUntil <= now) {
    await idempotencyKeys.deleteOne({ _id: found._id, keepUntil: found.keepUntil });
    return undefined;
  }
  if (found.fingerprint !== wanted.fingerprint) return { kind: "other" };
  return { kind: "same", answer: found.answer === null ? undefined : fromText<KeptAnswer>(found.answer) };
}

/** Whatever belongs to a call goes first: broken off half-way, the call is still there to be purged again. */
async function purgeBatch({ calls, transcripts, deliveries }: Collections, endedBefore: number): Promise<number> {
  const old = await calls
    // A lower bound, for null sorts below all numbers and calls that are not over have it.
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
