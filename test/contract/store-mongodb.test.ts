import assert from "node:assert/strict";
import { test } from "node:test";
import { MongoClient } from "mongodb";
import { createMongoStore } from "../../src/storage/mongo/store.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { onMongo } from "../support/mongo/on-mongo.js";
import { schedule } from "./schedule-samples.js";
import { contracts, damageMongo } from "./store-suites.js";
import { call, endedCall, said, THEN } from "./store-samples.js";

await onMongo(await findMongo(), "MongoDB", (server) => {
  contracts("MongoDB", async () => {
    const uri = server.freshDatabase();
    return {
      open: async () => createMongoStore({ now: Date.now, uri }),
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
    await using store = createMongoStore({ now: Date.now, uri });
    await store.addSchedule(kept);
    for (const record of records) await store.saveCall(record);
    await using client = new MongoClient(uri);
    const later = { extension: "", direction: "", scheduleId: "", numbers: "" };
    await client.db().collection("calls").updateMany({}, { $unset: later });
    await client
      .db()
      .collection("schedules")
      .updateMany({}, { $unset: { extension: "" } });
    await using next = createMongoStore({ now: Date.now, uri });
    assert.equal((await next.listCalls({ extension: "1002", direction: "outbound", limit: 500 })).items.length, 50);
    assert.equal((await next.listCalls({ number: "00", limit: 500 })).items.length, 50);
    assert.deepEqual((await next.listSchedules({ extension: "1002", limit: 5 })).items, [kept]);
  });

  test("MongoDB: a search that takes long says how far it got", async () => {
    const uri = server.freshDatabase();
    await using store = createMongoStore({ now: Date.now, uri, searchedCalls: 3 });
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
});
