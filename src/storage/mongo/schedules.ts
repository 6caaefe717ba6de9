import type { Filter } from "mongodb";
import type { Occurrence, Schedule } from "../../records/schedule.js";
import type { ScheduleQuery, ScheduleStore } from "../../records/stores.js";
import { fromCursor, pageLength, toPage } from "../cursors.js";
import type { ReadList } from "../list-reader.js";
import { isLatestFirst, isOver, schedulePosition } from "../index-fields.js";
import { fromStoredOccurrence, storedChange, storedOccurrence } from "../stored-occurrence.js";
import { fromText, keyText } from "../stored-text.js";
import { completeOnce, DECODE_BATCH_SIZE, pageAfter, storableText } from "./documents.js";
import type { Collections, MongoConnection, StoredOccurrence, StoredSchedule } from "./connection.js";
import { isNew } from "./failure.js";

/** Maximum number of entries removed with one command. */
const PURGE_BATCH_SIZE = 200;
const OPEN = { state: { $in: ["claimed", "dialling"] } } satisfies Filter<StoredOccurrence>;

/** The half of the MongoDB store that keeps schedules and occurrences. */
export function mongoSchedules({ run }: Pick<MongoConnection, "run">, read: ReadList): ScheduleStore {
  const completeSchedules = completeOnce<StoredSchedule>("extension", ({ schedule }) => ({
    extension: keyText(fromText<Schedule>(schedule).extension),
  }));
  const findOccurrences = async (filter: Filter<StoredOccurrence>, order: 1 | -1, limit = 0) => {
    const found = await run(({ occurrences }) =>
      occurrences.find(filter).sort({ dueAt: order, _id: order }).limit(limit).batchSize(DECODE_BATCH_SIZE).toArray(),
    );
    return found.map(toOccurrence);
  };
  const schedulesIn = (found: readonly StoredSchedule[]) =>
    read<Schedule>(
      "schedule",
      found.map((stored) => [stored.schedule, stored._id]),
    );
  /** Removes in batches. @returns the total number */
  const allOf = async (removeSome: (collections: Collections) => Promise<number>) => {
    for (let removed = 0; ;) {
      const some = await run(removeSome);
      removed += some;
      if (some === 0) return removed;
    }
  };

  return {
    async unknownBefore() {
      const found = await run(({ continuity }) => continuity.findOne({ _id: "restored" }));
      return found?.unknownBefore ?? 0;
    },
    async addSchedule(schedule) {
      const stored = storedSchedule(schedule);
      await run(({ schedules }) => isNew(schedules.insertOne(stored)));
    },
    async replaceSchedule(schedule) {
      const { _id, ...rest } = storedSchedule(schedule);
      const before = { _id, revision: schedule.revision - 1 };
      return (await run(({ schedules }) => schedules.replaceOne(before, rest))).matchedCount === 1;
    },
    async findSchedule(scheduleId) {
      const found = await run(({ schedules }) => schedules.findOne({ _id: keyText(scheduleId) }));
      return found ? toSchedule(found) : undefined;
    },
    countSchedules: () => run(({ schedules }) => schedules.countDocuments({ over: false })),
    async listSchedules(query) {
      const wanted = pageLength(query.limit);
      const filter = filterOf(query);
      const order = isLatestFirst(query) ? -1 : 1;
      if (query.extension !== undefined) await completeSchedules((task) => run(({ schedules }) => task(schedules)));
      const found = await run(({ schedules }) =>
        schedules
          .find(filter)
          .sort({ at: order, _id: order })
          .limit(wanted + 1)
          .batchSize(DECODE_BATCH_SIZE)
          .toArray(),
      );
      const stored = found.map(({ _id, at }) => ({ at, id: _id }));
      return toPage(schedulesIn(found), wanted, schedulePosition, stored);
    },
    async removeSchedule(scheduleId) {
      const removed = await run(({ schedules }) => schedules.findOneAndDelete({ _id: keyText(scheduleId) }));
      return removed ? toSchedule(removed) : undefined;
    },
    withdrawSchedule: (scheduleId) =>
      run(({ schedules }) => schedules.deleteOne({ _id: keyText(scheduleId) }).then(() => {})),
    async dueSchedules(at, limit) {
      const found = await run(({ schedules }) =>
        schedules
          .find({ over: false, paused: false, at: { $lte: at } })
          .sort({ at: 1, _id: 1 })
          .limit(pageLength(limit))
          .batchSize(DECODE_BATCH_SIZE)
          .toArray(),
      );
      return schedulesIn(found);
    },

    async addOccurrence(occurrence) {
      const { occurrenceId: _id, ...rest } = storedOccurrence(occurrence);
      return run(({ occurrences }) => isNew(occurrences.insertOne({ _id, ...rest })));
    },
    async findOccurrence(occurrenceId) {
      const found = await run(({ occurrences }) => occurrences.findOne({ _id: keyText(occurrenceId) }));
      return found ? toOccurrence(found) : undefined;
    },
    async moveOccurrence(occurrenceId, from, change) {
      const found = { _id: keyText(occurrenceId), state: from.state, owner: keyText(from.owner) };
      const changes = { $set: Object.fromEntries(storedChange(from, change)) };
      return (await run(({ occurrences }) => occurrences.updateOne(found, changes))).matchedCount === 1;
    },
    openOccurrences: (of) =>
      findOccurrences(
        { ...OPEN, ...("owner" in of ? { owner: keyText(of.owner) } : { leaseUntil: { $lt: of.leaseBefore } }) },
        1,
      ),
    occurrencesOf: (scheduleId, limit) => findOccurrences({ scheduleId: keyText(scheduleId) }, -1, pageLength(limit)),
    removeOccurrences: (scheduleId) => allOf((all) => removeOver(all, { scheduleId: keyText(scheduleId) })),
    purgeOccurrences: (before) => allOf((all) => removeOver(all, { dueAt: { $lt: before } })),
    purgeSchedules: (before) => allOf((all) => purgeOver(all, before)),
  };
}

