import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { CallStore } from "../records/stores.js";
import type { Call } from "./call.js";

/** Has a call written down as it is now, without waiting: it goes on whatever the store does. */
export function keepRecord(call: Call, records: Pick<CallStore, "saveCall">, log: Log): void {
  records.saveCall(call.record).catch((error: unknown) => {
    log.warn("call_not_recorded", `A change of the call could not be kept: ${describe(error)}`);
  });
}
