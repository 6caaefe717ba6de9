import { pause } from "../../../src/kernel/deadline.js";
import { loopDelayMs, sweep } from "../../../test/support/bed/alignment.js";
import type { Bed } from "../../../test/support/bed/bed.js";
import { EchoController } from "../../../test/support/bed/echo-controller.js";
import type { Telephone } from "../../../test/support/bed/telephone.js";

const SWEEP_MS = 120;
/** Longer than any loop of a healthy bed. */
const BACK_MS = 320;
/** Sweeps in a call. The two Asterisks tick each at its own moment, which stays the same for a call. */
const SWEEPS = 3;
/** With one call at a time, so many calls one after the other, for the moments to be met evenly. */
const ROUNDS = 12;

/**
 * How long sound takes from the telephone through both Asterisks to something that sends it straight back, and back to
 * the telephone, with `calls` calls at a time. ms, one figure for each sweep.
 */
export async function measureMediaLoop(
  bed: Bed,
  telephone: Telephone,
  { calls, signal }: { readonly calls: number; readonly signal: AbortSignal },
): Promise<readonly number[]> {
  await using _echo = await EchoController.connect(bed.assistantAsterisk.ari);
  const loops: number[] = [];
  for (let round = 0; round < Math.max(1, Math.round(ROUNDS / calls)); round++) {
    const lines = await Promise.all(Array.from({ length: calls }, (_, line) => echoed(telephone, line, calls, signal)));
    loops.push(...lines.flat());
  }
  return loops;
}

async function echoed(telephone: Telephone, line: number, calls: number, signal: AbortSignal): Promise<number[]> {
  // Not all at the same moment: so do callers not.
  await pause((line / calls) * 1_000, signal);
  await using call = await telephone.dial("8000", { signal });
  const said = [];
  await pause(calls > 1 ? 2_000 : 200, signal); // Until all of them are up.
  for (let n = 0; n < SWEEPS; n++) {
    said.push(await call.say(sweep(SWEEP_MS), { signal }));
    await pause(BACK_MS, signal);
  }
  const recording = call.recording();
  return said.map((stretch) => loopDelayMs(recording, stretch));
}
