import { AttendantError } from "../../../src/kernel/errors.js";
import type { Occurrence, Schedule } from "../../../src/records/schedule.js";
import type { ScheduleQuery, ScheduleStore } from "../../../src/records/stores.js";
import { fromCursor, latestFirst, pageLength, soonestFirst, toPage } from "../../../src/storage/cursors.js";
import { isLatestFirst, isOver, schedulePosition } from "../../../src/storage/index-fields.js";
import { keyText } from "../../../src/storage/stored-text.js";

/** Schedules in memory that outlive whoever uses them, as those of a real store outlive the process. */
export interface MemoryScheduleStore extends ScheduleStore {
  /** What `unknownBefore` says. */
  unknownBeforeAt: number;
  /** While true, every operation fails as one of a store that is away does. */
  away: boolean;
  /** What every operation does first: waits, throws. */
  before: (operation: keyof ScheduleStore) => unknown;
  /** Operations so far, those that failed included. */
  readonly operations: number;
  readonly schedules: readonly Schedule[];
  readonly occurrences: readonly Occurrence[];
}

export function memoryScheduleStore(): MemoryScheduleStore {
  const schedules = new Map<string, Schedule>();
  const occurrences = new Map<string, Occurrence>();
  let operations = 0;
  /** Reading and writing each take a turn of the event loop; what is done then is done in one step. */
  const operate = async <T>(operation: keyof ScheduleStore, step: () => T): Promise<T> => {
    operations++;
    await store.before(operation);
    if (store.away) throw new AttendantError("store_unavailable", "The store is away.");
    return structuredClone(step());
  };
  const place = ({ dueAt, occurrenceId }: Occurrence) => ({ at: dueAt, id: keyText(occurrenceId) });
  const occurrencesWhere = (fits: (occurrence: Occurrence) => boolean, order = soonestFirst) =>
    [...occurrences.values()].filter(fits).sort((a, b) => order(place(a), place(b)));
  const schedulesWhere = (fits: (schedule: Schedule) => boolean, order = soonestFirst) =>
    [...schedules.values()].filter(fits).sort((a, b) => order(schedulePosition(a), schedulePosition(b)));

  const store: MemoryScheduleStore = {
    away: false,
    unknownBeforeAt: 0,
    unknownBefore: () => operate("unknownBefore", () => store.unknownBeforeAt),
    before: () => {},
    get operations() {
      return operations;
    },
    get schedules() {
      return [...schedules.values()];
    },
    get occurrences() {
      return [...occurrences.values()];
    },
    addSchedule(schedule) {
      const added = structuredClone(schedule);
      return operate("addSchedule", () => {
        if (!schedules.has(added.scheduleId)) schedules.set(added.scheduleId, added);
      });
    },
    replaceSchedule(schedule) {
      const next = structuredClone(schedule);
      return operate("replaceSchedule", () => {
        if (schedules.get(next.scheduleId)?.revision !== next.revision - 1) return false;
        schedules.set(next.scheduleId, next);
        return true;
      });
    },
    findSchedule: (scheduleId) => operate("findSchedule", () => schedules.get(scheduleId)),
    countSchedules: () => operate("countSchedules", () => schedulesWhere((schedule) => !isOver(schedule)).length),
    listSchedules: (query) =>
      operate("listSchedules", () => {
        const order = isLatestFirst(query) ? latestFirst : soonestFirst;
        const after = query.cursor === undefined ? undefined : fromCursor(query.cursor);
        const isAfter = (schedule: Schedule) => !after || order(after, schedulePosition(schedule)) < 0;
        const found = schedulesWhere((schedule) => fits(schedule, query) && isAfter(schedule), order);
        return toPage(found, pageLength(query.limit), schedulePosition);
      }),
    withdrawSchedule: (scheduleId) => operate("withdrawSchedule", () => void schedules.delete(scheduleId)),
    removeSchedule: (scheduleId) =>
      operate("removeSchedule", () => {
        const removed = schedules.get(scheduleId);
        schedules.delete(scheduleId);
        return removed;
      }),
    dueSchedules: (at, limit) =>
      operate("dueSchedules", () =>
        schedulesWhere(({ nextAt, paused }) => nextAt !== null && nextAt <= at && !paused).slice(0, pageLength(limit)),
      ),
    addOccurrence(occurrence) {
      const added = structuredClone(occurrence);
      return operate("addOccurrence", () => {
        if (occurrences.has(added.occurrenceId)) return false;
        occurrences.set(added.occurrenceId, added);
        return true;
      });
    },
    findOccurrence: (occurrenceId) => operate("findOccurrence", () => occurrences.get(occurrenceId)),
    moveOccurrence: (occurrenceId, from, change) =>
      operate("moveOccurrence", () => {
        const found = occurrences.get(occurrenceId);
        if (!found || found.state !== from.state || found.owner !== from.owner) return false;
        occurrences.set(occurrenceId, { ...found, ...change });
        return true;
      }),
    openOccurrences: (of) =>
      operate("openOccurrences", () =>
        occurrencesWhere(
          ({ state, owner, leaseUntil }) =>
            state !== "over" && ("owner" in of ? owner === of.owner : leaseUntil < of.leaseBefore),
        ),
      ),
    occurrencesOf: (scheduleId, limit) =>
      operate("occurrencesOf", () =>
        occurrencesWhere((each) => each.scheduleId === scheduleId, latestFirst).slice(0, pageLength(limit)),
      ),
    removeOccurrences: (scheduleId) =>
      operate("removeOccurrences", () => {
        const gone = [...occurrences.values()].filter(
          (each) => each.scheduleId === scheduleId && each.state === "over",
        );
        for (const { occurrenceId } of gone) occurrences.delete(occurrenceId);
        return gone.length;
      }),
    purgeOccurrences: (before) =>
      operate("purgeOccurrences", () => {
        const runs = occurrencesWhere(({ state, dueAt }) => state === "over" && dueAt < before);
        for (const { occurrenceId } of runs) occurrences.delete(occurrenceId);
        return runs.length;
      }),
    purgeSchedules: (before) =>
      operate("purgeSchedules", () => {
        const open = new Set(occurrencesWhere(({ state }) => state !== "over").map(({ scheduleId }) => scheduleId));
        const over = schedulesWhere(
          (schedule) => isOver(schedule) && schedulePosition(schedule).at < before && !open.has(schedule.scheduleId),
        );
        for (const { scheduleId } of over) schedules.delete(scheduleId);
        return over.length;
      }),
  };
  return store;
}

function fits(schedule: Schedule, { kind, setBy, extension, status, dueAfter = 0 }: ScheduleQuery): boolean {
  const isOfStatus = {
    all: true,
    over: isOver(schedule),
    pending: !isOver(schedule) && !schedule.paused,
    paused: !isOver(schedule) && schedule.paused,
    undefined: !isOver(schedule),
  }[String(status)];
  const is = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value;
  return (
    isOfStatus === true &&
    schedulePosition(schedule).at > dueAfter &&
    is(kind, schedule.kind) &&
    is<string | null>(setBy, schedule.setBy) &&
    is(extension, schedule.extension)
  );
}
