import type { AnyBulkWriteOperation, Collection, Document } from "mongodb";
import { AttendantError } from "../../kernel/errors.js";
import type { Position } from "../cursors.js";
import { toText } from "../stored-text.js";

/** MongoDB accepts documents of 16 MiB; the rest is for the fields beside the text. */
const MAX_TEXT_BYTES = 15 * 2 ** 20;

/**
 * The stored form of a value. One that no document can hold is rejected here, because the driver reports it in the same way as an
 * unreadable answer, which is not a rejection.
 *
 * @throws {AttendantError} `internal`
 */
export function storableText(value: unknown): string {
  const text = toText(value);
  if (Buffer.byteLength(text) <= MAX_TEXT_BYTES) return text;
  throw new AttendantError(
    "internal",
    `A document of ${Math.round(text.length / 2 ** 20)} MiB exceeds MongoDB's limit.`,
  );
}

/** Documents decoded per turn of the event loop, which carries the audio of all calls: about 1 ms. */
export const DECODE_BATCH_SIZE = 100;

/** The conditions for entries after a position in a list ordered by `field`, a time, and then by `_id`. */
export function pageAfter(field: string, { at, id }: Position, direction: "earlier" | "later"): object {
  const [most, less] = direction === "earlier" ? ["$lte", "$lt"] : ["$gte", "$gt"];
  return {
    // This condition uses the index; the other one separates entries of the same millisecond.
    [field]: { [most]: at },
    $or: [{ [field]: { [less]: at } }, { _id: { [less]: id } }],
  };
}

/** One command each: calls in progress need connections too. */
const BATCH_SIZE = 20;

/** Runs a task with a collection, with the time-out of one operation. */
type Run<T extends Document> = (task: (collection: Collection<T>) => Promise<number>) => Promise<number>;

/**
 * Adds the fields that lists are filtered by to documents of earlier versions; once per process, when a list is first filtered by
 * them. Documents written meanwhile already have the same fields.
 *
 * @param missing one of those fields
 * @param fieldsOf all of them, which never change for a document
 */
export function completeOnce<T extends { readonly _id: string }>(
  missing: keyof T & string,
  fieldsOf: (document: T) => Partial<T>,
): (run: Run<T>) => Promise<void> {
  let isComplete = false;

  /** A document that cannot be read is in no filtered list; it must not be found again here. */
  function completed(document: T): object {
    try {
      return fieldsOf(document);
    } catch {
      return { [missing]: "" };
    }
  }

  async function completeSome(collection: Collection<T>): Promise<number> {
    const older = (await collection
      .find({ [missing]: null } as object)
      .limit(BATCH_SIZE)
      .toArray()) as unknown as T[];
    const updates = older.map((document) => ({
      updateOne: { filter: { _id: document._id }, update: { $set: completed(document) } },
    }));
    if (updates.length > 0) await collection.bulkWrite(updates as object[] as AnyBulkWriteOperation<T>[]);
    return older.length;
  }

  return async (run) => {
    while (!isComplete) isComplete = (await run(completeSome)) < BATCH_SIZE;
  };
}
