import { type JobParameters, toJobId } from "agenda";
import type { SqlValue } from "../sqlite/database.js";
import { fromText, keyText, toText } from "../stored-text.js";

/** The columns of a job, in the order in which they are read and written. */
export const COLUMNS =
  "job_id, name, type, priority, next_run_at, locked_at, last_run_at, last_finished_at, failed_at, repeats, disabled, data, attributes";

/** Attributes without a column of their own. Dates are stored as ms since the epoch. */
interface Attributes {
  readonly repeatInterval?: string | number;
  readonly repeatTimezone?: string;
  readonly repeatAt?: string;
  readonly failCount?: number;
  readonly failReason?: string;
  readonly progress?: number;
  readonly lastModifiedBy?: string;
  readonly fork?: boolean;
  readonly skipDays?: number[];
  readonly debounceStartedAt?: number;
  readonly startDate?: number;
  readonly endDate?: number;
}

const PLAIN = [
  "repeatInterval",
  "repeatTimezone",
  "repeatAt",
  "failCount",
  "failReason",
  "progress",
  "lastModifiedBy",
  "fork",
  "skipDays",
] as const satisfies readonly (keyof Attributes & keyof JobParameters)[];
const DATES = ["debounceStartedAt", "startDate", "endDate"] as const;
const PROCESSING: readonly string[] = ["failCount", "failReason", "progress"];

/** ms since the epoch, or null when not set. */
export function toMs(date: Date | string | number | null | undefined): number | null {
  return date === null || date === undefined ? null : new Date(date).getTime();
}

const toDate = (ms: SqlValue | undefined) => (ms === null || ms === undefined ? undefined : new Date(Number(ms)));

/** A job as it is stored. */
export function toRow(jobId: string, job: JobParameters): readonly SqlValue[] {
  return [
    jobId,
    keyText(job.name),
    job.type,
    job.priority,
    toMs(job.nextRunAt),
    toMs(job.lockedAt),
    toMs(job.lastRunAt),
    toMs(job.lastFinishedAt),
    toMs(job.failedAt),
    job.repeatInterval ? 1 : 0,
    job.disabled ? 1 : 0,
    toText(job.data ?? null),
    toText(attributesOf(job)),
  ];
}

/** The job in a row of {@link COLUMNS}. */
export function fromRow(
  row: readonly SqlValue[],
): JobParameters<unknown> & { readonly _id: ReturnType<typeof toJobId> } {
  const [id, name, type, priority, nextRunAt, lockedAt, lastRunAt, lastFinishedAt, failedAt, , disabled, data, rest] =
    row;
  const { debounceStartedAt, startDate, endDate, ...plain } = fromText<Attributes>(rest);
  const optional = {
    lockedAt: toDate(lockedAt),
    lastRunAt: toDate(lastRunAt),
    lastFinishedAt: toDate(lastFinishedAt),
    failedAt: toDate(failedAt),
    debounceStartedAt: toDate(debounceStartedAt),
    startDate: toDate(startDate),
    endDate: toDate(endDate),
    disabled: disabled === 1 ? true : undefined,
  };
  return {
    _id: toJobId(String(id)),
    name: fromText<string>(`"${String(name)}"`),
    type: type === "single" ? "single" : "normal",
    priority: Number(priority),
    nextRunAt: toDate(nextRunAt) ?? null,
    data: fromText(data),
    ...plain,
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, value]) => value !== undefined),
    ) as Partial<JobParameters>),
  };
}

/** The attributes that a change of a job sets; null removes one. Those written while a job runs are not included. */
export function attributesToKeep(job: JobParameters): Readonly<Record<string, unknown>> {
  const entries = Object.entries({
    ...Object.fromEntries([...PLAIN, ...DATES].map((key) => [key, null])),
    ...attributesOf(job),
  });
  return Object.fromEntries(entries.filter(([key, value]) => value !== null || !PROCESSING.includes(key)));
}

function attributesOf(job: JobParameters): Attributes {
  const plain = PLAIN.map((key) => [key, job[key] ?? undefined]);
  const dates = DATES.map((key) => [key, toMs(job[key]) ?? undefined]);
  return Object.fromEntries([...plain, ...dates].filter(([, value]) => value !== undefined)) as Attributes;
}
