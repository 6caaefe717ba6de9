import type { CallDirection, CallStatus } from "../../records/call-record.js";
import type { CallQuery } from "../../records/stores.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { cursor, limit } from "../kit/paging.js";
import { anyText, request, text, time } from "../kit/schema.js";
import { callDirection, callStatus } from "./call-record.js";
import { extension, numberAsked } from "./call-target.js";

/** What `GET /call` may be asked for, defaults filled in. */
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
  time(
    `${description} In ISO 8601 with an offset, such as 2026-03-02T14:00:00Z; the + of an offset is %2B in an address.`,
  );

/** Only calls that fit everything that is given. */
export const callListQuery: JsonSchema = request(
  {
    status: { ...callStatus, description: "Only calls that stand so." },
    extension: { ...extension, description: "Only calls to this number; a leading + is %2B in an address." },
    direction: { ...callDirection, description: "Only calls that came in, or that were placed." },
    schedule_id: anyText("Only calls of this schedule.", 100),
    since: moment("Only calls that were created then or later (`created_at`)."),
    until: moment("Only calls that were created before then (`created_at`)."),
    number: text(
      "Only calls with this in the number that was called, or the caller's; blanks and punctuation do not matter.",
      {
        maxLength: 64,
        pattern: "^[+ ()./-]*[0-9A-Za-z*#][0-9A-Za-z*#+ ()./-]*$",
        "x-expected": "a number, or a part of one",
      },
    ),
    text: anyText(
      "Only calls that are over and in which all these words were said, by anybody or a tool; of the last its beginning is enough. " +
        "Needs the scope `transcripts` as well.",
      200,
    ),
    limit: limit(50),
    cursor: cursor("next_cursor"),
  },
  [],
);

/** What a schema cannot say of such a query; takes whatever was sent, fit or not. */
export function callListFaults(query: unknown): ValidationFault[] {
  const { since, until, text } = query as { readonly [Name in keyof CallListQuery]?: unknown };
  const faults: ValidationFault[] = [];
  if (Date.parse(String(since)) > Date.parse(String(until))) {
    faults.push({ path: "?until", message: "must not be earlier than since" });
  }
  if (text !== undefined && wordsIn(String(text)).length === 0) {
    faults.push({ path: "?text", message: "must have a word in it" });
  }
  return faults;
}

/** What is letters and digits, as long as a word can be. */
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
