import { dropOldest } from "../../kernel/drop-oldest.js";
import type { Schedule } from "../../records/schedule.js";
import type { ScheduleStore } from "../../records/stores.js";
import type { WriteForwarder } from "./forwarder.js";
import { subject } from "./write.js";

/** Maximum number of additions of which it is remembered that the store was asked for them: far more than run at a time. */
const MAX_SENT = 1_000;

/**
 * Schedules and occurrences, read and written directly. Nothing is buffered during an outage, because two controllers that each
 * buffered a claim would both dial; except withdrawals: a schedule that is to be withdrawn counts as removed. What the store was never asked to add needs none, so that
 * requests that an outage refuses do not fill the queue.
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
