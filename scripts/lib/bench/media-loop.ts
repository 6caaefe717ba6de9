import { pause } from "../../../src/kernel/deadline.js";
import { type Bed, EchoController, loopDelayMs, sweep, type Telephone } from "../../../test/support/index.js";

const SWEEP_MS = 120;
/** Longer than any round trip of a healthy test bed. */
const BACK_MS = 320;
/** Time until the echo has joined, in ms. */
const SETTLE_MS = 200;
/** Sweeps per call. The two Asterisks tick at different moments, which are constant during a call. */
const SWEEPS = 3;
/** Consecutive calls, so that many combinations of those moments are measured. */
const CALLS = 12;

/**
 * Measures the time from the telephone through both Asterisks to an echo and back, in ms, one figure per sweep.
 *
 * One call at a time, however many there are later. With many, an echo, which never pauses, builds up a queue in Asterisk that a
 * conversation does not have; attributing that to the media path would flatter the controller.
 */
export async function measureMediaLoop(
  bed: Bed,
  telephone: Telephone,
  signal: AbortSignal,
): Promise<readonly number[]> {
  await using _echo = await EchoController.connect(bed.assistantAsterisk.ari);
  const loops: number[] = [];
  for (let round = 0; round < CALLS; round++) {
    await using call = await telephone.dial("8000", { signal });
    await pause(SETTLE_MS, signal);
    const said = [];
    for (let n = 0; n < SWEEPS; n++) {
      said.push(await call.say(sweep(SWEEP_MS), { signal }));
      await pause(BACK_MS, signal);
    }
    const recording = call.recording();
    loops.push(...said.map((stretch) => loopDelayMs(recording, stretch)));
  }
  return loops;
}
