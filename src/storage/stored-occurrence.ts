import type { Occurrence } from "../records/schedule.js";
import type { OccurrenceChange } from "../records/stores.js";
import { fromKeyText, keyText } from "./stored-text.js";

/*
 * Occurrences lie in the stores field by field, not as one text: so a few fields of one can be changed in one step, on
 * condition of others, without it being read before. Their texts are what `keyText` makes of them.
 */

const CHANGEABLE = ["state", "owner", "leaseUntil", "callId", "channelId", "outcome", "error"] as const;

type Field = string | number | null;

export function storedOccurrence(occurrence: Occurrence): Occurrence {
  return mapTexts(occurrence, keyText);
}

export function fromStoredOccurrence(stored: Occurrence): Occurrence {
  return mapTexts(stored, fromKeyText);
}

/** The fields that change, as they are stored; the state is always among them. */
export function storedChange(from: Pick<Occurrence, "state">, change: OccurrenceChange) {
  const all = { ...change, state: change.state ?? from.state };
  return CHANGEABLE.flatMap((name): [name: (typeof CHANGEABLE)[number], value: Field][] => {
    const value = all[name];
    return value === undefined ? [] : [[name, typeof value === "string" ? keyText(value) : value]];
  });
}

function mapTexts(occurrence: Occurrence, map: (text: string) => string): Occurrence {
  const { occurrenceId, scheduleId, dueAt, state, owner, leaseUntil, callId, channelId, outcome, error } = occurrence;
  const orNull = (text: string | null) => (text === null ? null : map(text));
  return {
    occurrenceId: map(occurrenceId),
    scheduleId: map(scheduleId),
    dueAt,
    state,
    owner: map(owner),
    leaseUntil,
    callId: map(callId),
    channelId: orNull(channelId),
    outcome,
    error: orNull(error),
  };
}
