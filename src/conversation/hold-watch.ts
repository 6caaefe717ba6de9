import type { Scope } from "../kernel/scope.js";
import type { Line } from "../telephony/line.js";
import type { Floor } from "../turn-taking/floor.js";

/** The callee, who had us on hold, hears us again. */
export interface CalleeIsBack {
  readonly kind: "back";
}

/** Keeps the callee's time to answer from running out while they have us on hold. */
export interface HoldWatch {
  /** Whether they had us on hold while the question was asked, so that they have not heard all of it. */
  readonly isMissed: boolean;
  /** The question is asked from now on. */
  asks(): void;
  /** Opens the floor for so long, in ms; during a hold, until the callee is back. */
  open(ms: number): void;
}

export function watchHolds(
  line: Pick<Line, "isHeld" | "onHeld">,
  floor: Pick<Floor<CalleeIsBack>, "turn" | "isOpen" | "open" | "put">,
  scope: Scope,
): HoldWatch {
  let isMissed = false;
  scope.onEnd(
    line.onHeld((now) => {
      isMissed ||= now && floor.turn !== undefined;
      if (!now) floor.put({ kind: "back" });
      else if (floor.isOpen) floor.open();
    }),
  );
  return {
    get isMissed() {
      return isMissed;
    },
    asks() {
      isMissed = line.isHeld();
    },
    open: (ms) => floor.open(line.isHeld() ? undefined : ms),
  };
}
