import { Ending } from "../../kernel/ending.js";
import type { Chain } from "../../records/schedule.js";
import type { LiveCalls } from "../live/live-calls.js";

/**
 * Hangs up the calls of a chain that are live here and no longer wanted: all of them once the chain is over, before that the
 * stopped ones. A telephone that was answered is not stopped: someone may be listening there.
 */
export function hangUpUnwanted({ progress }: Chain, liveCalls: Pick<LiveCalls, "find">): void {
  const { status, steps } = progress;
  const isOver = status !== "in_progress";
  for (const { callId, outcome, isStopped } of steps) {
    const live = outcome === null ? liveCalls.find(callId) : undefined;
    // Who was put through talks to a colleague. A chain that a client ends is ended for them, too.
    if (status === "reached" && live?.call.record.stage === "put_through") continue;
    if (isOver) live?.scope.end(new Ending("cancelled", "The chain that it was part of is over."));
    else if (isStopped && live?.call.record.answeredAt === null) {
      live.scope.end(new Ending("cancelled", "Someone else has answered."));
    }
  }
}
