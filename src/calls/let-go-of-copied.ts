import type { CallStore, ScheduleStore } from "../records/stores.js";
import { concludeOccurrence, type ConcludeOccurrenceNeeds } from "../scheduling/conclude-occurrence.js";
import { brokenOff } from "./settle-record.js";

export interface CopiedCallsNeeds extends Omit<ConcludeOccurrenceNeeds, "store"> {
  readonly store: Pick<CallStore, "unfinishedCalls" | "saveCall"> & ScheduleStore;
  /** The longest that a call may last, from its answer on, ms. */
  readonly maxCallMs: number;
}

const COPIED = "The store was copied or moved during the call: how it ended is not known here.";

/**
 * Brings to their end, and tells nobody, the calls and runs of an owner that were under way when its store was copied: the one
 * that it was copied from has them, rings for them and reports how they ended.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function letGoOfCopied(owner: string, needs: CopiedCallsNeeds): Promise<void> {
  const { store, maxCallMs, log, now } = needs;
  for (const record of await store.unfinishedCalls(owner)) {
    await store.saveCall({ ...brokenOff(record, maxCallMs, now()), status: "failed", error: COPIED });
    log.warn("copied_call_let_go", COPIED, { call_id: record.callId });
  }
  for (const occurrence of await store.openOccurrences({ owner })) {
    const end = { kind: "over", outcome: "failed", callId: null, error: COPIED } as const;
    await concludeOccurrence({ occurrence, schedule: undefined }, end, needs);
  }
}
