import { alarmContract, noRejectionUnhandled } from "./alarm.contract.js";
import { sqlitePlace } from "./job-places.js";

noRejectionUnhandled();

alarmContract("the embedded store", async () => {
  const place = await sqlitePlace();
  return { ...place, ringer: ["sqlite", place.path] };
});
