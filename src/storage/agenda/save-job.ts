import type { JobParameters } from "agenda";
import type { SqlStatement, SqlValue } from "../sqlite/database.js";
import { keyText, toText } from "../stored-text.js";
import { allOf, anyOf, type Condition, uniqueBy } from "./job-condition.js";
import { attributesToKeep, COLUMNS, toMs, toRow } from "./job-row.js";

/** When an existing job runs next and since when it is debounced: SQL with parameters. */
interface Times {
  readonly nextRunAt: Condition;
  readonly debounceStartedAt: Condition;
}

const STARTED = "json_extract(attributes, '$.debounceStartedAt')";
const as = (sql: string, ...parameters: SqlValue[]): Condition => ({ sql, parameters });

/**
 * The statements that save a job as Agenda specifies, in one transaction; the last one returns it. A job with an id is updated
 * (nothing happens if it no longer exists); one of type `single` or with `unique` replaces its match.
 *
 * What is written while a job runs (locks, failures, progress) is not changed by an update.
 *
 * @param newId the id of a new job
 * @param now ms since the epoch
 */
export function saveStatements(job: JobParameters, newId: string, now: number): SqlStatement[] {
  const { _id, unique, uniqueOpts, type } = job;
  const next = toMs(job.nextRunAt);
  const unchanged: Times = { nextRunAt: as("?", next), debounceStartedAt: as("?", toMs(job.debounceStartedAt)) };
  const sameName = anyOf("name", [keyText(job.name)]);
  if (_id) {
    const where = allOf([anyOf("job_id", [_id]), sameName]);
    return [updateOf(job, where, unchanged), selectOf(where)];
  }
  if (type === "single") {
    // A time in the past means only that the job was defined again: the planned time stays.
    const times = next !== null && next <= now ? { ...unchanged, nextRunAt: as("next_run_at") } : unchanged;
    return upsert(job, newId, allOf([sameName, anyOf("type", ["single"])]), times);
  }
  if (!unique) return [insertOf(job, newId), selectOf(anyOf("job_id", [newId]))];

  const where = allOf([sameName, uniqueBy(unique)]);
  const debounce = uniqueOpts?.debounce;
  if (!debounce) return upsert(job, newId, where, uniqueOpts?.insertOnly ? undefined : unchanged);
  const started = as(`coalesce(${STARTED}, ?)`, now);
  if (debounce.strategy === "leading") {
    const times = { nextRunAt: as("next_run_at"), debounceStartedAt: started };
    return upsert({ ...job, debounceStartedAt: new Date(now) }, newId, where, times);
  }
  const delayed = now + debounce.delay;
  const longest = debounce.maxWait || Infinity;
  const isOver = `? - coalesce(${STARTED}, ?) >= ?`;
  const over = Number.isFinite(longest) ? as(isOver, now, now, longest) : as("FALSE");
  const first = { ...job, nextRunAt: new Date(delayed), debounceStartedAt: new Date(now) };
  return upsert(first, newId, where, {
    nextRunAt: as(`CASE WHEN ${over.sql} THEN ? ELSE ? END`, ...over.parameters, now, delayed),
    debounceStartedAt: as(`CASE WHEN ${over.sql} THEN NULL ELSE ${started.sql} END`, ...over.parameters, now),
  });
}

/** @param times undefined: an existing job stays as it is */
function upsert(job: JobParameters, newId: string, where: Condition, times: Times | undefined): SqlStatement[] {
  const missing = as(`NOT EXISTS (SELECT 1 FROM agenda_jobs WHERE ${where.sql})`, ...where.parameters);
  const found = times ? [updateOf(job, where, times)] : [];
  return [...found, insertOf(job, newId, missing), selectOf(where)];
}

function updateOf(job: JobParameters, where: Condition, { nextRunAt, debounceStartedAt }: Times): SqlStatement {
  return {
    sql: `UPDATE agenda_jobs SET type = ?, priority = ?, repeats = ?, disabled = ?, data = ?, next_run_at = ${nextRunAt.sql},
      attributes = json_patch(json_patch(attributes, ?), json_object('debounceStartedAt', ${debounceStartedAt.sql}))
      WHERE rowid = (SELECT rowid FROM agenda_jobs WHERE ${where.sql} ORDER BY rowid LIMIT 1)`,
    parameters: [
      ...[job.type, job.priority, job.repeatInterval ? 1 : 0, job.disabled ? 1 : 0, toText(job.data ?? null)],
      ...nextRunAt.parameters,
      toText(attributesToKeep(job)),
      ...debounceStartedAt.parameters,
      ...where.parameters,
    ],
  };
}

function insertOf(job: JobParameters, newId: string, where: Condition = as("TRUE")): SqlStatement {
  const row = toRow(newId, job);
  return {
    sql: `INSERT INTO agenda_jobs (${COLUMNS}) SELECT ${row.map(() => "?").join(", ")} WHERE ${where.sql}`,
    parameters: [...row, ...where.parameters],
  };
}

function selectOf(where: Condition): SqlStatement {
  return {
    sql: `SELECT ${COLUMNS} FROM agenda_jobs WHERE ${where.sql} ORDER BY rowid LIMIT 1`,
    parameters: where.parameters,
  };
}
