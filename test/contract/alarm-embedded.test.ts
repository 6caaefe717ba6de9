import { alarmContract, noRejectionUnhandled } from "./alarm.contract.js";
import { sqliteAlarmPlace } from "./job-places.js";

noRejectionUnhandled();

alarmContract("the embedded store", sqliteAlarmPlace);
