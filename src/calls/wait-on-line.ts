import { pause } from "../kernel/deadline.js";
import { onAbort } from "../kernel/abort.js";
import { Ending } from "../kernel/ending.js";
import type { ReturningCall } from "../telephony/incoming-call.js";
import type { Line } from "../telephony/line.js";

const SAMPLE_RATE = 16_000;
/** The sound that Asterisk plays as well to whoever waits for a controller: 425 Hz for 150 ms in each second. */
const TONE_HZ = 425;
const TONE_MS = 150;
/** About as loud as a telephone's own tones. */
const LEVEL = 3_000;

/**
 * A call that came back, with the waiting sound on its line from `afterMs` on and until `signal` aborts: whoever looks it up
 * may take a while. Answering the call it returns gives that line, or answers it.
 */
export function waitOnLine(incoming: ReturningCall, afterMs: number, signal: AbortSignal): ReturningCall {
  let answered: Promise<Line> | undefined;
  const answer = () => (answered ??= incoming.answer());

  async function wait(): Promise<void> {
    await pause(afterMs, signal);
    const line = await answer();
    if (signal.aborted) return;
    const stop = onAbort(signal, () => line.flush());
    const second = waitingSecond();
    while (!signal.aborted && !line.signal.aborted) {
      await line.play(second);
      await line.mark();
    }
    stop();
  }
  // A line that cannot be made ends the call.
  wait().catch((error: unknown) => {
    if (!signal.aborted) incoming.scope.end(Ending.of(error));
  });
  return {
    channelId: incoming.channelId,
    caller: incoming.caller,
    extension: incoming.extension,
    scope: incoming.scope,
    answer,
    reject: (how) => incoming.reject(how),
  };
}

function waitingSecond(): Int16Array {
  const toneLength = (SAMPLE_RATE * TONE_MS) / 1000;
  const tone = (at: number) => Math.round(LEVEL * Math.sin((2 * Math.PI * TONE_HZ * at) / SAMPLE_RATE));
  return Int16Array.from({ length: SAMPLE_RATE }, (_, at) => (at < toneLength ? tone(at) : 0));
}