function storedSchedule(schedule: Schedule): StoredSchedule {
  const { revision, kind, setBy, paused } = schedule;
  const { at, id } = schedulePosition(schedule);
  return {
    _id: id,
    revision,
    kind,
    setBy: setBy === null ? null : keyText(setBy),
    extension: keyText(schedule.extension),
    paused,
    over: isOver(schedule),
    at,
    schedule: storableText(schedule),
  };
}

const toSchedule = ({ schedule }: StoredSchedule) => fromText<Schedule>(schedule);

function toOccurrence({ _id, ...rest }: StoredOccurrence): Occurrence {
  return fromStoredOccurrence({ occurrenceId: _id, ...rest });
}

function filterOf(query: ScheduleQuery): Filter<StoredSchedule> {
  const { kind, setBy, extension, status, dueAfter, cursor } = query;
  return {
    ...(status === "all" ? {} : { over: status === "over" }),
    ...(status === "pending" || status === "paused" ? { paused: status === "paused" } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(setBy === undefined ? {} : { setBy: keyText(setBy) }),
    ...(extension === undefined ? {} : { extension: keyText(extension) }),
    ...(dueAfter === undefined ? {} : { $and: [{ at: { $gt: dueAfter } }] }),
    ...(cursor === undefined ? {} : pageAfter("at", fromCursor(cursor), isLatestFirst(query) ? "earlier" : "later")),
  };
}

/** Deliveries without a call are removed first: if this is interrupted, the occurrences are found again. */
async function removeOver(
  { occurrences, deliveries, calls }: Collections,
  which: Filter<StoredOccurrence>,
): Promise<number> {
  const over = await occurrences
    .find({ ...which, state: "over" }, { projection: { callId: 1 } })
    .limit(PURGE_BATCH_SIZE)
    .toArray();
  if (over.length === 0) return 0;
  const callIds = over.map(({ callId }) => callId);
  const kept = await calls.find({ _id: { $in: callIds } }, { projection: { _id: 1 } }).toArray();
  await deliveries.deleteMany({ callId: { $in: callIds, $nin: kept.map(({ _id }) => _id) } });
  return (await occurrences.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } })).deletedCount;
}

async function purgeOver({ schedules, occurrences }: Collections, before: number): Promise<number> {
  // The result of an unfinished occurrence has yet to be recorded in its schedule.
  const open = await occurrences.find(OPEN, { projection: { scheduleId: 1 } }).toArray();
  const old = await schedules
    .find(
      { over: true, at: { $lt: before }, _id: { $nin: open.map(({ scheduleId }) => scheduleId) } },
      { projection: { _id: 1 } },
    )
    .limit(PURGE_BATCH_SIZE)
    .toArray();
  if (old.length === 0) return 0;
  return (await schedules.deleteMany({ _id: { $in: old.map(({ _id }) => _id) }, over: true })).deletedCount;
}
