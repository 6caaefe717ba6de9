import type { Metrics } from "../../observability/metrics.js";
import type { Line } from "../../telephony/line.js";
import type { Turn } from "../turn.js";

/** Pauses playback for a sound over the turn, and lets nothing more of the turn begin meanwhile. */
export function pausedPlayback(needs: {
  readonly line: Line;
  readonly metrics: Pick<Metrics, "pausedReply">;
  readonly turn: () => Turn | undefined;
}) {
  const { line, metrics } = needs;
  /** Since when playback is paused, on the clock of `performance.now()`. */
  let pausedAt: number | undefined;
  let releaseTurn: (() => void) | undefined;

  return {
    pause(): void {
      line.pause();
      pausedAt ??= performance.now();
      const turn = needs.turn();
      if (!turn || releaseTurn) return;
      turn.heldBack = new Promise((resolve) => {
        releaseTurn = () => {
          releaseTurn = undefined;
          resolve();
        };
      });
    },
    resume(): void {
      note();
      releaseTurn?.();
      line.resume();
    },
    /** Notes the pause: the line plays again, or there is nothing more to play. */
    note,
  };

  function note(): void {
    if (pausedAt === undefined) return;
    const pausedMs = performance.now() - pausedAt;
    pausedAt = undefined;
    metrics.pausedReply(pausedMs / 1000);
    const turn = needs.turn();
    if (turn) turn.notes.pausedMs += pausedMs;
  }
}
