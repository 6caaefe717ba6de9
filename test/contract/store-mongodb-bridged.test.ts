import { join } from "node:path";
import { after, describe, test } from "node:test";
import { openStore } from "../../src/storage/open-store.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { FULL } from "../support/form.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { contracts, damageMongo } from "./store-suites.js";

const needs = { report: () => {}, log: quietLog };

const mongo = await findMongo();
const skip =
  typeof mongo === "string" ? mongo : FULL ? undefined : "the bridge is tried on the embedded store: TEST_FORM=full";
if (skip !== undefined || typeof mongo === "string") {
  describe("MongoDB, bridged", () => test("is there to test with", { skip }, () => {}));
} else {
  const server = await mongo.open();
  after(() => server[Symbol.asyncDispose]());

  contracts("MongoDB, bridged", async () => {
    const place = await temporaryFolder();
    const mongodbUri = server.freshDatabase();
    let controllers = 0;
    return {
      ...place,
      // Each controller has a folder of its own.
      open: () => openStore({ now: Date.now, ...needs, mongodbUri, dataDir: join(place.path, String(++controllers)) }),
      shared: true,
      damage: damageMongo(mongodbUri),
      writer: ["opened", join(place.path, "1"), mongodbUri],
    };
  });
}
