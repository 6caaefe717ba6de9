import { pause } from "../../../src/kernel/deadline.js";
import type { CallRecording, Stretch, TelephoneCall } from "../../../test/support/index.js";
import { machineNow } from "./clock.js";

/** A call after its end. Positions are samples from the answer on. */
export interface HeldCall {
  readonly recording: CallRecording;
  /** Where each of the caller's sayings lies. */
  readonly said: readonly Stretch[];
  /** The recording's zero on the machine's clock, ms. */
  readonly zeroMs: number;
  /** When frames were on their way, ms on the machine's clock, by a position in them; only where the far end is ours. */
  readonly frames?: {
    /** When the caller's was sent. */
    sentAt(position: number): number;
    /** When the one that was played there could have been. */
    readyAt(position: number): number;
  };
}

export interface CallPlan {
  readonly call: TelephoneCall;
  /** What is said, in order. */
  readonly sayings: readonly Int16Array[];
  /** From the beginning of one saying to that of the next, ms. The replies are found in the recording afterwards. */
  readonly periodMs: number;
  /** The first one begins so long after the answer, ms: behind the greeting. */
  readonly firstAfterMs: number;
  readonly signal: AbortSignal;
}

/**
 * Says everything by the clock and hangs up. Nothing is listened for meanwhile, so that many calls in one process do not
 * hold each other up: what came back is found in the recording.
 */
export async function holdCall({ call, sayings, periodMs, firstAfterMs, signal }: CallPlan): Promise<HeldCall> {
  const zeroMs = machineNow() - call.length / 16;
  const said: Stretch[] = [];
  for (const [turn, samples] of sayings.entries()) {
    await pause(zeroMs + firstAfterMs + turn * periodMs - machineNow(), signal);
    said.push(await call.say(samples, { signal }));
  }
  await pause(zeroMs + firstAfterMs + sayings.length * periodMs - machineNow(), signal);
  const recording = call.recording();
  await call.hangUp();
  return { recording, said, zeroMs };
}
