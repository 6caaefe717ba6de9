import { dropOldest } from "../../kernel/drop-oldest.js";
import type { Schedule } from "../../records/schedule.js";
import type { ScheduleStore } from "../../records/stores.js";
import type { WriteForwarder } from "./forwarder.js";
import { subject } from "./write.js";

/** Maximum number of additions remembered as sent to the store: far more than run at a time. */
const MAX_SENT = 1_000;

/**
 * Schedules and occurrences, read and written directly. Nothing is buffered during an outage, because two controllers that each
 * buffered a claim would both dial. Only withdrawals wait for the store: until then the schedule counts as removed. A schedule that
 * was never sent to the store needs none, so that requests refused during an outage do not fill the queue.
 */
export function bridgedSchedules(forwarder: WriteForwarder): ScheduleStore {
  const isWithdrawn = (scheduleId: string) => forwarder.queue.latest(subject.schedule(scheduleId)) !== undefined;
  const unlessWithdrawn = (found: readonly Schedule[]) => found.filter(({ scheduleId }) => !isWithdrawn(scheduleId));
  /** Ids, latest last. */
  const sent = new Set<string>();
  const send = (scheduleId: string) => {
    sent.add(scheduleId);
    dropOldest(sent, MAX_SENT);
  };
  return {
    unknownBefore: () => forwarder.read((store) => store.unknownBefore()),
    async addSchedule(schedule) {
      await forwarder.settled(subject.schedule(schedule.scheduleId));
      return forwarder.read((store) => {
        send(schedule.scheduleId);
        return store.addSchedule(schedule);
      });
    },
    replaceSchedule: (schedule) => forwarder.read((store) => store.replaceSchedule(schedule)),
    async findSchedule(scheduleId) {
      const found = await forwarder.read((store) => store.findSchedule(scheduleId));
      return isWithdrawn(scheduleId) ? undefined : found;
    },
    countSchedules: () => forwarder.read((store) => store.countSchedules()),
    async listSchedules(query) {
      const page = await forwarder.read((store) => store.listSchedules(query));
      return { ...page, items: unlessWithdrawn(page.items) };
    },
    removeSchedule: (scheduleId) => forwarder.read((store) => store.removeSchedule(scheduleId)),
    async withdrawSchedule(scheduleId) {
      if (!sent.has(scheduleId)) return;
      await forwarder.write({ kind: "schedule_withdrawal", scheduleId });
      sent.delete(scheduleId);
    },
    dueSchedules: async (at, limit) => unlessWithdrawn(await forwarder.read((store) => store.dueSchedules(at, limit))),
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
