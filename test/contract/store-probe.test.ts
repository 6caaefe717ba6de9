import assert from "node:assert/strict";
import { test } from "node:test";
import { MongoClient } from "mongodb";
import { probeStore } from "../../src/storage/store-probe.js";
import { findMongo } from "../support/mongo/mongo-server.js";

const found = await findMongo();
const PROBE_MS = 20_000;

test(
  "a probe of MongoDB leaves nothing in it, and reports data of a later version",
  { skip: typeof found === "string" && found },
  async () => {
    if (typeof found === "string") return;
    await using server = await found.open();
    const mongodbUri = server.freshDatabase();
    const look = () => probeStore({ mongodbUri, dataDir: "unused" }, AbortSignal.timeout(PROBE_MS));
    await using client = await new MongoClient(mongodbUri).connect();

    assert.equal(await look(), "works");
    for (const collection of await client.db().collections()) assert.equal(await collection.countDocuments(), 0);
    await client.db().collection<{ _id: string; version: number }>("schema").insertOne({ _id: "store", version: 999 });
    await assert.rejects(look(), /written by a later version of the service \(schema 999/);
  },
);
