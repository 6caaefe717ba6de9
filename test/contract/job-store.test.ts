import assert from "node:assert/strict";
import { test } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import { createMongoJobs } from "../../src/storage/agenda/mongo-jobs.js";
import { connectMongo } from "../../src/storage/mongo/connection.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { onMongo } from "../support/mongo/on-mongo.js";
import { jobStoreContract } from "./job-store.contract.js";
import { mongoPlace, sqlitePlace } from "./job-places.js";

jobStoreContract("the embedded store", sqlitePlace);

test("MongoDB that is away makes every operation reject with store_unavailable, without credentials", async () => {
  await using connection = connectMongo({
    uri: "mongodb://attendant:verysecret@127.0.0.1:9/attendant",
    operationMs: 2_000,
  });
  const jobs = createMongoJobs(connection, Date.now);
  const attempts = [
    () => jobs.connect(),
    () => jobs.unlock(["0123456789abcdef01234567"]),
    () => jobs.add({ name: "n", priority: 0, type: "normal", nextRunAt: null, data: {} }, "me"),
  ];
  for (const attempt of attempts) {
    await assert.rejects(attempt, (error) => {
      assert.ok(error instanceof AttendantError && error.code === "store_unavailable");
      assert.doesNotMatch(`${error.message} ${error.stack} ${String(error.cause)}`, /verysecret/);
      return true;
    });
  }
});

await onMongo(await findMongo(), "Agenda's jobs on MongoDB", (server) =>
  jobStoreContract("MongoDB", () => mongoPlace(server.freshDatabase())),
);
