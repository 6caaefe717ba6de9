import { withDeadline } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { CallStore } from "../records/stores.js";
import type { Call } from "./call.js";

/** The caller hears nothing meanwhile, ms. */
const WITHIN_MS = 2_000;

export interface LetGoNeeds {
  readonly records: Pick<CallStore, "saveCall" | "saveTranscript" | "takeCall">;
  /** Whose calls are that this process has handed over. */
  readonly handedOverTo: string;
  readonly log: Log;
}

/**
 * Writes a call down as it stands, as nobody's, for any other process to go on with. Where that fails, the next one of the
 * same folder does, with what was written before. Never rejects.
 */
export async function letGoOfCall(call: Call, { records, handedOverTo, log }: LetGoNeeds): Promise<void> {
  // Who is with the operator stays so.
  if (call.record.stage === undefined) call.goesOn("handed_over");
  const { callId, owner } = call.record;
  try {
    await withDeadline(WITHIN_MS, undefined, "writing down where a call stands", async () => {
      await records.saveTranscript(callId, call.transcript.entries, owner);
      await records.saveCall(call.record);
      await records.takeCall(callId, owner, handedOverTo);
    });
    log.info("call_handed_over", "A call waits for the next process to go on with it");
  } catch (error) {
    log.warn("call_not_handed_over", `Where a call stands could not be written down: ${describe(error)}`);
  }
}
