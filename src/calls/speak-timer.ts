import { unlessAborted } from "../kernel/deadline.js";
import type { Schedule } from "../records/schedule.js";
import { conversationsOf, type LiveConversation, setterOf } from "./conversations.js";
import type { LiveCalls } from "./live-calls.js";

/** So often an alert is begun that its caller speaks over. */
const ATTEMPTS = 3;

/**
 * What came of it: nobody is there to hear it (any more), they heard it, they spoke over it again and again, or they did not
 * let anybody have the word in time.
 */
export type TimerSpoken = "nobody" | "heard" | "spoken_over" | "no_word";

/**
 * Says a timer's message in the conversation of the one who has set it. When that ends without their having heard it,
 * resolves when its line is free: a telephone that is being hung up cannot be rung.
 *
 * @param patience ends the wait for the word
 */
export async function speakTimer(
  timer: Schedule,
  { liveCalls, patience }: { readonly liveCalls: LiveCalls; readonly patience: AbortSignal },
): Promise<TimerSpoken> {
  const live = conversationOf(timer, conversationsOf(liveCalls));
  if (!live) return "nobody";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await live.interject(timer.message ?? "", patience)) return "heard";
    if (patience.aborted) return "no_word";
    // A conversation that is over takes its call along right after.
    await new Promise((resolve) => setImmediate(resolve));
    if (!live.scope.ending) continue;
    await unlessAborted(patience, live.call.ended).catch(() => {});
    return "nobody";
  }
  return "spoken_over";
}

/** A client's timer that rings nobody is for the only conversation there is. */
function conversationOf(
  { setBy, extension }: Schedule,
  conversations: readonly LiveConversation[],
): LiveConversation | undefined {
  if (setBy !== null) return conversations.find((live) => setterOf(live) === setBy);
  if (extension !== "") return conversations.find((live) => live.call.record.caller === extension);
  return conversations.length === 1 ? conversations[0] : undefined;
}
