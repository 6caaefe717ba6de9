import type { Occurrence, Schedule } from "../../records/schedule.js";
import type { ScheduleQuery, ScheduleStore } from "../../records/stores.js";
import { fromCursor, pageLength, toPage } from "../cursors.js";
import type { ReadList } from "../list-reader.js";
import { isLatestFirst, isOver, schedulePosition } from "../index-fields.js";
import { fromStoredOccurrence, storedChange, storedOccurrence } from "../stored-occurrence.js";
import { fromText, keyText, toText } from "../stored-text.js";
import { positionsOf, queriesOf, type SqliteDatabase, type SqlValue } from "./database.js";

/** Entries removed in one transaction: other writes wait for at most one of these. */
const PURGE_BATCH_SIZE = 50;
const OLD = `state = 'over' AND due_at < ? ORDER BY due_at, occurrence_id LIMIT ${PURGE_BATCH_SIZE}`;
/** Removes occurrences, and the deliveries of those without a call. Both statements take the parameters of `which`. */
const occurrencesGo = (which: string) => [
  `DELETE FROM deliveries WHERE call_id IN (SELECT call_id FROM occurrences WHERE ${which})
     AND NOT EXISTS (SELECT 1 FROM calls WHERE calls.call_id = deliveries.call_id)`,
  `DELETE FROM occurrences WHERE occurrence_id IN (SELECT occurrence_id FROM occurrences WHERE ${which})`,
];
/** The result of an unfinished occurrence has yet to be recorded in its schedule. */
const PURGE_SCHEDULES = [
  `DELETE FROM schedules WHERE schedule_id IN
  (SELECT schedule_id FROM schedules WHERE over = 1 AND at < ? AND NOT EXISTS
    (SELECT 1 FROM occurrences WHERE occurrences.schedule_id = schedules.schedule_id AND state <> 'over')
   ORDER BY at LIMIT ${PURGE_BATCH_SIZE})`,
];

/** The columns of an occurrence, in the order in which they are read. */
const COLUMNS: Readonly<Record<keyof Occurrence, string>> = {
  occurrenceId: "occurrence_id",
  scheduleId: "schedule_id",
  dueAt: "due_at",
  state: "state",
  owner: "owner",
  leaseUntil: "lease_until",
  callId: "call_id",
  channelId: "channel_id",
  outcome: "outcome",
  error: "error",
};
const FIELDS = Object.keys(COLUMNS) as (keyof Occurrence)[];
const ALL_COLUMNS = Object.values(COLUMNS).join(", ");

