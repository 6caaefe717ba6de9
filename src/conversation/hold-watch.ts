import type { Scope } from "../kernel/scope.js";
import type { Line } from "../telephony/line.js";
import type { Floor } from "../turn-taking/floor.js";

/** The callee, who had us on hold, hears us again. */
export interface CalleeIsBack {
  readonly kind: "back";
}

/** Keeps the callee's time to answer from running out while they have us on hold. */
export interface HoldWatch {
  readonly isHeld: boolean;
  /** Whether they had us on hold while the question was asked, so that they have not heard all of it. */
  readonly isMissed: boolean;
  /** The question is asked from now on. */
  asks(): void;
  /** Opens the floor for so long, in ms; during a hold, until the callee is back. */
  open(ms: number): void;
}

export function watchHolds(
  line: Pick<Line, "onHeld">,
  floor: Pick<Floor<CalleeIsBack>, "turn" | "isOpen" | "open" | "put">,
  scope: Scope,
): HoldWatch {
  let isHeld = false;
  let isMissed = false;
  scope.onEnd(
    line.onHeld((now) => {
      isHeld = now;
      isMissed ||= now && floor.turn !== undefined;
      if (!now) floor.put({ kind: "back" });
      else if (floor.isOpen) floor.open();
    }),
  );
  return {
    get isHeld() {
      return isHeld;
    },
    get isMissed() {
      return isMissed;
    },
    asks() {
      isMissed = isHeld;
    },
    open: (ms) => floor.open(isHeld ? undefined : ms),
  };
}
