import { SAMPLE_RATE } from "../../audio/pcm.js";
import { tone } from "../../audio/tone.js";
import { onAbort } from "../../kernel/abort.js";
import { pause } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import type { ReturningCall } from "../../telephony/incoming-call.js";
import type { Line } from "../../telephony/line.js";

/** The waiting sound, which Asterisk plays too: 425 Hz for 150 ms of each second. */
const TONE_HZ = 425;
const TONE_MS = 150;
/** 0–1: about as loud as a telephone's own tones. */
const AMPLITUDE = 0.09;

/**
 * Returns the call with the waiting sound on its line, after `afterMs` and until `signal` aborts: finding the call that the
 * channel belongs to may take a while. Answering it uses the line of the waiting sound, if there is one.
 */
export function waitOnLine(incoming: ReturningCall, afterMs: number, signal: AbortSignal): ReturningCall {
  let answered: Promise<Line> | undefined;
  const answer = () => (answered ??= incoming.answer());

  async function wait(): Promise<void> {
    await pause(afterMs, signal);
    const line = await answer();
    if (signal.aborted) return;
    const stop = onAbort(signal, () => line.flush());
    const second = new Int16Array(SAMPLE_RATE);
    second.set(tone(TONE_HZ, TONE_MS, AMPLITUDE));
    while (!signal.aborted && !line.signal.aborted) {
      await line.play(second);
      await line.mark();
    }
    stop();
  }
  // A line that cannot be set up ends the call.
  wait().catch((error: unknown) => {
    if (!signal.aborted) incoming.scope.end(Ending.of(error));
  });
  const { channelId, caller, extension, scope } = incoming;
  const reject: ReturningCall["reject"] = (how) => incoming.reject(how);
  const hadDialled: ReturningCall["hadDialled"] = (...target) => incoming.hadDialled(...target);
  return { channelId, caller, extension, scope, hadDialled, answer, reject };
}
