import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { MongoClient } from "mongodb";
import { createMongoStore } from "../../src/storage/mongo/store.js";
import { createSqliteStore, openStoreDatabase } from "../../src/storage/sqlite/store.js";
import { openStore } from "../../src/storage/open-store.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import type { Store } from "../../src/records/stores.js";
import { MemoryCallStore } from "../support/fakes/memory-call-store.js";
import { memoryLifeStore } from "../support/fakes/memory-life-store.js";
import { memoryScheduleStore } from "../support/fakes/memory-schedule-store.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { lifeStoreContract } from "./life-store.contract.js";
import { scheduleStoreContract } from "./schedule-store.contract.js";
import { schedule } from "./schedule-samples.js";
import { storeContract, type StoreUnderTest } from "./store.contract.js";
import { call, endedCall, said, THEN } from "./store-samples.js";

/** Runs all suites. */
function contracts(name: string, prepare: () => Promise<StoreUnderTest>): void {
  storeContract(name, prepare);
  scheduleStoreContract(name, prepare);
  lifeStoreContract(name, prepare);
}

function damageSqlite(path: string): StoreUnderTest["damage"] {
  return async (what, id, text) => {
    const [table, key, column] =
      what === "call" ? ["calls", "call_id", "record"] : ["deliveries", "delivery_id", "delivery"];
    await using database = await openStoreDatabase(path);
    const sql = `UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`;
    const [result] = await database.transact([{ sql, parameters: [text, id] }]);
    assert.equal(result?.changes, 1);
  };
}

function damageMongo(uri: string): StoreUnderTest["damage"] {
  return async (what, id, text) => {
    const [collection, field] = what === "call" ? ["calls", "record"] : ["deliveries", "delivery"];
    await using client = new MongoClient(uri);
    const all = client.db().collection<{ _id: string }>(collection);
    assert.equal((await all.updateOne({ _id: id }, { $set: { [field]: text } })).matchedCount, 1);
  };
}

const needs = { report: () => {}, log: quietLog };

contracts("the embedded store", async () => {
  const place = await temporaryFolder();
  const path = join(place.path, "store", "test.sqlite");
  const damage = damageSqlite(path);
  return { ...place, open: () => createSqliteStore({ path }), shared: false, damage, writer: ["sqlite", path] };
});

contracts("the embedded store, bridged", async () => {
  const place = await temporaryFolder();
  const open = () => openStore({ ...needs, mongodbUri: undefined, dataDir: place.path });
  const damage = damageSqlite(join(place.path, "store", "attendant.sqlite"));
  return { ...place, open, shared: false, damage, writer: ["opened", place.path] };
});

test("the log says what could not be read and went as a whole", async () => {
  await using place = await temporaryFolder();
  const told: unknown[] = [];
  const log = { ...quietLog, warn: (event: string, _: string, data?: object) => void told.push([event, data]) };
  const open = () => openStore({ ...needs, log, mongodbUri: undefined, dataDir: place.path });
  {
    await using store = await open();
    await store.saveCall(endedCall("c", THEN));
  }
  await damageSqlite(join(place.path, "store", "attendant.sqlite"))("call", "c", "{choiceRawText: 'Yes.'}");
  await using store = await open();
  await store.purgeWords(THEN + 1);
  assert.deepEqual(told, [["store_record_unreadable", { subject: "call c" }]]);
});

scheduleStoreContract("the memory of a test", async () => {
  const kept = memoryScheduleStore();
  const open = async () => ({ ...kept, [Symbol.asyncDispose]: async () => {} });
  return { open, shared: true, [Symbol.asyncDispose]: async () => {} };
});

lifeStoreContract("the memory of a test", async () => {
  const [calls, schedules] = [new MemoryCallStore(), memoryScheduleStore()];
  const kept = { ...schedules, ...memoryLifeStore(calls, schedules), ...withMethods(calls) };
  const open = async () => ({ ...kept, [Symbol.asyncDispose]: async () => {} }) as unknown as Store;
  return { open, shared: true, [Symbol.asyncDispose]: async () => {} };
});

function withMethods(calls: MemoryCallStore) {
  const names = ["saveCall", "takeCall", "findCall", "unfinishedCalls"] as const;
  return Object.fromEntries(names.map((each) => [each, calls[each].bind(calls)]));
}

const mongo = await findMongo();
if (typeof mongo === "string") {
  describe("MongoDB", () => test("is there to test with", { skip: mongo }, () => {}));
} else {
  const server = await mongo.open();
  after(() => server[Symbol.asyncDispose]());

  contracts("MongoDB", async () => {
    const uri = server.freshDatabase();
    return {
      open: async () => createMongoStore({ uri }),
      shared: true,
      damage: damageMongo(uri),
      writer: ["mongo", uri],
      [Symbol.asyncDispose]: async () => {},
    };
  });

  test("MongoDB: what an earlier version has written is found by what it was not listed by then", async () => {
    const uri = server.freshDatabase();
    const records = Array.from({ length: 50 }, (_, i) => call(`c${i}`, { createdAt: THEN + i, extension: "1002" }));
    const kept = schedule("old", { extension: "1002" });
    await using store = createMongoStore({ uri });
    await store.addSchedule(kept);
    for (const record of records) await store.saveCall(record);
    await using client = new MongoClient(uri);
    const later = { extension: "", direction: "", scheduleId: "", numbers: "" };
    await client.db().collection("calls").updateMany({}, { $unset: later });
    await client
      .db()
      .collection("schedules")
      .updateMany({}, { $unset: { extension: "" } });
    await using next = createMongoStore({ uri });
    assert.equal((await next.listCalls({ extension: "1002", direction: "outbound", limit: 500 })).items.length, 50);
    assert.equal((await next.listCalls({ number: "00", limit: 500 })).items.length, 50);
    assert.deepEqual((await next.listSchedules({ extension: "1002", limit: 5 })).items, [kept]);
  });

  test("MongoDB: a search that takes long says how far it got", async () => {
    const uri = server.freshDatabase();
    await using store = createMongoStore({ uri, searchedCalls: 3 });
    for (let i = 0; i < 8; i++) {
      await store.saveTranscript(`c${i}`, [said(i % 7 === 0 ? "a walrus" : "a table")], "one");
      await store.saveCall(endedCall(`c${i}`, THEN + 9, { createdAt: THEN + i }));
    }
    const found: string[][] = [];
    for (let cursor: string | undefined, pages = 0; pages < 5; pages++) {
      const page = await store.listCalls({ words: ["walrus"], limit: 5, ...(cursor !== undefined && { cursor }) });
      found.push(page.items.map(({ callId }) => callId));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    assert.deepEqual(found, [["c7"], [], ["c0"]]);
  });

  contracts("MongoDB, bridged", async () => {
    const place = await temporaryFolder();
    const mongodbUri = server.freshDatabase();
    let controllers = 0;
    return {
      ...place,
      // Each controller has a folder of its own.
      open: () => openStore({ ...needs, mongodbUri, dataDir: join(place.path, String(++controllers)) }),
      shared: true,
      damage: damageMongo(mongodbUri),
      writer: ["opened", join(place.path, "1"), mongodbUri],
    };
  });
}
