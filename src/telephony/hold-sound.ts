import type { Scope } from "../kernel/scope.js";
import type { Line } from "./line.js";

/** Finds out which of the sound on a line was played while the far side had us on hold. */
export interface HoldSound {
  /** The hold begins, or is over. */
  held(isHeld: boolean): void;
  /** Sound is added. */
  plays(): void;
  /** Returns whether the far side heard what was added since the last mark, given whether it was played. */
  mark(played: Promise<boolean>): Promise<boolean>;
  /** All sound is dropped. */
  flush(): void;
}

/** Sound between two marks. */
interface Stretch {
  isMissed: boolean;
}

export function createHoldSound(): HoldSound {
  let isHeld = false;
  /** Stretches that were not played to their end, in order of playback. */
  let pending: Stretch[] = [];
  /** The last of them, if it can grow. */
  let open: Stretch | undefined;

  /** What is played first, is played during a hold. */
  function note(): void {
    const [first] = pending;
    if (first && isHeld) first.isMissed = true;
  }

  function plays(): Stretch {
    if (open) return open;
    open = { isMissed: false };
    pending.push(open);
    note();
    return open;
  }

  return {
    held(now) {
      isHeld = now;
      note();
    },
    plays,
    async mark(played) {
      const stretch = plays();
      open = undefined;
      const wasPlayed = await played;
      const at = pending.indexOf(stretch);
      pending.splice(0, at + 1);
      note();
      return wasPlayed && !stretch.isMissed;
    },
    flush() {
      pending = [];
      open = undefined;
    },
  };
}

/** Returns whether the far side has had us on hold since this was called. */
export function watchForHold(line: Pick<Line, "isHeld" | "onHeld">, scope: Scope): () => boolean {
  let wasHeld = line.isHeld();
  scope.onEnd(line.onHeld(() => (wasHeld = true)));
  return () => wasHeld;
}
