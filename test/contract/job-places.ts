import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMongoJobs } from "../../src/storage/agenda/mongo-jobs.js";
import { createSqliteJobs } from "../../src/storage/agenda/sqlite-jobs.js";
import { connectMongo } from "../../src/storage/mongo/connection.js";
import { openStoreDatabase } from "../../src/storage/sqlite/store.js";
import type { JobPlace } from "./agenda-backend.contract.js";

/** An embedded store of its own. */
export async function sqlitePlace(): Promise<JobPlace> {
  const folder = await mkdtemp(join(tmpdir(), "attendant-jobs-"));
  return {
    shared: false,
    open: async () => openSqliteJobs(join(folder, "store", "test.sqlite")),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A database on MongoDB. */
export const mongoPlace = (uri: string): Promise<JobPlace> =>
  Promise.resolve({
    shared: true,
    open: () => Promise.resolve(openMongoJobs(uri)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });

export async function openSqliteJobs(path: string) {
  const database = await openStoreDatabase(path);
  return { jobs: createSqliteJobs(database), [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

export function openMongoJobs(uri: string) {
  const connection = connectMongo({ uri });
  return { jobs: createMongoJobs(connection), [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose]() };
}
