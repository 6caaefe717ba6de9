// needs: quiet

import { findMongo } from "../support/mongo/mongo-server.js";
import { onMongo } from "../support/mongo/on-mongo.js";
import { alarmOnTimeContract, noRejectionUnhandled } from "./alarm.contract.js";
import { mongoAlarmPlace, sqliteAlarmPlace } from "./job-places.js";

noRejectionUnhandled();

alarmOnTimeContract("the embedded store", sqliteAlarmPlace);

await onMongo(await findMongo(), "an alarm on MongoDB", (server) =>
  alarmOnTimeContract("MongoDB", () => mongoAlarmPlace(server.freshDatabase())),
);
