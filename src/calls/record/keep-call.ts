import { pause, unlessAborted, withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import { WaitsInMemory } from "../../records/store-away.js";
import type { CallStore } from "../../records/stores.js";
import type { Call } from "./call.js";

/**
 * Stores a call as it is now; the call continues whatever the store does. A write that is queued is not logged: the health of
 * the store shows it. Never rejects.
 */
export async function keepRecord(call: Call, records: Pick<CallStore, "saveCall">, log: Log): Promise<void> {
  try {
    await records.saveCall(call.record);
  } catch (error) {
    if (error instanceof WaitsInMemory) return;
    log.warn("call_not_recorded", `Could not store a change of the call: ${describe(error)}`);
  }
}

/** Maximum time that people wait for a slow store, in ms: slightly longer than a write takes to reach the journal. */
const SOON_MS = 2_000;

/** Waits until a record is stored, but no longer than people on the line should. @throws the signal's reason when it aborts */
export async function keptSoon(stored: Promise<void>, signal: AbortSignal): Promise<void> {
  await withDeadline(SOON_MS, signal, "keeping the record", () => stored).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof Ending)) throw error;
  });
}

/** Interval of the checks for new words, in ms: the most that is lost of a call whose process dies. */
const LOOK_EVERY_MS = 1_000;

/**
 * Stores what is said while it is said, so that another process can resume the call. The audio never waits for it.
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
      if (error instanceof WaitsInMemory) return; // The health of the store shows it, once for all calls.
      log.warn("transcript_not_recorded", `Could not store what was said so far: ${describe(error)}`);
    });
    await unlessAborted(signal, saved); // A store that hangs does not delay the end of a call.
  }
}
