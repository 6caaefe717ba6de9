import type { IdempotencyStore, KeptAnswer, KeyState } from "../../records/stores.js";
import { fromText, keyText } from "../stored-text.js";
import type { Collections, MongoConnection } from "./connection.js";
import { DECODE_BATCH_SIZE, storableText } from "./documents.js";
import { isNew } from "./failure.js";

/** Attempts to reserve a key while other clients release and reserve it at the same moment. */
const MAX_KEY_ATTEMPTS = 5;
/** Approximate size of a document without its answer, including its index entries, in bytes. */
const KEY_BYTES = 250;

/** The part of the MongoDB store that keeps idempotency keys. @param now ms since the epoch */
export function mongoKeys({ run }: Pick<MongoConnection, "run">, now: () => number): IdempotencyStore {
  return {
    async reserveKey(key, fingerprint, keepUntil) {
      const wanted = { _id: keyText(key), fingerprint: keyText(fingerprint), keepUntil, answer: null };
      return run(async (collections) => {
        for (let tries = 0; tries < MAX_KEY_ATTEMPTS; tries++) {
          const state = await reserve(collections, wanted, now());
          if (state) return state;
        }
        throw new Error("The key was released and reserved again at each attempt.");
      });
    },
    async keepAnswer(key, answer) {
      const stored = storableText(answer);
      const change = { $set: { answer: stored, bytes: Buffer.byteLength(stored) } };
      await run(({ idempotencyKeys }) => idempotencyKeys.updateOne({ _id: keyText(key) }, change));
    },
    async releaseKey(key) {
      await run(({ idempotencyKeys }) => idempotencyKeys.deleteOne({ _id: keyText(key), answer: null }));
    },
    async dropKey(key) {
      await run(({ idempotencyKeys }) => idempotencyKeys.deleteOne({ _id: keyText(key) }));
    },
    async dropOldestKeys(max) {
      await run(async ({ idempotencyKeys }) => {
        let [keys, bytes] = [0, 0];
        const newestFirst = idempotencyKeys
          .find({}, { projection: { keepUntil: 1, bytes: 1 } })
          .sort({ keepUntil: -1 })
          .batchSize(DECODE_BATCH_SIZE);
        for await (const kept of newestFirst) {
          keys++;
          bytes += KEY_BYTES + (kept.bytes ?? 0);
          if (keys <= max.keys && bytes <= max.bytes) continue;
          await idempotencyKeys.deleteMany({ keepUntil: { $lte: kept.keepUntil } });
          return;
        }
      });
    },
  };
}

/** @returns undefined when the key expired or was released between two steps: it is then tried again */
async function reserve(
  { idempotencyKeys }: Collections,
  wanted: { _id: string; fingerprint: string; keepUntil: number; answer: null },
  now: number,
): Promise<KeyState | undefined> {
  if (await isNew(idempotencyKeys.insertOne(wanted))) return { kind: "new" };
  const found = await idempotencyKeys.findOne({ _id: wanted._id });
  if (!found) return undefined;
  if (found.keepUntil <= now) {
    await idempotencyKeys.deleteOne({ _id: found._id, keepUntil: found.keepUntil });
    return undefined;
  }
  if (found.fingerprint !== wanted.fingerprint) return { kind: "other" };
  return { kind: "same", answer: found.answer === null ? undefined : fromText<KeptAnswer>(found.answer) };
}
