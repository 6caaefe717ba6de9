import { join } from "node:path";
import { after, describe, test } from "node:test";
import { createMongoStore } from "../../src/storage/mongo/store.js";
import { createSqliteStore } from "../../src/storage/sqlite/store.js";
import { openStore } from "../../src/storage/open-store.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { memoryScheduleStore } from "../support/fakes/memory-schedule-store.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { scheduleStoreContract } from "./schedule-store.contract.js";
import { storeContract, type StoreUnderTest } from "./store.contract.js";

/** Runs both suites. */
function contracts(name: string, prepare: () => Promise<StoreUnderTest>): void {
  storeContract(name, prepare);
  scheduleStoreContract(name, prepare);
}

const needs = { report: () => {}, log: quietLog };

contracts("the embedded store", async () => {
  const place = await temporaryFolder();
  const path = join(place.path, "store", "test.sqlite");
  return { ...place, open: () => createSqliteStore({ path }), shared: false, writer: ["sqlite", path] };
});

contracts("the embedded store, bridged", async () => {
  const place = await temporaryFolder();
  const open = () => openStore({ ...needs, mongodbUri: undefined, dataDir: place.path });
  return { ...place, open, shared: false, writer: ["opened", place.path] };
});

scheduleStoreContract("the memory of a test", async () => {
  const kept = memoryScheduleStore();
  const open = async () => ({ ...kept, [Symbol.asyncDispose]: async () => {} });
  return { open, shared: true, [Symbol.asyncDispose]: async () => {} };
});

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
      writer: ["mongo", uri],
      [Symbol.asyncDispose]: async () => {},
    };
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
      writer: ["opened", join(place.path, "1"), mongodbUri],
    };
  });
}
