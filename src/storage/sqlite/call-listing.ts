import type { CallQuery } from "../../records/stores.js";
import { beginningOf, CALL_FILTERS } from "../index-fields.js";
import { toText } from "../stored-text.js";
import type { SqlValue } from "./database.js";

/** The columns that calls are filtered by; all but the status contain JSON text. */
const COLUMNS: Readonly<Record<(typeof CALL_FILTERS)[number], string>> = {
  scheduleId: "schedule_id",
  extension: "extension",
  client: "client",
  status: "status",
  direction: "direction",
};

/** The search index, with the latest calls first. */
const BY_WORDS = `call_words CROSS JOIN worded_calls ON worded_calls.id = call_words.rowid
  CROSS JOIN calls ON calls.call_id = worded_calls.call_id`;

/**
 * The SQL for a page of calls; its limit is the last parameter. @throws {AttendantError} `invalid_request` as
 * `CallStore.listCalls`
 */
export function callListing(query: CallQuery): [sql: string, parameters: SqlValue[]] {
  const { words, number } = query;
  const { conditions, parameters } = filtersOf(query);
  const demand = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition);
    parameters.push(...values);
  };
  // Repeats the index's condition, so that SQLite knows it may use it.
  if (query.scheduleId !== undefined) demand("schedule_id <> 'null'");
  if (query.client !== undefined) demand("client IS NOT NULL");
  if (query.since !== undefined) demand("created_at >= ?", query.since);
  const beginning = beginningOf(query);
  if (number !== undefined) demand("numbers LIKE ? ESCAPE '!'", `%${number.replace(/[!%_]/g, "!$&")}%`);
  if (words) {
    demand("call_words MATCH ?", matching(words));
    if (query.since !== undefined) demand(`call_words.rowid >= ${FIRST_ID}`, query.since);
    // Calls of one millisecond are ordered by their ids here.
    const before = `coalesce((SELECT id FROM worded_calls WHERE call_id = ?), ${FIRST_ID})`;
    if (beginning) demand(`call_words.rowid < ${before}`, beginning.id, beginning.at);
    const where = conditions.join(" AND ");
    return [
      `SELECT record, calls.call_id, created_at FROM ${BY_WORDS} WHERE ${where} ORDER BY call_words.rowid DESC LIMIT ?`,
      parameters,
    ];
  }
  if (beginning) demand("(created_at, call_id) < (?, ?)", beginning.at, beginning.id);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  // Scanned in the index, which contains the numbers: no record is read that does not match.
  const index = number === undefined ? "" : "INDEXED BY calls_by_numbers";
  return [
    `SELECT record, call_id, created_at FROM calls ${index} ${where} ORDER BY created_at DESC, call_id DESC LIMIT ?`,
    parameters,
  ];
}

/** The conditions on columns that are compared with a value. */
function filtersOf(query: CallQuery) {
  const conditions: string[] = [];
  const parameters: SqlValue[] = [];
  const isByColumns = query.words === undefined && query.number === undefined;
  for (const name of CALL_FILTERS) {
    const wanted = query[name];
    if (wanted === undefined) continue;
    // SQLite assumes all columns to be equally selective: a plus keeps it from using an index for any but the first. Direction
    // and status share an index.
    const isFirst = conditions.length === 0 || (name === "direction" && isByStatus(query));
    conditions.push(`${isFirst && isByColumns ? "" : "+"}${COLUMNS[name]} = ?`);
    parameters.push(name === "status" ? wanted : toText(wanted));
  }
  return { conditions, parameters };
}

/** As in `calls_to_word` of the schema. */
const FIRST_ID = "CAST(max(0, min(?, 9e12)) AS INTEGER) * 1000000";

/** Words in the syntax of FTS5. */
function matching(words: readonly string[]): string {
  return words.map((word, i) => `"${word.replaceAll('"', '""')}"${i === words.length - 1 ? "*" : ""}`).join(" AND ");
}

function isByStatus({ scheduleId, extension, client, status }: CallQuery): boolean {
  return [scheduleId, extension, client].every((each) => each === undefined) && status !== undefined;
}
