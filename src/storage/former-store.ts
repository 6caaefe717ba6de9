import { existsSync } from "node:fs";
import { join } from "node:path";
import { AttendantError } from "../kernel/errors.js";

/** Files in the folder `store`: the embedded store, and the journal of writes waiting for MongoDB. */
export const EMBEDDED_FILE = "attendant.sqlite";
export const JOURNAL_FILE = "waiting-writes.sqlite";

/**
 * Prevents a controller whose calls and schedules are in MongoDB from starting with an empty embedded store because a setting was
 * lost: scheduled calls would silently not be placed.
 *
 * @param folder the folder of the store's files
 * @throws {AttendantError} `store_unavailable`, with instructions
 */
export function refuseToForgetMongo(folder: string): void {
  const journal = join(folder, JOURNAL_FILE);
  if (!existsSync(journal) || existsSync(join(folder, EMBEDDED_FILE))) return;
  throw new AttendantError(
    "store_unavailable",
    `MONGODB_URI is not set, but this controller kept its calls in MongoDB. Set it again; or, to start with an empty embedded store, move ${journal} away`,
  );
}
