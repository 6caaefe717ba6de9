import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import { createMongoJobs } from "../../src/storage/agenda/mongo-jobs.js";
import { connectMongo } from "../../src/storage/mongo/connection.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { agendaBackendContract } from "./agenda-backend.contract.js";
import { mongoPlace, sqlitePlace } from "./job-places.js";

agendaBackendContract("the embedded store", sqlitePlace);

test("in the embedded store, what is searched by is no SQL, whatever it holds", async () => {
  await using place = await sqlitePlace();
  await using opened = await place.open();
  const { repository } = opened.jobs;
  const injected = { "x') OR TRUE --": "a", [`y'."z`]: 1 };
  await assert.rejects(repository.removeJobs({ data: injected }), { code: "internal" });
  await repository.saveJob({ name: "n", priority: 0, type: "normal", nextRunAt: null, data: { "it's": 1 } }, undefined);
  assert.equal(await repository.removeJobs({ data: { "x') OR TRUE --": "a" } }), 0);
  assert.equal(await repository.removeJobs({ name: "' OR TRUE --" }), 0);
  assert.equal(await repository.removeJobs({ data: { "it's": 1 } }), 1);
});

test("MongoDB that is away makes every operation reject with store_unavailable, without credentials", async () => {
  await using connection = connectMongo({
    uri: "mongodb://attendant:verysecret@127.0.0.1:9/attendant",
    operationMs: 2_000,
  });
  const jobs = createMongoJobs(connection);
  const attempts = [
    () => jobs.connect(),
    () => jobs.repository.getQueueSize(),
    () => jobs.repository.saveJob({ name: "n", priority: 0, type: "normal", nextRunAt: null, data: {} }, undefined),
  ];
  for (const attempt of attempts) {
    await assert.rejects(attempt, (error) => {
      assert.ok(error instanceof AttendantError && error.code === "store_unavailable");
      assert.doesNotMatch(`${error.message} ${error.stack} ${String(error.cause)}`, /verysecret/);
      return true;
    });
  }
});

const mongo = await findMongo();
if (typeof mongo === "string") {
  describe("Agenda's backend on MongoDB", () => test("is there to test with", { skip: mongo }, () => {}));
} else {
  const server = await mongo.open();
  after(() => server[Symbol.asyncDispose]());
  agendaBackendContract("MongoDB", () => mongoPlace(server.freshDatabase()));
}
