import type { Scope } from "../kernel/scope.js";
import type { Line } from "../telephony/line.js";
import type { Floor } from "../turn-taking/floor.js";

/** How long a callee who has us on hold is waited for, in ms: a parked call must not keep others from being called. */
export const HOLD_MS = 120_000;

/** The callee, who had us on hold, hears us again. */
export interface CalleeIsBack {
  readonly kind: "back";
}

/** Keeps the callee's time to answer from running out while they have us on hold. */
export interface HoldWatch {
  /** Whether they had us on hold while the question was asked, so that they have not heard all of it. */
  readonly isMissed: boolean;
  /** Whether they have had us on hold for {@link HOLD_MS}; `idle` follows when that begins. */
  readonly isParked: boolean;
  /** The question is asked from now on. */
  asks(): void;
  /** Opens the floor for so long, in ms; during a hold, until the callee is back or `isParked`. */
  open(ms: number): void;
}

export function watchHolds(
  line: Pick<Line, "isHeld" | "onHeld">,
  floor: Pick<Floor<CalleeIsBack>, "turn" | "isOpen" | "open" | "put">,
  scope: Scope,
): HoldWatch {
  let isMissed = false;
  let isParked = false;
  let timer: NodeJS.Timeout | undefined;
  const change = (isHeld: boolean) => {
    clearTimeout(timer);
    isParked = false;
    if (isHeld) timer = setTimeout(park, HOLD_MS);
  };
  const park = () => {
    isParked = true;
    floor.put({ kind: "idle" });
  };
  change(line.isHeld());
  scope.onEnd(() => clearTimeout(timer));
  scope.onEnd(
    line.onHeld((now) => {
      change(now);
      isMissed ||= now && floor.turn !== undefined;
      if (!now) floor.put({ kind: "back" });
      else if (floor.isOpen) floor.open();
    }),
  );
  return {
    get isMissed() {
      return isMissed;
    },
    get isParked() {
      return isParked;
    },
    asks() {
      isMissed = line.isHeld();
    },
    open: (ms) => floor.open(isParked ? 0 : line.isHeld() ? undefined : ms),
  };
}
