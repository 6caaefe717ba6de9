import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import { WaitsInMemory } from "../records/store-away.js";
import type { CallStore } from "../records/stores.js";
import type { Call } from "./call.js";

/**
 * Writes a call down as it is now; the call goes on whatever the store does. A write that is queued is not logged: the health
 * of the store shows it. Never rejects.
 */
export async function keepRecord(call: Call, records: Pick<CallStore, "saveCall">, log: Log): Promise<void> {
  try {
    await records.saveCall(call.record);
  } catch (error) {
    if (error instanceof WaitsInMemory) return;
    log.warn("call_not_recorded", `Could not store a change of the call: ${describe(error)}`);
  }
}
