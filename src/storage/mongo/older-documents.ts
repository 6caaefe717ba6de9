import type { AnyBulkWriteOperation, Collection, Document } from "mongodb";

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

  async function completeSome(collection: Collection<T>): Promise<number> {
    const older = (await collection
      .find({ [missing]: null } as object)
      .limit(BATCH_SIZE)
      .toArray()) as unknown as T[];
    const updates = older.map((document) => ({
      updateOne: { filter: { _id: document._id }, update: { $set: fieldsOf(document) } },
    }));
    if (updates.length > 0) await collection.bulkWrite(updates as object[] as AnyBulkWriteOperation<T>[]);
    return older.length;
  }

  return async (run) => {
    while (!isComplete) isComplete = (await run(completeSome)) < BATCH_SIZE;
  };
}
