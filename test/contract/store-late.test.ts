import assert from "node:assert/strict";
import { test } from "node:test";
import { createMongoStore } from "../../src/storage/mongo/store.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { call } from "./store-samples.js";

test("a MongoDB that was not there for the first operations is used once it is", async (t) => {
  const mongo = await findMongo();
  if (typeof mongo === "string") return t.skip(mongo);
  if (!mongo.mortal) return t.skip("the server at TEST_MONGODB_URI cannot be stopped by a test");
  await using server = await mongo.mortal();
  const uri = server.freshDatabase();
  await server.stop();
  await using store = createMongoStore({ now: Date.now, uri, operationMs: 4_000 });
  const early = [store.saveCall(call("one")), store.saveCall(call("two"))];
  for (const { status } of await Promise.allSettled(early)) assert.equal(status, "rejected");
  await server.start();
  await store.saveCall(call("three"));
  assert.equal((await store.findCall("three"))?.callId, "three");
});
