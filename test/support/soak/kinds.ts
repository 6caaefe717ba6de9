import { INBOUND_KINDS } from "./inbound-kinds.js";
import type { People } from "./people.js";
import { PLACED_KINDS } from "./placed-kinds.js";
import { SCHEDULED_KINDS } from "./scheduled-kinds.js";

/** A kind of call that is made again and again. */
export interface CallKind {
  readonly name: string;
  /** How often it is made, in relation to the others. */
  readonly weight: number;
  /** Makes one; resolves when it is over. */
  make(people: People): Promise<void>;
}

/** What is due later comes first: a short run need not wait for it so long. */
export const CALL_KINDS: readonly CallKind[] = [...SCHEDULED_KINDS, ...INBOUND_KINDS, ...PLACED_KINDS];

/** One of them after the other for ever, as often as their weights say, mixed. */
export function* kindsMixed(random: () => number): Generator<CallKind, never> {
  const whole = CALL_KINDS.reduce((sum, { weight }) => sum + weight, 0);
  // Each once first, so that a short run has every kind.
  yield* CALL_KINDS;
  for (;;) {
    let left = random() * whole;
    yield CALL_KINDS.find(({ weight }) => (left -= weight) < 0) ?? (CALL_KINDS[0] as CallKind);
  }
}
