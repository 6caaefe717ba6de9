import assert from "node:assert/strict";
import { MongoClient } from "mongodb";
import { openStoreDatabase } from "../../src/storage/sqlite/store.js";
import { alertStoreContract } from "./alert-store.contract.js";
import { doNotCallStoreContract } from "./do-not-call-store.contract.js";
import { instanceStoreContract } from "./instance-store.contract.js";
import { scheduleChangesContract } from "./schedule-changes.contract.js";
import { scheduleStoreContract } from "./schedule-store.contract.js";
import { storeContract, type StoreUnderTest } from "./store.contract.js";

/** Runs all suites. */
export function contracts(name: string, prepare: () => Promise<StoreUnderTest>): void {
  storeContract(name, prepare);
  scheduleStoreContract(name, prepare);
  instanceStoreContract(name, prepare);
  scheduleChangesContract(name, prepare);
  alertStoreContract(name, prepare);
  doNotCallStoreContract(name, prepare);
}

/** Table and collection, key, and the text of a record. */
const COLUMNS = {
  call: ["calls", "call_id", "record"],
  delivery: ["deliveries", "delivery_id", "delivery"],
  schedule: ["schedules", "schedule_id", "schedule"],
  instance: ["lives", "owner", "life"],
} as const;

export function damageSqlite(path: string): StoreUnderTest["damage"] {
  return async (what, id, text) => {
    const [table, key, column] = COLUMNS[what];
    await using database = await openStoreDatabase(path);
    const sql = `UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`;
    const [result] = await database.transact([{ sql, parameters: [text, id] }]);
    assert.equal(result?.changes, 1);
  };
}

export function damageMongo(uri: string): StoreUnderTest["damage"] {
  return async (what, id, text) => {
    const [collection, , field] = COLUMNS[what];
    await using client = new MongoClient(uri);
    const all = client.db().collection<{ _id: string }>(collection);
    assert.equal((await all.updateOne({ _id: id }, { $set: { [field]: text } })).matchedCount, 1);
  };
}
