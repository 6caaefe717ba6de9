import type { ScheduleStore } from "../../records/stores.js";
import type { WriteForwarder } from "./forwarder.js";

/**
 * Schedules and occurrences, read and written directly. Nothing is buffered during an outage: two controllers that each buffered
 * a claim would both dial.
 */
export function unbufferedSchedules(forwarder: Pick<WriteForwarder, "read">): ScheduleStore {
  return {
    unknownBefore: () => forwarder.read((store) => store.unknownBefore()),
    addSchedule: (schedule) => forwarder.read((store) => store.addSchedule(schedule)),
    replaceSchedule: (schedule) => forwarder.read((store) => store.replaceSchedule(schedule)),
    findSchedule: (scheduleId) => forwarder.read((store) => store.findSchedule(scheduleId)),
    countSchedules: () => forwarder.read((store) => store.countSchedules()),
    listSchedules: (query) => forwarder.read((store) => store.listSchedules(query)),
    removeSchedule: (scheduleId) => forwarder.read((store) => store.removeSchedule(scheduleId)),
    dueSchedules: (at, limit) => forwarder.read((store) => store.dueSchedules(at, limit)),
    addOccurrence: (occurrence) => forwarder.read((store) => store.addOccurrence(occurrence)),
    findOccurrence: (occurrenceId) => forwarder.read((store) => store.findOccurrence(occurrenceId)),
    moveOccurrence: (occurrenceId, from, change) =>
      forwarder.read((store) => store.moveOccurrence(occurrenceId, from, change)),
    openOccurrences: (of) => forwarder.read((store) => store.openOccurrences(of)),
    occurrencesOf: (scheduleId, limit) => forwarder.read((store) => store.occurrencesOf(scheduleId, limit)),
    removeOccurrences: (scheduleId) => forwarder.read((store) => store.removeOccurrences(scheduleId)),
    purgeOccurrences: (before) => forwarder.read((store) => store.purgeOccurrences(before)),
    purgeSchedules: (before) => forwarder.read((store) => store.purgeSchedules(before)),
  };
}
