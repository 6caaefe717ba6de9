// needs: quiet

import { after, describe, test } from "node:test";
import { findMongo } from "../support/mongo/mongo-server.js";
import { alarmOnTimeContract, type AlarmPlace, noRejectionUnhandled } from "./alarm.contract.js";
import { mongoPlace, sqlitePlace } from "./job-places.js";

noRejectionUnhandled();

alarmOnTimeContract("the embedded store", async () => {
  const place = await sqlitePlace();
  return { ...place, ringer: ["sqlite", place.path] };
});

const mongo = await findMongo();
if (typeof mongo === "string") {
  describe("an alarm on MongoDB", () => test("is there to test with", { skip: mongo }, () => {}));
} else {
  const server = await mongo.open();
  after(() => server[Symbol.asyncDispose]());
  alarmOnTimeContract("MongoDB", async (): Promise<AlarmPlace> => {
    const uri = server.freshDatabase();
    return { ...(await mongoPlace(uri)), ringer: ["mongo", uri] };
  });
}
