import { join } from "node:path";
import { createMongoJobs } from "../../src/storage/agenda/mongo-jobs.js";
import { createSqliteJobs } from "../../src/storage/agenda/sqlite-jobs.js";
import { connectMongo } from "../../src/storage/mongo/connection.js";
import { openStoreDatabase } from "../../src/storage/sqlite/store.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import type { AlarmPlace } from "./alarm.contract.js";
import type { JobPlace, OpenedJobs } from "./job-store.contract.js";

/** An embedded store of its own. */
export async function sqlitePlace(): Promise<JobPlace & { readonly path: string }> {
  const folder = await temporaryFolder();
  const path = join(folder.path, "store", "test.sqlite");
  return { ...folder, path, shared: false, open: (now) => openSqliteJobs(path, now) };
}

/** A database on MongoDB. */
export const mongoPlace = (uri: string): Promise<JobPlace> =>
  Promise.resolve({
    shared: true,
    open: (now) => Promise.resolve(openMongoJobs(uri, now)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });

/** The same, for alarms that other processes set as well. */
export async function sqliteAlarmPlace(): Promise<AlarmPlace> {
  const place = await sqlitePlace();
  return { ...place, ringer: ["sqlite", place.path] };
}

export const mongoAlarmPlace = async (uri: string): Promise<AlarmPlace> => ({
  ...(await mongoPlace(uri)),
  ringer: ["mongo", uri],
});

export async function openSqliteJobs(path: string, now: () => number = Date.now): Promise<OpenedJobs> {
  const database = await openStoreDatabase(path);
  return {
    jobs: createSqliteJobs(database, now),
    async counts() {
      const [found] = await database.transact([
        { sql: "SELECT count(*), count(locked_at) FROM agenda_jobs", parameters: [] },
      ]);
      const [total, locked] = found?.rows[0] ?? [];
      return { total: Number(total), locked: Number(locked) };
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

export function openMongoJobs(uri: string, now: () => number = Date.now): OpenedJobs {
  const connection = connectMongo({ uri });
  return {
    jobs: createMongoJobs(connection, now),
    counts: () =>
      connection.run(async (_collections, db) => {
        const jobs = db.collection("agenda_jobs");
        const locked = await jobs.countDocuments({ lockedAt: { $ne: null } });
        return { total: await jobs.countDocuments(), locked };
      }),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
