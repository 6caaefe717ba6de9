import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { CallStore } from "../../records/stores.js";
import type { LiveCall } from "./live-calls.js";

/** Maximum time for the writes, in ms: the caller hears silence meanwhile. */
const WITHIN_MS = 2_000;

export interface HandOverNeeds {
  readonly records: Pick<CallStore, "saveCall" | "saveTranscript" | "takeCall">;
  /** Owner of the calls that this process has handed over. */
  readonly handedOverTo: string;
  readonly log: Log;
}

/**
 * Stores a call as it stands, without a live owner, for any other process to resume, and ends its scope. If that fails, the next process on the
 * same folder resumes it from what was stored before. Never rejects.
 */
export async function handOverCall(
  { call, scope }: Pick<LiveCall, "call" | "scope">,
  { records, handedOverTo, log }: HandOverNeeds,
): Promise<void> {
  // A caller who is with the operator stays there.
  if (call.record.stage === undefined) call.goesOn("handed_over");
  const { callId, owner } = call.record;
  try {
    await withDeadline(WITHIN_MS, undefined, "storing the state of a call", async () => {
      await records.saveTranscript(callId, call.transcript.entries, owner);
      await records.saveCall(call.record);
      await records.takeCall(callId, owner, handedOverTo);
    });
    log.info("call_handed_over", "The call is ready to be resumed by the next process");
  } catch (error) {
    log.warn("call_not_handed_over", `Could not store the state of the call: ${describe(error)}`);
  }
  scope.end(new Ending("handed_over"));
}
