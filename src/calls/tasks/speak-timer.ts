import { unlessAborted } from "../../kernel/deadline.js";
import type { Schedule } from "../../records/schedule.js";
import { conversationsOf, type LiveCall, type LiveCalls } from "../live-calls.js";
import { type CallerIdTrust, taskOwnerOf } from "./task-owner.js";

/** So often an alert is begun that its caller speaks over. */
const ATTEMPTS = 3;

/**
 * What came of it: nobody is there to hear it (any more), they heard it, they spoke over it again and again, or there was no
 * word to be had: they did not let anybody have it in time, or too many wait for it.
 */
export type TimerSpoken = "nobody" | "heard" | "spoken_over" | "no_word";

export interface SpeakTimerNeeds {
  readonly liveCalls: LiveCalls;
  readonly trustCallerId: CallerIdTrust;
}

/**
 * Says a timer's message in the conversation of the one who has set it. When that ends without their having heard it,
 * resolves when its line is free: a telephone that is being hung up cannot be rung.
 *
 * @param patience ends the wait for the word
 */
export async function speakTimer(
  timer: Schedule,
  { patience, ...needs }: SpeakTimerNeeds & { readonly patience: AbortSignal },
): Promise<TimerSpoken> {
  const live = callOf(timer, needs);
  if (!live) return "nobody";
  for (let attempt = 0; live.interject; attempt++) {
    if (attempt === ATTEMPTS) return "spoken_over";
    const heard = live.interject(timer.message ?? "", patience);
    if (!heard) return "no_word";
    if (await heard) return "heard";
    if (patience.aborted) return "no_word";
  }
  await unlessAborted(patience, live.call.ended).catch(() => {});
  return "nobody";
}

/** The call that it was set in, or another of the same caller. A client's that is about none is for the only conversation. */
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
