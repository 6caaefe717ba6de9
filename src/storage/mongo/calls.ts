import type { Filter } from "mongodb";
import type { CallRecord } from "../../records/call-record.js";
import type { CallQuery } from "../../records/stores.js";
import type { Position } from "../cursors.js";
import { beginningOf, CALL_FILTERS, overAt } from "../index-fields.js";
import { fromText, keyText } from "../stored-text.js";
import type { StoredCall } from "./connection.js";
import { pageAfter, storableText } from "./documents.js";

export function storedCall(record: CallRecord): StoredCall {
  const { callId, owner, createdAt, status, extension, caller, direction, scheduleId, client } = record;
  return {
    _id: keyText(callId),
    owner: keyText(owner),
    createdAt,
    overAt: overAt(record),
    status,
    extension: keyText(extension),
    direction,
    scheduleId: scheduleId === null ? null : keyText(scheduleId),
    ...(client !== undefined && { client: keyText(client) }),
    numbers: keyText(`${extension} ${caller}`),
    record: storableText(record),
  };
}

/** The position of a call whose record need not be readable. */
export function storedPosition({ _id, createdAt }: StoredCall): Position {
  return { at: createdAt, id: _id };
}

export function toRecord({ record }: Pick<StoredCall, "record">): CallRecord {
  return fromText<CallRecord>(record);
}

/** The filter fields of a call that earlier versions did not write. */
export function listedBy(stored: Pick<StoredCall, "record">): Partial<StoredCall> {
  const { extension, direction, scheduleId, numbers } = storedCall(toRecord(stored));
  return { extension, direction, scheduleId, numbers };
}

/** Whether a query filters by any of these. */
export function needsListedBy({ extension, direction, scheduleId, number }: CallQuery): boolean {
  return [extension, direction, scheduleId, number].some((each) => each !== undefined);
}

/** The filter of a list. @throws {AttendantError} `invalid_request` as `CallStore.listCalls` */
export function callFilter(query: CallQuery): Filter<StoredCall> {
  const { since, number, words } = query;
  const wanted = CALL_FILTERS.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[name, keyText(value)]];
  });
  const beginning = beginningOf(query);
  return {
    $and: [
      Object.fromEntries(wanted) as Filter<StoredCall>,
      ...(since === undefined ? [] : [{ createdAt: { $gte: since } }]),
      ...(number === undefined ? [] : [{ numbers: { $regex: literally(number) } }]),
      ...(words ? [{ overAt: { $gte: 0 } }] : []), // Unfinished calls have null, which sorts below all numbers.
      ...(beginning ? [pageAfter("createdAt", beginning, "earlier")] : []),
    ],
  };
}

/** Escapes a text for use in a regular expression. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
