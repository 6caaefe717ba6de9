import { findMongo } from "../support/mongo/mongo-server.js";
import { onMongo } from "../support/mongo/on-mongo.js";
import { alarmContract, noRejectionUnhandled } from "./alarm.contract.js";
import { mongoAlarmPlace } from "./job-places.js";

noRejectionUnhandled();

await onMongo(await findMongo(), "an alarm on MongoDB", (server) =>
  alarmContract("MongoDB", () => mongoAlarmPlace(server.freshDatabase())),
);
