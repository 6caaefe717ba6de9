import { announce, type AnnounceNeeds } from "../../conversation/announce.js";
import type { PickUpWatch } from "../../conversation/pick-up/watch-pick-up.js";

/** How long the beep is waited for, in ms: greetings last up to a minute. */
const BEEP_MS = 60_000;
/** A machine that has been quiet for so long after its greeting records, although no beep was recognised, in ms. */
const QUIET_MS = 4_000;
/** A tone that ended at most this long before we fell silent was the beep, in ms. */
const JUST_NOW_MS = 1_000;

/**
 * Says sentences after the beep of an answering machine. Resolves with whether they were heard to their end; a menu without a beep
 * gets none.
 *
 * @throws the scope's ending if the machine hangs up meanwhile · {AttendantError} `tts_failed`
 */
export async function speakAfterBeep(
  sentences: readonly string[],
  watch: PickUpWatch,
  toLine: AnnounceNeeds,
): Promise<boolean> {
  const since = watch.soundMs - JUST_NOW_MS;
  const mayRecord = () => {
    if (watch.toneAt !== undefined && watch.toneAt >= since) return true;
    return watch.state.finding?.who === "machine" && watch.quietMs >= QUIET_MS;
  };
  return (await watch.until(mayRecord, BEEP_MS, toLine.scope.signal)) && (await announce(sentences, toLine));
}
