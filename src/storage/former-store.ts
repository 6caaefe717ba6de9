import { existsSync } from "node:fs";
import { join } from "node:path";
import { AttendantError } from "../kernel/errors.js";

/** In the folder `store`: what the embedded store keeps, and the writes that wait for MongoDB. */
export const EMBEDDED_FILE = "attendant.sqlite";
export const JOURNAL_FILE = "waiting-writes.sqlite";

/**
 * Keeps a controller from beginning with an empty embedded store where calls and schedules are in a MongoDB: a setting that was
 * lost would be taken for the wish to forget them, and nobody who is to be rung would be.
 *
 * @param folder where the files of the store are
 * @throws {AttendantError} `store_unavailable`, with the way out
 */
export function refuseToForgetMongo(folder: string): void {
  const journal = join(folder, JOURNAL_FILE);
  if (!existsSync(journal) || existsSync(join(folder, EMBEDDED_FILE))) return;
  throw new AttendantError(
    "store_unavailable",
    `MONGODB_URI is not set, and this controller kept its calls in a MongoDB. Set it again; or, to begin with an empty embedded store, move ${journal} away`,
  );
}
