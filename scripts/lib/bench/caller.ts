import { pause } from "../../../src/kernel/deadline.js";
import type { CallRecording, Stretch, TelephoneCall } from "../../../test/support/index.js";
import { machineNow } from "./clock.js";

/** A finished call. Positions are samples from the answer on. */
export interface HeldCall {
  readonly recording: CallRecording;
  /** The position of each utterance of the caller. */
  readonly said: readonly Stretch[];
  /** The start of the recording on the machine's clock, in ms. */
  readonly zeroMs: number;
  /** When frames were sent and received, in ms on the machine's clock, by position; only if the far end is ours. */
  readonly frames?: {
    /** When the caller's frame was sent. */
    sentAt(position: number): number;
    /** When the frame played there could have been played. */
    readyAt(position: number): number;
  };
}

export interface CallPlan {
  readonly call: TelephoneCall;
  /** The utterances, in order. */
  readonly sayings: readonly Int16Array[];
  /** From the start of one utterance to the next, in ms. The replies are found in the recording afterwards. */
  readonly periodMs: number;
  /** The first one begins this long after the answer, in ms: after the greeting. */
  readonly firstAfterMs: number;
  readonly signal: AbortSignal;
}

/**
 * Speaks at fixed times and hangs up. It does not listen meanwhile, so that many calls in one process do not delay each other:
 * the replies are found in the recording.
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
