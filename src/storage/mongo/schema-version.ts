import type { Db } from "mongodb";
import { AttendantError } from "../../kernel/errors.js";

/**
 * Of what lies in the collections; the embedded store counts its own. One more with each change that an earlier version of the
 * service would misread or undo. A database without a version is of the time before there were any, which 1 reads as well.
 */
export const SCHEMA_VERSION = 1;

/** The collection that has the version, and nothing else. */
export const SCHEMA_COLLECTION = "schema";

interface StoredVersion {
  readonly _id: "store";
  readonly version: number;
}

/**
 * Holds the database against this version of the service.
 *
 * @throws {AttendantError} `store_unavailable` when a later one has written to it
 */
export async function checkSchemaVersion(db: Db): Promise<void> {
  const found = await db.collection<StoredVersion>(SCHEMA_COLLECTION).findOne({ _id: "store" });
  if (found && found.version > SCHEMA_VERSION) {
    throw new AttendantError(
      "store_unavailable",
      `The database that MONGODB_URI names was written by a later version of the service (schema ${found.version}; this one knows ${SCHEMA_VERSION}). Use that version, or restore a backup from before into another database.`,
    );
  }
}

/** The same, and puts this version down where an earlier one is. @throws as {@link checkSchemaVersion} does */
export async function claimSchemaVersion(db: Db): Promise<void> {
  await checkSchemaVersion(db);
  const versions = db.collection<StoredVersion>(SCHEMA_COLLECTION);
  await versions.updateOne({ _id: "store" }, { $max: { version: SCHEMA_VERSION } }, { upsert: true });
}
