import type { AlertStore, DoNotCallStore, InstanceStore, ScheduleStore } from "../../records/stores.js";
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

/** Process instances, read and written directly: a delayed heartbeat is worthless. */
export function unbufferedInstances(forwarder: Pick<WriteForwarder, "read">): InstanceStore {
  return {
    addInstance: (instance) => forwarder.read((store) => store.addInstance(instance)),
    beat: (owner) => forwarder.read((store) => store.beat(owner)),
    instances: () => forwarder.read((store) => store.instances()),
    claimInstance: (owner, beat) => forwarder.read((store) => store.claimInstance(owner, beat)),
    removeInstance: (owner) => forwarder.read((store) => store.removeInstance(owner)),
    openOwners: () => forwarder.read((store) => store.openOwners()),
  };
}

/** Alerts, read and written directly: a buffered one could make two controllers call. */
export function unbufferedAlerts(forwarder: Pick<WriteForwarder, "read">): AlertStore {
  return {
    readAlerts: () => forwarder.read((store) => store.readAlerts()),
    replaceAlerts: (board) => forwarder.read((store) => store.replaceAlerts(board)),
  };
}

/** The numbers that are not to be called, read and written directly: who asks for it is told whether it is kept. */
export function unbufferedDoNotCall(forwarder: Pick<WriteForwarder, "read">): DoNotCallStore {
  return {
    addDoNotCall: (entry) => forwarder.read((store) => store.addDoNotCall(entry)),
    findDoNotCall: (number) => forwarder.read((store) => store.findDoNotCall(number)),
    listDoNotCall: (query) => forwarder.read((store) => store.listDoNotCall(query)),
    removeDoNotCall: (number) => forwarder.read((store) => store.removeDoNotCall(number)),
  };
}
