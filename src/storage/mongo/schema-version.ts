import type { Db } from "mongodb";
import { AttendantError } from "../../kernel/errors.js";

/**
 * Version of the documents; the embedded store has its own. Incremented with each change that an earlier version of the service
 * would misread or undo. A database without a version predates them, which version 1 reads as well.
 */
export const SCHEMA_VERSION = 1;

/** The collection that contains only the version. */
export const SCHEMA_COLLECTION = "schema";

interface StoredVersion {
  readonly _id: "store";
  readonly version: number;
}

/**
 * Compares the version of the database with that of this service.
 *
 * @throws {AttendantError} `store_unavailable` when a later version has written to it
 */
export async function checkSchemaVersion(db: Db): Promise<void> {
  const found = await db.collection<StoredVersion>(SCHEMA_COLLECTION).findOne({ _id: "store" });
  if (found && found.version > SCHEMA_VERSION) {
    throw new AttendantError(
      "store_unavailable",
      `The database in MONGODB_URI was written by a later version of the service (schema ${found.version}; this version supports ${SCHEMA_VERSION}). Use that version, or restore an earlier backup into another database.`,
    );
  }
}

/** The same, and replaces an earlier version by this one. @throws as {@link checkSchemaVersion} does */
export async function claimSchemaVersion(db: Db): Promise<void> {
  await checkSchemaVersion(db);
  const versions = db.collection<StoredVersion>(SCHEMA_COLLECTION);
  await versions.updateOne({ _id: "store" }, { $max: { version: SCHEMA_VERSION } }, { upsert: true });
}
