import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { AttendantError } from "../kernel/errors.js";

/** Files in the folder `store`: the embedded store, and the journal of writes waiting for MongoDB. */
export const EMBEDDED_FILE = "attendant.sqlite";
export const JOURNAL_FILE = "waiting-writes.sqlite";

/** Where a restored store is prepared: beside its folder, so that it is moved there in one step. */
export const arrivingBeside = (folder: string) => `${folder}-arriving`;
/** How the names of stores begin that a restore has moved aside; a time follows, so that they sort by it. */
export const formerBeside = (folder: string) => `${folder}-before-`;

/**
 * Prevents a controller from starting with an empty store beside stores that scripts/restore has moved aside, or while a restore
 * is half done: scheduled calls would silently not be placed.
 *
 * @param folder the folder of the store's files
 * @throws {AttendantError} `store_unavailable`, with instructions
 */
export function refuseBesideFormerStores(folder: string): void {
  const above = dirname(folder);
  if (existsSync(join(folder, EMBEDDED_FILE)) || !existsSync(above)) return;
  const beside = readdirSync(above).map((name) => join(above, name));
  const former = beside.filter((path) => path.startsWith(formerBeside(folder))).sort();
  const arriving = arrivingBeside(folder);
  if (beside.includes(arriving)) throw new AttendantError("store_unavailable", interrupted(folder, former, arriving));
  if (former.length === 0) return;
  throw new AttendantError(
    "store_unavailable",
    `There is no store in ${folder}; scripts/restore moved earlier ones to ${former.join(" and ")}. Move one back to ${folder} to continue with it, repeat scripts/restore, or move them out of ${above} to start with an empty store`,
  );
}

function interrupted(folder: string, former: readonly string[], arriving: string): string {
  const latest = former.at(-1);
  const goBack = latest === undefined ? "" : `, or move ${latest} to ${folder} to continue with the previous store`;
  return `There is no store in ${folder}, but an interrupted restore has left ${[...former, arriving].join(" and ")}. Repeat scripts/restore${goBack}. To start with an empty store, move what was left out of ${dirname(folder)}`;
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
