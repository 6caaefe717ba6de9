import { lstat } from "node:fs/promises";
import Database from "libsql";
import { asOwnerOf } from "../kernel/act-as.js";
import { AttendantError } from "../kernel/errors.js";
import { storeIn } from "./backup/embedded.js";
import { connectMongo } from "./mongo/connection.js";
import { checkSchemaVersion } from "./mongo/schema-version.js";
import { DatabaseInUse, sqliteFailure } from "./sqlite/failure.js";
import { STORE_MIGRATIONS } from "./sqlite/schema.js";

/** The state of a working store. */
export type StoreState = "works" | "in use" | "not there yet";

/**
 * Checks whether the service could use its store, without changing anything in it.
 *
 * @throws {AttendantError} `store_unavailable`, with what to do
 */
export async function probeStore(
  { mongodbUri, dataDir }: { readonly mongodbUri: string | undefined; readonly dataDir: string },
  signal: AbortSignal,
): Promise<StoreState> {
  if (mongodbUri !== undefined) {
    await using connection = connectMongo({ uri: mongodbUri, prepare: checkSchemaVersion });
    await connection.ping(signal);
    // Checks the permission to write: no entry has this id, so nothing changes.
    await connection.run(({ lives }) => lives.updateOne({ _id: "nobody's" }, { $set: { claimed: true } }));
    return "works";
  }
  const path = storeIn(dataDir);
  try {
    await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "not there yet";
    throw sqliteFailure(path, error);
  }
  // Files that SQLite creates beside it then belong to the service as well.
  return asOwnerOf(path, probeFile);
}

function probeFile(path: string): StoreState {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { fileMustExist: true, readonly: true } as Database.Options);
    const [version] = database.prepare("PRAGMA user_version").raw().get() as unknown[];
    if (Number(version) > STORE_MIGRATIONS.length) throw { code: "SCHEMA_NEWER", message: String(version) };
    const [first] = database.prepare("PRAGMA quick_check(1)").raw().get() as unknown[];
    if (first !== "ok") throw { code: "SQLITE_CORRUPT", message: String(first) };
    return "works";
  } catch (error) {
    const failure = error instanceof AttendantError ? error : sqliteFailure(path, error);
    if (failure instanceof DatabaseInUse) return "in use";
    throw failure;
  } finally {
    database?.close();
  }
}
