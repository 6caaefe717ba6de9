import { pause } from "../../../src/kernel/deadline.js";
import { type Bed, EchoController, loopDelayMs, sweep, type Telephone } from "../../../test/support/index.js";

const SWEEP_MS = 120;
/** Longer than any loop of a healthy bed. */
const BACK_MS = 320;
/** Until the echo has joined its end, ms. */
const SETTLE_MS = 200;
/** Sweeps in a call. The two Asterisks tick each at its own moment, which stays the same for a call. */
const SWEEPS = 3;
/** Calls, one after the other, so that those moments are met in many ways. */
const CALLS = 12;

/**
 * How long sound takes from the telephone through both Asterisks to something that sends it straight back, and back to
 * the telephone: ms, one figure for each sweep.
 *
 * One call at a time, however many there are later. With many, an echo, which never pauses, builds up a queue in Asterisk
 * that a conversation does not have; taking that for the media path's own would flatter the controller.
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
