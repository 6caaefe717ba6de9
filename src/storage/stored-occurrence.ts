import type { Occurrence } from "../records/schedule.js";
import type { OccurrenceChange } from "../records/stores.js";
import { fromKeyText, keyText } from "./stored-text.js";

/*
 * Occurrences are stored field by field, not as one text: a few fields can then be changed atomically, on condition of others,
 * without reading the rest. Their texts are in the form of `keyText`.
 */

const CHANGEABLE = ["state", "owner", "leaseUntil", "callId", "channelId", "outcome", "error"] as const;

type Field = string | number | null;

export function storedOccurrence(occurrence: Occurrence): Occurrence {
  return mapTexts(occurrence, keyText);
}

export function fromStoredOccurrence(stored: Occurrence): Occurrence {
  return mapTexts(stored, fromKeyText);
}

/** The fields that change, in their stored form; always including the state. */
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
