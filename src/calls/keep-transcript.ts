import { pause, unlessAborted } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import { WaitsInMemory } from "../records/store-away.js";
import type { CallStore } from "../records/stores.js";
import type { Call } from "./call.js";

/** So often it is looked whether anything was said, ms: the most that is not known of a call whose process dies. */
const LOOK_EVERY_MS = 1_000;

/**
 * Writes down what is said while it is said, so that another process can go on with the call. The sound waits for none of it.
 *
 * @throws the signal's reason
 */
export async function keepTranscript(
  call: Call,
  signal: AbortSignal,
  { records, log }: { readonly records: Pick<CallStore, "saveTranscript">; readonly log: Log },
): Promise<never> {
  const { callId } = call.record;
  const { transcript } = call;
  let kept = "";
  for (;;) {
    await pause(LOOK_EVERY_MS, signal);
    const entries = transcript.asOfNow;
    const last = entries.at(-1);
    const state = `${entries.length} ${last?.who === "assistant" ? `${last.text.length} ${last.unheard?.length}` : ""}`;
    if (state === kept) continue;
    kept = state;
    const saved = records.saveTranscript(callId, entries, call.record.owner).catch((error: unknown) => {
      if (error instanceof WaitsInMemory) return; // The health of the store says it, once and not of each call.
      log.warn("transcript_not_recorded", `What was said so far could not be kept: ${describe(error)}`);
    });
    await unlessAborted(signal, saved); // A store that hangs keeps no call from its end.
  }
}
