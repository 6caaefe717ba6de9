import type { Metrics } from "../observability/metrics.js";
import type { Line } from "../telephony/line.js";
import type { SoundOverTurn } from "./sound-over-turn.js";
import type { Turn } from "./turn.js";

/** So long a reply is held up at a stretch, whatever it is for, and by one sound in all, ms: a recogniser has its time in it. */
const MAX_PAUSE_MS = 2_500;
const MAX_HELD_MS = 4_000;

export type HeldUp = ReturnType<typeof heldUp>;

/** How the turn is held up by what sounds over it, and goes on. */
export function heldUp(needs: {
  readonly line: Line;
  readonly metrics: Pick<Metrics, "pausedReply">;
  readonly turn: () => Turn | undefined;
}) {
  const { line, metrics, turn: turnNow } = needs;
  return { holdUp, playOn, playOnInTime, notePause };

  /** Falls silent for it, and lets nothing more of the turn begin, until it is known what it is, or nobody would wait for that. */
  function holdUp(of: SoundOverTurn): void {
    const maxMs = Math.min(MAX_PAUSE_MS, MAX_HELD_MS - of.heldMs);
    if (maxMs <= 0) return;
    line.pause();
    of.pausedAt ??= performance.now();
    playOnInTime(of, maxMs);
    const turn = turnNow();
    if (!turn || of.release) return;
    turn.heldBack = new Promise((resolve) => {
      of.release = () => {
        of.release = undefined;
        resolve();
      };
    });
    of.scope.onEnd(() => of.release?.());
  }

  /** Its end will tell what it is; the reply does not wait for that for ever. */
  function playOnInTime(of: SoundOverTurn, maxMs: number, isStillSo = () => true): void {
    const { pausedAt } = of;
    if (pausedAt === undefined) return;
    const isDue = () => of.pausedAt === pausedAt && isStillSo(); // Another pause has a time of its own.
    const timer = setTimeout(() => isDue() && playOn(of), Math.max(0, pausedAt + maxMs - performance.now()));
    of.scope.onEnd(() => clearTimeout(timer));
  }

  /** As far as is known it is nobody: the line plays again, and a turn that was held back for it begins. */
  function playOn(of: SoundOverTurn): void {
    if (of.pausedAt === undefined) return;
    notePause(of);
    of.release?.();
    line.resume();
  }

  /** The line plays again, or there is nothing more to play. */
  function notePause(of: SoundOverTurn): void {
    if (of.pausedAt === undefined) return;
    const pausedMs = performance.now() - of.pausedAt;
    of.pausedAt = undefined;
    of.heldMs += pausedMs;
    metrics.pausedReply(pausedMs / 1000);
    const turn = turnNow();
    if (turn) turn.notes.pausedMs += pausedMs;
  }
}
