import { randomUUID } from "node:crypto";
import { computeJobState, type JobParameters, type JobRepository, type JobsSort, type JobState } from "agenda";
import type { SqliteDatabase, SqlResult, SqlStatement, SqlValue } from "../sqlite/database.js";
import { queriesOf } from "../sqlite/queries.js";
import { keyText, toText } from "../stored-text.js";
import { allOf, anyOf, chosen, type Condition, inState, type JobChoice, STATE } from "./job-condition.js";
import type { JobBackend, LockWish } from "../../records/job-backend.js";
import { COLUMNS, fromRow, toMs } from "./job-row.js";
import { saveStatements } from "./save-job.js";

/** The sort keys of jobs and their columns. */
const SORTED: Readonly<Record<string, string>> = {
  nextRunAt: "next_run_at",
  lastRunAt: "last_run_at",
  lastFinishedAt: "last_finished_at",
  priority: "priority",
  name: "name",
  data: "data",
};
const MODIFIED_BY = "attributes = json_set(attributes, '$.lastModifiedBy', ?)";

/**
 * Agenda's jobs in the embedded store, in the same database as everything else.
 *
 * A job is claimed in one transaction, so only one process gets it. A resolved promise means that the change is on disk. The
 * database belongs to its creator.
 *
 * Every method rejects with `store_unavailable` while the file cannot be read or written.
 *
 * @param now ms since the epoch
 */
export function createSqliteJobs(database: SqliteDatabase, now: () => number = Date.now): JobBackend {
  const transact = (...statements: SqlStatement[]) => database.transact(statements);
  const { run } = queriesOf(database);
  const firstJob = ({ rows: [row] }: SqlResult) => (row ? fromRow(row) : undefined);
  const change = async (assignment: string, where: Condition | undefined) =>
    where ? (await run(`UPDATE agenda_jobs SET ${assignment} WHERE ${where.sql}`, ...where.parameters)).changes : 0;

  const repository: JobRepository = {
    connect: () => Promise.resolve(),

    async queryJobs(options = {}) {
      const { state, search, includeDisabled = true, sort, skip = 0, limit = 0, ...choice } = options;
      const at = now();
      const conditions = [chosen(choice as JobChoice) ?? allOf([])];
      if (search) conditions.push({ sql: "instr(lower(name), lower(?)) > 0", parameters: [search] });
      if (!includeDisabled) conditions.push({ sql: "disabled = 0", parameters: [] });
      if (state) conditions.push(inState(state, at));
      const { sql, parameters } = allOf(conditions);
      const [found, counted] = await transact(
        {
          sql: `SELECT ${COLUMNS} FROM agenda_jobs WHERE ${sql} ORDER BY ${orderOf(sort)} LIMIT ? OFFSET ?`,
          parameters: [...parameters, limit > 0 ? limit : -1, skip],
        },
        { sql: `SELECT count(*) FROM agenda_jobs WHERE ${sql}`, parameters },
      );
      const jobs = (found?.rows ?? [])
        .map(fromRow)
        .map((job) => ({ ...job, state: computeJobState(job, new Date(at)) }));
      return { jobs, total: Number(counted?.rows[0]?.[0] ?? 0) };
    },

    async getJobsOverview() {
      const { rows } = await run(
        `SELECT name, ${STATE} AS state, count(*), sum(disabled) FROM agenda_jobs GROUP BY name, state ORDER BY name`,
        now(),
      );
      return [...new Set(rows.map(([name]) => name))].map((name) => {
        const own = rows.filter((row) => row[0] === name);
        const of = (state: JobState) => Number(own.find((row) => row[1] === state)?.[2] ?? 0);
        const sum = (column: number) => own.reduce((all, row) => all + Number(row[column]), 0);
        return {
          name: nameOf(name),
          total: sum(2),
          running: of("running"),
          scheduled: of("scheduled"),
          queued: of("queued"),
          completed: of("completed"),
          failed: of("failed"),
          repeating: of("repeating"),
          paused: sum(3),
        };
      });
    },

    getDistinctJobNames: async () =>
      (await run("SELECT DISTINCT name FROM agenda_jobs ORDER BY name")).rows.map(([name]) => nameOf(name)),

    getJobById: async (id) => firstJob(await run(`SELECT ${COLUMNS} FROM agenda_jobs WHERE job_id = ?`, id)) ?? null,

    getQueueSize: async () =>
      Number((await run("SELECT count(*) FROM agenda_jobs WHERE next_run_at < ?", now())).rows[0]?.[0]),

    async removeJobs(options) {
      const where = chosen(options as JobChoice);
      return where ? (await run(`DELETE FROM agenda_jobs WHERE ${where.sql}`, ...where.parameters)).changes : 0;
    },

    async saveJob<DATA>(job: JobParameters<DATA>, options: { lastModifiedBy?: string } | undefined) {
      const stored = { ...job, ...options } as JobParameters;
      const results = await transact(...saveStatements(stored, randomUUID(), now()));
      return (firstJob(results.at(-1) ?? { rows: [], changes: 0 }) ?? job) as JobParameters<DATA>;
    },

    async saveJobState(job, options) {
      const { rows } = await run(
        `UPDATE agenda_jobs SET locked_at = ?, next_run_at = ?, last_run_at = ?, last_finished_at = ?, failed_at = ?,
           attributes = json_patch(attributes, ?)
         WHERE job_id = ? AND name = ? RETURNING 1`,
        ...[toMs(job.lockedAt), toMs(job.nextRunAt), toMs(job.lastRunAt), toMs(job.lastFinishedAt), toMs(job.failedAt)],
        toText({
          progress: job.progress ?? null,
          failReason: job.failReason ?? null,
          failCount: job.failCount ?? null,
          lastModifiedBy: options?.lastModifiedBy ?? null,
        }),
        job._id ?? null,
        keyText(job.name),
      );
      if (rows.length === 0) throw new Error(`The job ${job._id ?? "without an id"} (${job.name}) no longer exists.`);
    },

    lockJob: async (job, options) =>
      firstJob(
        await run(
          `UPDATE agenda_jobs SET locked_at = ?, ${MODIFIED_BY}
           WHERE job_id = ? AND locked_at IS NULL AND next_run_at IS ? AND disabled = 0 RETURNING ${COLUMNS}`,
          ...[now(), options?.lastModifiedBy ?? null, job._id ?? null, toMs(job.nextRunAt)],
        ),
      ),

    async unlockJob({ _id }) {
      // Agenda's rule: a running job (without a next run) keeps its lock.
      if (_id) await run("UPDATE agenda_jobs SET locked_at = NULL WHERE job_id = ? AND next_run_at IS NOT NULL", _id);
    },

    async unlockJobs(jobIds) {
      if (jobIds.length > 0) await change("locked_at = NULL", anyOf("job_id", jobIds.map(String)));
    },

    getNextJobToRun: async (name, dueBy, lockDeadline, at, options) =>
      firstJob(
        await run(...lockSql({ name, dueBy, lockDeadline, most: 1 }, toMs(at) ?? now(), options?.lastModifiedBy)),
      ),

    disableJobs: (options) => change("disabled = 1", chosen(options as JobChoice)),
    enableJobs: (options) => change("disabled = 0", chosen(options as JobChoice)),
    purgeAllJobs: async () => (await run("DELETE FROM agenda_jobs")).changes,
  };

  return {
    name: "SQLite",
    repository,
    async lockDue(wish) {
      const { rows } = await run(...lockSql(wish, now(), wish.owner));
      return rows
        .map(fromRow)
        .sort((a, b) => (toMs(a.nextRunAt) ?? 0) - (toMs(b.nextRunAt) ?? 0) || b.priority - a.priority);
    },
    ownsConnection: false,
    connect: () => repository.connect(),
    disconnect: () => Promise.resolve(),
  };
}

