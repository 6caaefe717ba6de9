import { samplesIn } from "../../audio/pcm.js";
import { tone } from "../../audio/tone.js";
import type { DirectoryEntry } from "../../directory/entry.js";
import { unlessAborted } from "../../kernel/deadline.js";
import type { Scope } from "../../kernel/scope.js";
import { watchForHold } from "../../telephony/hold-sound.js";
import type { Line } from "../../telephony/line.js";

/** Ringback: a tone of one second, followed by less than two seconds of silence. */
const RINGBACK_HZ = 425;
const RINGBACK_MS = 1_000;
const PERIOD_MS = 2_800;

/**
 * Keeps a caller from hearing silence while a colleague is reached, until the scope ends. A warm transfer plays music,
 * or ringback if there is no music; a blind one plays ringback. What the caller says meanwhile is not meant for us.
 *
 * @param first played before music or ringback; default: nothing
 */
export async function holdCaller(
  line: Line,
  { mode, music }: DirectoryEntry,
  scope: Scope,
  first?: Int16Array,
): Promise<void> {
  scope.onEnd(() => line.flush());
  const wasHeld = watchForHold(line, scope);
  /** Whether the line was flushed or hung up, so that the caller hears something else. */
  const isCutOff = (isHeard: boolean) => !isHeard && (!wasHeld() || line.signal.aborted);
  if (first) {
    void line.play(first.slice());
    if (isCutOff(await unlessAborted(scope.signal, line.mark()))) return;
  }
  if (mode === "warm") {
    scope.onEnd(() => line.endHold());
    if (await unlessAborted(scope.signal, line.hold(music))) return;
  }
  const period = new Int16Array(samplesIn(PERIOD_MS));
  period.set(tone(RINGBACK_HZ, RINGBACK_MS, 0.1));
  const ring = () => {
    void line.play(period.slice());
    return line.mark();
  };
  // One is always queued behind the one that plays: the silence does not grow while this process is busy.
  let ringing = ring();
  while (!scope.ending) {
    const next = ring();
    if (isCutOff(await unlessAborted(scope.signal, ringing))) return;
    ringing = next;
  }
}
