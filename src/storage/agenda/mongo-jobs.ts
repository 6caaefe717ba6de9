import { MongoJobRepository } from "@agendajs/mongo-backend";
import type { AgendaBackend, JobRepository } from "agenda";
import { type Db, ObjectId } from "mongodb";
import type { MongoConnection } from "../mongo/connection.js";

const COLLECTION = "agenda_jobs";

/**
 * Agenda's jobs on the MongoDB that everything else is kept on, by Agenda's own repository for it, over the same connection
 * and with its write concern. The connection belongs to whoever opened it.
 *
 * It connects with the first operation and whenever it is needed again; what fails rejects as the connection's errors do,
 * `store_unavailable` while MongoDB is away, and holds no credentials. Agenda's repository alone has neither.
 */
export function createMongoJobs({ run }: MongoConnection): AgendaBackend {
  let opened: Promise<JobRepository> | undefined;
  const on = <T>(task: (jobs: JobRepository) => Promise<T>) =>
    run(async (_collections, db) => {
      opened ??= openOn(db).catch((error) => {
        opened = undefined;
        throw error;
      });
      return task(await opened);
    });

  const repository: JobRepository = {
    connect: () => on(() => Promise.resolve()),
    queryJobs: (options) => on((jobs) => jobs.queryJobs(options)),
    getJobsOverview: () => on((jobs) => jobs.getJobsOverview()),
    getDistinctJobNames: () => on((jobs) => jobs.getDistinctJobNames()),
    getJobById: async (id) => (ObjectId.isValid(id) ? on((jobs) => jobs.getJobById(id)) : null),
    getQueueSize: () => on((jobs) => jobs.getQueueSize()),
    removeJobs: (options) => on((jobs) => jobs.removeJobs(options)),
    saveJob: (job, options) => on((jobs) => jobs.saveJob(job, options)),
    saveJobState: (job, options) => on((jobs) => jobs.saveJobState(job, options)),
    lockJob: (job, options) => on((jobs) => jobs.lockJob(job, options)),
    unlockJob: (job) => on((jobs) => jobs.unlockJob(job)),
    unlockJobs: (jobIds) => on((jobs) => jobs.unlockJobs(jobIds)),
    getNextJobToRun: (jobName, nextScanAt, lockDeadline, now, options) =>
      on((jobs) => jobs.getNextJobToRun(jobName, nextScanAt, lockDeadline, now, options)),
    disableJobs: (options) => on((jobs) => jobs.disableJobs(options)),
    enableJobs: (options) => on((jobs) => jobs.enableJobs(options)),
    purgeAllJobs: () => on((jobs) => jobs.purgeAllJobs()),
  };

  return {
    name: "MongoDB",
    repository,
    ownsConnection: false,
    connect: () => repository.connect(),
    disconnect: () => Promise.resolve(),
  };
}

async function openOn(db: Db): Promise<JobRepository> {
  const collection = db.collection(COLLECTION);
  // Claiming asks for those that nobody has locked and that are due, and for those whose lock is old: one index for both.
  await collection.createIndex({ name: 1, lockedAt: 1, nextRunAt: 1 });
  await collection.createIndex({ "data.scheduleId": 1 });
  const repository = new MongoJobRepository({ mongo: db, db: { collection: COLLECTION }, ensureIndex: false });
  await repository.connect();
  return repository;
}