/** Locks jobs and returns them. */
function lockSql(wish: Omit<LockWish, "owner">, now: number, owner: string | undefined): [string, ...SqlValue[]] {
  const { most } = wish;
  const [name, deadline] = [keyText(wish.name), wish.lockDeadline.getTime()];
  // A lock from the future was set before the clock was set back, and counts as expired.
  const latest = now + Math.max(0, now - deadline);
  return [
    `UPDATE agenda_jobs SET locked_at = ?, ${MODIFIED_BY} WHERE job_id IN (
       SELECT job_id FROM (
         SELECT * FROM (SELECT job_id, next_run_at, priority FROM agenda_jobs
           WHERE name = ? AND disabled = 0 AND locked_at IS NULL AND next_run_at <= ?
           ORDER BY next_run_at, priority DESC LIMIT ?)
         UNION ALL
         SELECT job_id, next_run_at, priority FROM agenda_jobs
           WHERE name = ? AND disabled = 0 AND (locked_at <= ? OR locked_at > ?)
       ) ORDER BY next_run_at, priority DESC LIMIT ?)
     RETURNING ${COLUMNS}`,
    ...[now, owner ?? null, name, wish.dueBy.getTime(), most, name, deadline, latest, most],
  ];
}

const nameOf = (stored: SqlValue | undefined) => JSON.parse(`"${String(stored)}"`) as string;

/** Agenda's default order: the latest first. */
function orderOf(sort: JobsSort = {}): string {
  const wanted = Object.entries(sort).filter(([, direction]) => direction !== undefined);
  const columns = wanted.map(
    ([key, direction]) => `${SORTED[key] ?? "next_run_at"} ${direction === "asc" ? "ASC" : "DESC"}`,
  );
  return [...(columns.length > 0 ? columns : ["next_run_at DESC", "last_run_at DESC"]), "rowid"].join(", ");
}
