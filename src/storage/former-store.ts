import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AttendantError } from "../kernel/errors.js";

/** Files in the folder `store`: the embedded store, and the journal of writes waiting for MongoDB. */
export const EMBEDDED_FILE = "attendant.sqlite";
export const JOURNAL_FILE = "waiting-writes.sqlite";

/** Where a restored store is prepared: beside its folder, so that it is moved there in one step. */
export const arrivingBeside = (folder: string) => `${folder}-arriving`;

/**
 * Prevents a controller from starting with an empty store after a restore that was interrupted when it had moved the previous
 * store aside.
 *
 * @param folder the folder of the store's files
 * @throws {AttendantError} `store_unavailable`, with instructions
 */
export function refuseAfterInterruptedRestore(folder: string): void {
  if (existsSync(join(folder, EMBEDDED_FILE)) || !existsSync(dirname(folder))) return;
  const beside = readdirSync(dirname(folder)).map((name) => join(dirname(folder), name));
  const before = beside.filter((path) => basename(path).startsWith(`${basename(folder)}-before-`)).sort();
  const left = [...before, ...beside.filter((path) => path === arrivingBeside(folder))];
  if (left.length === 0) return;
  const former = before.at(-1);
  const goBack = former === undefined ? "" : `, or move ${former} to ${folder} to continue with the previous store`;
  throw new AttendantError(
    "store_unavailable",
    `There is no store in ${folder}, but an interrupted restore has left ${left.join(" and ")}. Repeat scripts/restore${goBack}. To start with an empty store, move what was left out of ${dirname(folder)}`,
  );
}

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
