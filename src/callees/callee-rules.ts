import { setImmediate } from "node:timers/promises";
import { type Hours, nextOpening } from "../hours/hours.js";
import { inPlusForm } from "../kernel/dialable-number.js";
import { zonesOfPrefix } from "./prefix-zones.js";

/** When, and how often, people outside the PBX are called. */
export interface CalleeRules {
  /**
   * When calls may be placed to them, by their own time; undefined for always. Its zone is that of the numbers whose zone is not
   * known.
   */
  readonly hours: Hours | undefined;
  /** Zones (IANA names) by the beginnings of numbers, with + for an international one. */
  readonly zones: ReadonlyMap<string, string>;
  /** Most calls to one number within 24 hours; undefined for any number. */
  readonly attemptsADay: number | undefined;
}

export const NO_CALLEE_RULES: CalleeRules = { hours: undefined, zones: new Map(), attemptsADay: undefined };

/** Maximum rounds of the search for a time that suits all zones. */
const MAX_MOVES = 40;

/**
 * Returns the first instant from `at` on at which the hours permit a call in every zone that the number may be in; undefined
 * when none is found. Instants are in ms since the epoch.
 */
export async function callableFrom(number: string, rules: CalleeRules, at: number): Promise<number | undefined> {
  const { hours } = rules;
  if (!hours) return at;
  const zones = zonesOf(number, rules, hours);
  let from = at;
  for (let moves = 0; moves < MAX_MOVES; moves++) {
    const before = from;
    for (const timeZone of zones) {
      const opens = nextOpening({ ...hours, timeZone }, from);
      if (opens === undefined) return undefined;
      from = opens;
      if (zones.length > 1) await setImmediate(); // Lets calls run: the first use of a zone is slow.
    }
    if (from === before) return from;
  }
  return undefined;
}

/** The zones in which a number may be. */
export function zonesOf(
  number: string,
  { zones }: Pick<CalleeRules, "zones">,
  { timeZone }: Pick<Hours, "timeZone">,
): readonly string[] {
  const whole = inPlusForm(number);
  const [own] = [...zones.keys()].filter((prefix) => whole.startsWith(prefix)).sort((a, b) => b.length - a.length);
  const named = own === undefined ? undefined : zones.get(own);
  if (named !== undefined) return [named];
  return (whole.startsWith("+") ? zonesOfPrefix(whole.slice(1)) : undefined) ?? [timeZone];
}