/** The half of the embedded store that keeps schedules and occurrences. */
export function sqliteSchedules(database: SqliteDatabase, read: ReadList): ScheduleStore {
  const { run, forget, entries, first } = queriesOf(database);
  const changesOne = async (sql: string, ...parameters: SqlValue[]) => (await run(sql, ...parameters)).changes === 1;
  const occurrences = async (rest: string, ...parameters: SqlValue[]) =>
    (await run(`SELECT ${ALL_COLUMNS} FROM occurrences ${rest}`, ...parameters)).rows.map(toOccurrence);
  /** @param batch its last statement removes what is counted */
  const remove = async (batch: readonly string[], ...parameters: SqlValue[]) => {
    const statements = batch.map((sql) => ({ sql, parameters }));
    return (await database.transact(statements, { forgets: true })).at(-1)?.changes ?? 0;
  };
  const purge = async (batch: readonly string[], before: number) => {
    for (let purged = 0; ;) {
      const changes = await remove(batch, before);
      purged += changes;
      if (changes < PURGE_BATCH_SIZE) return purged;
    }
  };

  return {
    async unknownBefore() {
      return Number((await run("SELECT unknown_before FROM continuity")).rows[0]?.[0] ?? 0);
    },
    async addSchedule(schedule) {
      await run(
        `INSERT INTO schedules (revision, kind, set_by, paused, over, at, schedule, schedule_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (schedule_id) DO NOTHING`,
        ...columnsOf(schedule),
      );
    },
    replaceSchedule: (schedule) =>
      changesOne(
        `UPDATE schedules SET revision = ?, kind = ?, set_by = ?, paused = ?, over = ?, at = ?, schedule = ?
         WHERE schedule_id = ? AND revision = ?`,
        ...[...columnsOf(schedule), schedule.revision - 1],
      ),
    findSchedule: (scheduleId) =>
      first<Schedule>("SELECT schedule FROM schedules WHERE schedule_id = ?", keyText(scheduleId)),
    async countSchedules() {
      return Number((await run("SELECT count(*) FROM schedules WHERE over = 0")).rows[0]?.[0] ?? 0);
    },
    async listSchedules(query) {
      const wanted = pageLength(query.limit);
      const [sql, parameters] = listing(query);
      const found = await entries(`${sql} LIMIT ?`, ...parameters, wanted + 1);
      return toPage(read<Schedule>("schedule", found), wanted, schedulePosition, positionsOf(found));
    },
    async removeSchedule(scheduleId) {
      const sql = "DELETE FROM schedules WHERE schedule_id = ? RETURNING schedule";
      const { rows } = await forget(sql, keyText(scheduleId));
      return rows.map(([text]) => fromText<Schedule>(text))[0];
    },
    async withdrawSchedule(scheduleId) {
      await forget("DELETE FROM schedules WHERE schedule_id = ?", keyText(scheduleId));
    },
    async dueSchedules(at, limit) {
      const sql =
        "SELECT schedule, schedule_id FROM schedules WHERE over = 0 AND paused = 0 AND at <= ? ORDER BY at, schedule_id LIMIT ?";
      return read("schedule", await entries(sql, at, pageLength(limit)));
    },

    async addOccurrence(occurrence) {
      const stored = storedOccurrence(occurrence);
      return changesOne(
        `INSERT INTO occurrences (${ALL_COLUMNS}) VALUES (${FIELDS.map(() => "?").join(", ")})
         ON CONFLICT (occurrence_id) DO NOTHING`,
        ...FIELDS.map((field) => stored[field]),
      );
    },
    async findOccurrence(occurrenceId) {
      return (await occurrences("WHERE occurrence_id = ?", keyText(occurrenceId)))[0];
    },
    async moveOccurrence(occurrenceId, from, change) {
      const changes = storedChange(from, change);
      return changesOne(
        `UPDATE occurrences SET ${changes.map(([field]) => `${COLUMNS[field]} = ?`).join(", ")}
         WHERE occurrence_id = ? AND state = ? AND owner = ?`,
        ...[...changes.map(([, value]) => value), keyText(occurrenceId), from.state, keyText(from.owner)],
      );
    },
    openOccurrences: (of) =>
      "owner" in of
        ? occurrences("WHERE state <> 'over' AND owner = ? ORDER BY due_at, occurrence_id", keyText(of.owner))
        : occurrences("WHERE state <> 'over' AND lease_until < ? ORDER BY due_at, occurrence_id", of.leaseBefore),
    occurrencesOf: (scheduleId, limit) =>
      occurrences(
        "WHERE schedule_id = ? ORDER BY due_at DESC, occurrence_id DESC LIMIT ?",
        ...[keyText(scheduleId), pageLength(limit)],
      ),
    removeOccurrences: (scheduleId) => remove(occurrencesGo("schedule_id = ? AND state = 'over'"), keyText(scheduleId)),
    purgeOccurrences: (before) => purge(occurrencesGo(OLD), before),
    purgeSchedules: (before) => purge(PURGE_SCHEDULES, before),
  };
}

function listing(query: ScheduleQuery): [sql: string, parameters: SqlValue[]] {
  const { kind, setBy, extension, status, dueAfter, cursor } = query;
  const conditions = [status === "all" ? "TRUE" : `over = ${status === "over" ? 1 : 0}`];
  const parameters: SqlValue[] = [];
  const demand = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition);
    parameters.push(...values);
  };
  if (status === "pending" || status === "paused") demand(`paused = ${status === "paused" ? 1 : 0}`);
  if (kind !== undefined) demand("kind = ?", kind);
  if (setBy !== undefined) demand("set_by = ?", keyText(setBy));
  if (extension !== undefined) demand("extension = ?", toText(extension));
  if (dueAfter !== undefined) demand("at > ?", dueAfter);
  if (cursor !== undefined) {
    const { at, id } = fromCursor(cursor);
    demand(`(at, schedule_id) ${isLatestFirst(query) ? "<" : ">"} (?, ?)`, at, id);
  }
  const order = isLatestFirst(query) ? "at DESC, schedule_id DESC" : "at, schedule_id";
  return [
    `SELECT schedule, schedule_id, at FROM schedules WHERE ${conditions.join(" AND ")} ORDER BY ${order}`,
    parameters,
  ];
}

/** In the order of the statements above. */
function columnsOf(schedule: Schedule): SqlValue[] {
  const { revision, kind, setBy, paused } = schedule;
  const { at, id } = schedulePosition(schedule);
  const by = setBy === null ? null : keyText(setBy);
  return [revision, kind, by, paused ? 1 : 0, isOver(schedule) ? 1 : 0, at, toText(schedule), id];
}

function toOccurrence(row: readonly SqlValue[]): Occurrence {
  return fromStoredOccurrence(Object.fromEntries(FIELDS.map((field, i) => [field, row[i]])) as unknown as Occurrence);
}
