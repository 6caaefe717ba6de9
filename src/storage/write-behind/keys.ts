import type { IdempotencyStore } from "../../records/stores.js";
import type { WriteForwarder } from "./forwarder.js";
import { subject, type Write } from "./write.js";

/** Idempotency keys: only the store decides who has reserved one, and what is kept for it may wait. */
export function bridgedKeys(forwarder: WriteForwarder): IdempotencyStore {
  const write = async (each: Write): Promise<void> => void (await forwarder.write(each));
  return {
    async reserveKey(key, fingerprint, keepUntil) {
      await forwarder.settled(subject.key(key));
      return forwarder.read((store) => store.reserveKey(key, fingerprint, keepUntil));
    },
    keepAnswer: (key, answer) => write({ kind: "answer", key, answer: { ...answer } }),
    releaseKey: (key) => write({ kind: "release", key }),
    dropKey: (key) => write({ kind: "drop", key }),
    dropOldestKeys: (max) => forwarder.read((store) => store.dropOldestKeys(max)),
  };
}
