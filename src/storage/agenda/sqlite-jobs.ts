import { randomUUID } from "node:crypto";
import { type JobParameters, toJobId } from "agenda";
import { type JobStore, latestLock } from "../../records/job-store.js";
import { queriesOf, type SqliteDatabase, type SqlValue } from "../sqlite/database.js";
import { fromKeyText, fromText, keyText, toText } from "../stored-text.js";

/** The columns of a job that are read. */
const COLUMNS = "job_id, name, priority, next_run_at, locked_at, data";
/** The index on the schedule is used for this expression in exactly this form. */
const SCHEDULE = `json_extract(data, '$."scheduleId"')`;

/**
 * Agenda's jobs in the embedded store, in the same database as everything else. A resolved promise means that the change
 * is on disk. The database belongs to its creator.
 *
 * @param now ms since the epoch
 */
export function createSqliteJobs(database: SqliteDatabase, now: () => number): JobStore {
  const { run } = queriesOf(database);
  return {
    connect: () => Promise.resolve(),

    async add(job, owner) {
      const id = randomUUID();
      const values = [
        ...[id, keyText(job.name), job.priority, toMs(job.nextRunAt), toMs(job.lockedAt), toText(job.data ?? null)],
        toText({ lastModifiedBy: owner }),
      ];
      await run(
        `INSERT INTO agenda_jobs (${COLUMNS}, attributes, type, repeats, disabled) VALUES (?, ?, ?, ?, ?, ?, ?, 'normal', 0, 0)`,
        ...values,
      );
      return { ...job, _id: toJobId(id) };
    },

    async lockDue({ name, dueBy, lockDeadline, most, owner }) {
      const at = now();
      const deadline = lockDeadline.getTime();
      const latest = latestLock({ lockDeadline }, at);
      const { rows } = await run(
        `UPDATE agenda_jobs SET locked_at = ?, attributes = json_set(attributes, '$.lastModifiedBy', ?) WHERE job_id IN (
           SELECT job_id FROM (
             SELECT * FROM (SELECT job_id, next_run_at, priority FROM agenda_jobs
               WHERE name = ? AND locked_at IS NULL AND next_run_at <= ?
               ORDER BY next_run_at, priority DESC LIMIT ?)
             UNION ALL
             SELECT job_id, next_run_at, priority FROM agenda_jobs
               WHERE name = ? AND (locked_at <= ? OR locked_at > ?)
           ) ORDER BY next_run_at, priority DESC LIMIT ?)
         RETURNING ${COLUMNS}`,
        ...[at, owner, keyText(name), dueBy.getTime(), most, keyText(name), deadline, latest, most],
      );
      const time = ({ nextRunAt }: JobParameters) => nextRunAt?.getTime() ?? 0;
      return rows.map(fromRow).sort((a, b) => time(a) - time(b) || b.priority - a.priority);
    },

    async unlock(ids) {
      await run(
        "UPDATE agenda_jobs SET locked_at = NULL WHERE job_id IN (SELECT value FROM json_each(?))",
        toText(ids),
      );
    },

    async remove(jobs) {
      const { changes } =
        "ids" in jobs
          ? await run("DELETE FROM agenda_jobs WHERE job_id IN (SELECT value FROM json_each(?))", toText(jobs.ids))
          : await run(
              `DELETE FROM agenda_jobs WHERE name = ? AND ${SCHEDULE} = ?`,
              keyText(jobs.name),
              jobs.scheduleId,
            );
      return changes;
    },
  };
}

function fromRow([id, name, priority, nextRunAt, lockedAt, data]: readonly SqlValue[]): JobParameters {
  return {
    _id: toJobId(String(id)),
    name: fromKeyText(String(name)),
    type: "normal",
    priority: Number(priority),
    nextRunAt: toDate(nextRunAt),
    lockedAt: toDate(lockedAt) ?? undefined,
    data: fromText(data),
  } as JobParameters;
}

const toMs = (date: Date | null | undefined) => date?.getTime() ?? null;
const toDate = (ms: SqlValue | undefined) => (ms === null || ms === undefined ? null : new Date(Number(ms)));
