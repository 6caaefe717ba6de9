import type { JobState } from "agenda";
import { AttendantError } from "../../kernel/errors.js";
import { isRecord } from "../../kernel/record.js";
import type { SqlValue } from "../sqlite/database.js";
import { keyText } from "../stored-text.js";

/** A condition on `agenda_jobs` with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** The options by which Agenda selects jobs. */
export interface JobChoice {
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly name?: string;
  readonly names?: readonly string[];
  readonly notNames?: readonly string[];
  readonly data?: unknown;
}

/** The state as Agenda computes it. Its only parameter is the time, in ms since the epoch. */
export const STATE = `CASE
  WHEN locked_at IS NOT NULL THEN 'running'
  WHEN failed_at IS NOT NULL AND (last_finished_at IS NULL OR failed_at >= last_finished_at) THEN 'failed'
  WHEN repeats = 1 THEN 'repeating'
  WHEN next_run_at > ? THEN 'scheduled'
  WHEN next_run_at IS NOT NULL THEN 'queued'
  ELSE 'completed' END`;

export function inState(state: JobState, now: number): Condition {
  if (state === "paused") return { sql: "disabled = 1", parameters: [] };
  return { sql: `${STATE} = ?`, parameters: [now, state] };
}

/** Joins conditions with AND; an empty list matches every job. */
export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(" AND ") || "TRUE",
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** @returns undefined when there are no criteria: then no job is meant, not every job */
export function chosen({ id, ids, name, names, notNames, data }: JobChoice): Condition | undefined {
  const conditions: Condition[] = [];
  if (id) conditions.push(anyOf("job_id", [id]));
  else if (ids && ids.length > 0) conditions.push(anyOf("job_id", ids));
  if (name) conditions.push(anyOf("name", [keyText(name)]));
  else if (names && names.length > 0) conditions.push(anyOf("name", names.map(keyText)));
  else if (notNames && notNames.length > 0) {
    const { sql, parameters } = anyOf("name", notNames.map(keyText));
    conditions.push({ sql: `NOT ${sql}`, parameters });
  }
  if (data !== undefined) conditions.push(...dataIs(data));
  return conditions.length > 0 ? allOf(conditions) : undefined;
}

/**
 * The condition of a job's `unique`: fields, with the path `data.…` into its data, and their required values.
 *
 * @throws {AttendantError} `internal` for a field that cannot be searched, or a query operator
 */
export function uniqueBy(unique: Readonly<Record<string, unknown>>): Condition {
  return allOf(
    Object.entries(unique).flatMap(([path, value]) => {
      if (path === "data") return dataIs(value);
      const [first = "", ...rest] = path.split(".");
      if (first === "data") return valueAt(rest, value);
      if ((path === "name" || path === "type") && typeof value === "string") return anyOf(path, [keyText(value)]);
      throw new AttendantError("internal", `The embedded store does not support "${path}" in a job's unique fields.`);
    }),
  );
}

/** A list is passed as one JSON text, so that the statement does not depend on its length. */
export function anyOf(column: "job_id" | "name" | "type", values: readonly string[]): Condition {
  if (values.length === 1) return { sql: `${column} = ?`, parameters: [...values] };
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, parameters: [JSON.stringify(values)] };
}

/** An object matches data that has its fields; any other value matches equal data. */
function dataIs(data: unknown): Condition[] {
  return isRecord(data) ? fieldsAre([], data) : [valueAt([], data)];
}

function fieldsAre(path: readonly string[], fields: Readonly<Record<string, unknown>>): Condition[] {
  return Object.entries(fields).flatMap(([key, value]) =>
    isRecord(value) ? fieldsAre([...path, key], value) : [valueAt([...path, key], value)],
  );
}

function valueAt(path: readonly string[], value: unknown): Condition {
  if (path.some((key) => /["\\]/.test(key) || key.startsWith("$")) || isRecord(value)) {
    throw new AttendantError("internal", `The embedded store cannot search jobs by "${path.join(".")}".`);
  }
  // Part of the statement, in exactly this form: only then does SQLite use the index on the expression.
  const at = `'$${path.map((key) => `."${key.replaceAll("'", "''")}"`).join("")}'`;
  const found = `json_extract(data, ${at})`;
  const kind = `json_type(data, ${at})`;
  if (value === null || value === undefined) return { sql: `${found} IS NULL`, parameters: [] };
  if (typeof value === "boolean") return { sql: `${kind} = ?`, parameters: [String(value)] };
  if (typeof value === "number") return { sql: `${found} = ? AND ${kind} IN ('integer', 'real')`, parameters: [value] };
  if (typeof value === "string") return { sql: `${found} = ? AND ${kind} = 'text'`, parameters: [value] };
  return { sql: `${found} = json(?) AND ${kind} = 'array'`, parameters: [JSON.stringify(value)] };
}
