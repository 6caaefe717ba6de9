import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import { WaitsInMemory } from "../records/store-away.js";
import type { CallStore } from "../records/stores.js";
import type { Call } from "./call.js";

/**
 * Has a call written down as it is now: it goes on whatever the store does. What waits in memory is nothing to tell of each
 * call: the health of the store says it. Never rejects.
 */
export async function keepRecord(call: Call, records: Pick<CallStore, "saveCall">, log: Log): Promise<void> {
  try {
    await records.saveCall(call.record);
  } catch (error) {
    if (error instanceof WaitsInMemory) return;
    log.warn("call_not_recorded", `A change of the call could not be kept: ${describe(error)}`);
  }
}
