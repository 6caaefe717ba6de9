import { MongoJobRepository } from "@agendajs/mongo-backend";
import { type JobParameters, toJobId } from "agenda";
import { randomUUID } from "node:crypto";
import type { Collection, Db } from "mongodb";
import { type JobStore, latestLock, type LockWish } from "../../records/job-store.js";
import type { MongoConnection } from "../mongo/connection.js";

const COLLECTION = "agenda_jobs";

/**
 * Agenda's jobs on the same MongoDB as everything else, through Agenda's own repository, the same connection and its write
 * concern. The connection belongs to its creator.
 *
 * It connects with the first operation and reconnects when needed; failures reject like the connection's errors, with
 * `store_unavailable` while MongoDB is unavailable and without credentials. Agenda's repository alone does neither.
 *
 * @param now ms since the epoch
 */
export function createMongoJobs({ run }: MongoConnection, now: () => number): JobStore {
  let opened: Promise<MongoJobRepository> | undefined;
  const on = <T>(task: (jobs: MongoJobRepository) => Promise<T>) =>
    run(async (_collections, db) => {
      opened ??= openOn(db).catch((error) => {
        opened = undefined;
        throw error;
      });
      return task(await opened);
    });

  return {
    connect: () => on(() => Promise.resolve()),
    add: (job, owner) => on((jobs) => jobs.saveJob(job, { lastModifiedBy: owner })),
    lockDue: (wish) => on((jobs) => lockDue(jobs, wish, now())),
    unlock: (ids) => on((jobs) => jobs.unlockJobs(ids.map(toJobId))),
    async remove(jobs) {
      if (!("ids" in jobs))
        return on((all) => all.removeJobs({ name: jobs.name, data: { scheduleId: jobs.scheduleId } }));
      const [id] = jobs.ids;
      if (id === undefined) return 0;
      return on((all) => all.removeJobs(jobs.ids.length === 1 ? { id } : { ids: [...jobs.ids] }));
    },
  };
}

async function openOn(db: Db): Promise<MongoJobRepository> {
  const collection = db.collection(COLLECTION);
  // Claiming selects unlocked due jobs and jobs with expired locks: one index serves both.
  await collection.createIndex({ name: 1, lockedAt: 1, nextRunAt: 1 });
  await collection.createIndex({ "data.scheduleId": 1 });
  const repository = new MongoJobRepository({ mongo: db, db: { collection: COLLECTION }, ensureIndex: false });
  await repository.connect();
  return repository;
}

/**
 * Finds the jobs, locks them with a mark of this call, and reads which ones it got: three operations for any number and one when
 * there are none, where Agenda needs one per job plus one.
 */
async function lockDue(jobs: MongoJobRepository, wish: LockWish, at: number): Promise<readonly JobParameters[]> {
  const { name, dueBy, lockDeadline, most, owner } = wish;
  const due = {
    name,
    disabled: { $ne: true },
    $or: [
      { lockedAt: { $eq: null }, nextRunAt: { $lte: dueBy } },
      { lockedAt: { $lte: lockDeadline } },
      { lockedAt: { $gt: new Date(latestLock(wish, at)) } },
    ],
  };
  // As an untyped collection: in Agenda's types an unset time is missing, in MongoDB it is null.
  const collection: Collection = jobs.collection as unknown as Collection;
  const order = { nextRunAt: 1, priority: -1 } as const;
  const found = await collection.find(due).project({ _id: 1 }).sort(order).limit(most).toArray();
  if (found.length === 0) return [];
  const ids = found.map(({ _id }) => _id);
  const lock = randomUUID();
  await collection.updateMany(
    { _id: { $in: ids }, ...due },
    { $set: { lockedAt: new Date(at), lastModifiedBy: owner, lock } },
  );
  const locked = await collection
    .find({ _id: { $in: ids }, lock })
    .sort(order)
    .toArray();
  return locked.map(({ _id, nextRunAt, lockedAt, type, priority, data }) => ({
    _id: toJobId(String(_id)),
    ...{ name, type, priority, data, nextRunAt, lockedAt },
  }));
}
