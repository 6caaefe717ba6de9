import { unlessAborted } from "../../kernel/deadline.js";
import type { Schedule } from "../../records/schedule.js";
import { conversationsOf, type LiveCall, type LiveCalls } from "../live/live-calls.js";
import { type CallerIdTrust, taskOwnerOf } from "./task-owner.js";

/** Maximum number of attempts at an alert that the caller speaks over. */
const ATTEMPTS = 3;

/**
 * The result: the caller is not (or no longer) on the line, heard the alert, spoke over every attempt, or it could not be
 * said, because they left no pause in time or too many sentences are queued.
 */
export type TimerSpoken = "gone" | "heard" | "spoken_over" | "no_word";

export interface SpeakTimerNeeds {
  readonly liveCalls: LiveCalls;
  readonly trustCallerId: CallerIdTrust;
}

/**
 * Says a timer's message in the conversation of the caller who set it. If that ends before they have heard it, resolves when
 * its line is free: a telephone that is being hung up cannot be called.
 *
 * @param patience ends the wait for a pause
 */
export async function speakTimer(
  timer: Schedule,
  { patience, ...needs }: SpeakTimerNeeds & { readonly patience: AbortSignal },
): Promise<TimerSpoken> {
  const live = callOf(timer, needs);
  if (!live) return "gone";
  for (let attempt = 0; live.interject; attempt++) {
    if (attempt === ATTEMPTS) return "spoken_over";
    const heard = live.interject(timer.message ?? "", patience);
    if (!heard) return "no_word";
    if (await heard) return "heard";
    if (patience.aborted) return "no_word";
  }
  await unlessAborted(patience, live.call.ended).catch(() => {});
  return "gone";
}

/** Returns the call it was set in, or another of the same caller. A client's timer for no call is for the only conversation. */
function callOf(
  { setBy, setIn, extension }: Schedule,
  { liveCalls, trustCallerId }: SpeakTimerNeeds,
): LiveCall | undefined {
  const inbound = [...liveCalls].filter(({ call }) => call.record.direction === "inbound");
  const own = inbound.find(({ call }) => call.record.callId === setIn);
  if (own) return own;
  if (setBy !== null) return inbound.find((live) => taskOwnerOf(live, trustCallerId) === setBy);
  if (extension !== "") return inbound.find(({ call }) => call.record.caller === extension);
  if (setIn !== undefined) return undefined; // Another caller may be on the line by now.
  const conversations = conversationsOf(liveCalls);
  return conversations.length === 1 ? conversations[0] : undefined;
}
