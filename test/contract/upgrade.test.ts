import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { BSON, MongoClient } from "mongodb";
import type { CallRecord, TranscriptEntry } from "../../src/records/call-record.js";
import type { Delivery } from "../../src/records/delivery.js";
import type { Schedule } from "../../src/records/schedule.js";
import type { KeptAnswer } from "../../src/records/stores.js";
import { loadMongo } from "../../src/storage/backup/mongodb.js";
import { SCHEMA_VERSION } from "../../src/storage/mongo/schema-version.js";
import { createMongoStore } from "../../src/storage/mongo/store.js";
import { type OpenedStore, openStore } from "../../src/storage/open-store.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { call } from "./store-samples.js";

/** What version 0.1.0 has left behind in either store, and, as JSON, what it was given. */
const FIXTURE = fileURLToPath(new URL("../fixtures/store-0.1.0/", import.meta.url));

interface Written {
  readonly calls: readonly CallRecord[];
  readonly transcripts: Readonly<Record<string, readonly TranscriptEntry[]>>;
  readonly deliveries: readonly Delivery[];
  readonly schedules: readonly Schedule[];
  readonly key: { readonly key: string; readonly fingerprint: string; readonly answer: KeptAnswer };
}
const written = JSON.parse(readFileSync(join(FIXTURE, "written.json"), "utf8")) as Written;

const open = (dataDir: string, mongodbUri?: string) =>
  openStore({ now: Date.now, mongodbUri, dataDir, report: () => {}, log: quietLog });

async function expectWritten(store: OpenedStore): Promise<void> {
  for (const record of written.calls) assert.deepEqual(await store.findCall(record.callId), record);
  for (const [callId, entries] of Object.entries(written.transcripts)) {
    assert.deepEqual(await store.findTranscript(callId), entries);
  }
  for (const each of written.deliveries) assert.deepEqual(await store.findDelivery(each.deliveryId), each);
  for (const each of written.schedules) assert.deepEqual(await store.findSchedule(each.scheduleId), each);
  const { key, fingerprint, answer } = written.key;
  assert.deepEqual(await store.reserveKey(key, fingerprint, Date.now() + 60_000), { kind: "same", answer });
  const { items } = await store.listCalls({ limit: 50 });
  assert.deepEqual(items.map(({ callId }) => callId).sort(), written.calls.map(({ callId }) => callId).sort());
}

async function putEmbedded(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, "store"), { recursive: true });
  const file = gunzipSync(readFileSync(join(FIXTURE, "embedded.sqlite.gz")));
  await writeFile(join(dataDir, "store", "attendant.sqlite"), file);
}

async function putMongo(uri: string): Promise<void> {
  await using client = new MongoClient(uri);
  for (const file of readdirSync(join(FIXTURE, "mongodb"))) {
    const lines = readFileSync(join(FIXTURE, "mongodb", file), "utf8")
      .trim()
      .split("\n");
    const documents = lines.map((line) => BSON.EJSON.parse(line) as object);
    await client.db().collection(file.replace(".jsonl", "")).insertMany(documents);
  }
}

test("what 0.1.0 kept in the embedded store is there after an upgrade, and new calls beside it", async () => {
  await using place = await temporaryFolder();
  await putEmbedded(place.path);
  {
    await using store = await open(place.path);
    await expectWritten(store);
    await store.saveCall(call("new"));
  }
  await using again = await open(place.path);
  assert.deepEqual(await again.findCall("new"), call("new"));
});

test("a controller that kept its calls in MongoDB does not begin with an empty embedded store", async () => {
  await using place = await temporaryFolder();
  // Nobody listens there: the writes would wait.
  await (await open(place.path, "mongodb://127.0.0.1:9/attendant"))[Symbol.asyncDispose]();
  const before = await readdir(join(place.path, "store"));
  await assert.rejects(open(place.path), /MONGODB_URI is not set, but this controller kept its calls in MongoDB/);
  assert.deepEqual(await readdir(join(place.path, "store")), before);
  assert.ok(!existsSync(join(place.path, "store", "attendant.sqlite")));
});

const mongo = await findMongo();
if (typeof mongo === "string") {
  describe("MongoDB", () => test("is there to test an upgrade with", { skip: mongo }, () => {}));
} else {
  const server = await mongo.open();
  after(() => server[Symbol.asyncDispose]());

  test("what 0.1.0 kept in MongoDB is there after an upgrade, under a version that later ones can tell", async () => {
    await using place = await temporaryFolder();
    const uri = server.freshDatabase();
    await putMongo(uri);
    await using store = await open(place.path, uri);
    await expectWritten(store);
    await using client = new MongoClient(uri);
    const [stored] = await client.db().collection("schema").find().toArray();
    assert.equal(stored?.version, SCHEMA_VERSION);
  });

  test("a database that a later version has written to is neither read nor written, from the start or from then on", async () => {
    const uri = server.freshDatabase();
    await using early = createMongoStore({ now: Date.now, uri });
    await early.saveCall(call("before"));
    await using client = new MongoClient(uri);
    const later = { $set: { version: SCHEMA_VERSION + 1 } };
    await client.db().collection<{ _id: string }>("schema").updateOne({ _id: "store" }, later);

    const refusal = {
      code: "store_unavailable",
      message: /later version of the service \(schema 2; this version supports 1\)/,
    };
    await assert.rejects(early.check(AbortSignal.timeout(5_000)), refusal);
    await using store = createMongoStore({ now: Date.now, uri });
    await assert.rejects(store.findCall("before"), refusal);
    await assert.rejects(store.saveCall(call("new")), refusal);
    assert.equal(await client.db().collection("calls").countDocuments(), 1);
  });

  test("a backup of a database that a later version has written to is put back by that version only", async () => {
    await using place = await temporaryFolder();
    const uri = server.freshDatabase();
    await writeFile(join(place.path, "schema.jsonl"), `{"_id":"store","version":${SCHEMA_VERSION + 1}}\n`);
    await assert.rejects(loadMongo(uri, place.path, ["schema"]), /made by a later version/);
    await using client = new MongoClient(uri);
    assert.deepEqual(await client.db().listCollections().toArray(), []);
  });
}
