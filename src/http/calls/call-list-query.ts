import type { CallDirection, CallStatus } from "../../records/call-record.js";
import type { CallQuery } from "../../records/stores.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { cursor, limit } from "../kit/paging.js";
import { anyText, request, text, time } from "../kit/schema.js";
import { callDirection, callStatus } from "./call-record.js";
import { extension, numberAsked } from "./call-target.js";

/** Query parameters of `GET /call`, with defaults applied. */
export interface CallListQuery {
  readonly status?: CallStatus;
  readonly extension?: string;
  readonly direction?: CallDirection;
  readonly schedule_id?: string;
  readonly since?: string;
  readonly until?: string;
  readonly number?: string;
  readonly text?: string;
  readonly limit: number;
  readonly cursor?: string;
}

export const moment = (description: string): JsonSchema =>
  time(`${description} ISO 8601 with an offset, such as 2026-03-02T14:00:00Z; encode the + of an offset as %2B.`);

/** Only calls that match every given filter are listed. */
export const callListQuery: JsonSchema = request(
  {
    status: { ...callStatus, description: "Only calls with this status." },
    extension: { ...extension, description: "Only calls to this number; encode a leading + as %2B." },
    direction: { ...callDirection, description: "Only inbound or only outbound calls." },
    schedule_id: anyText("Only calls of this schedule.", 100),
    since: moment("Only calls created at or after this time (`created_at`)."),
    until: moment("Only calls created before this time (`created_at`)."),
    number: text(
      "Only calls whose called number or caller's number contains this; blanks and punctuation are ignored.",
      {
        maxLength: 64,
        pattern: "^[+ ()./-]*[0-9A-Za-z*#][0-9A-Za-z*#+ ()./-]*$",
        "x-expected": "a number or part of one",
      },
    ),
    text: anyText(
      "Only finished calls in whose transcript all of these words occur; the last word may be the beginning " +
        "of one. Also needs the scope `transcripts`.",
      200,
    ),
    limit: limit(50),
    cursor: cursor("next_cursor"),
  },
  [],
);

/** Faults of the query that a schema cannot express. Accepts any input, valid or not. */
export function callListFaults(query: unknown): ValidationFault[] {
  const { since, until, text } = query as { readonly [Name in keyof CallListQuery]?: unknown };
  const faults: ValidationFault[] = [];
  if (Date.parse(String(since)) > Date.parse(String(until))) {
    faults.push({ path: "?until", message: "must not be earlier than since" });
  }
  if (text !== undefined && wordsIn(String(text)).length === 0) {
    faults.push({ path: "?text", message: "must contain a word" });
  }
  return faults;
}

/** Letters and digits, up to the longest word that is indexed. */
function wordsIn(text: string): string[] {
  return (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, 20);
}

export function callQueryOf({ schedule_id, since, until, number, text, ...rest }: CallListQuery): CallQuery {
  return {
    ...rest,
    ...numberAsked(rest),
    ...(schedule_id !== undefined && { scheduleId: schedule_id }),
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(until !== undefined && { until: Date.parse(until) }),
    ...(number !== undefined && { number: number.replace(/[+ ()./-]/g, "") }),
    ...(text !== undefined && { words: wordsIn(text) }),
  };
}
