import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JobParameters } from "agenda";
import type { JobStore } from "../../src/records/job-store.js";

/** The store of jobs, and what a test can count in it. */
export interface OpenedJobs extends AsyncDisposable {
  readonly jobs: JobStore;
  /** How many jobs are stored, and how many of them are locked. */
  counts(): Promise<{ readonly total: number; readonly locked: number }>;
}

/** A place for jobs, and a way to open a store there. */
export interface JobPlace extends AsyncDisposable {
  /** @param now the clock that its locks go by, in ms since the epoch; default: the machine's */
  open(now?: () => number): Promise<OpenedJobs>;
  /** Whether several may have it open at once. */
  readonly shared: boolean;
}

const SECOND = 1000;
const LOCK_MS = 60_000;
const at = (offsetMs: number) => new Date(Date.now() + offsetMs);

function job(offsetMs: number, more: Partial<JobParameters> = {}): JobParameters {
  return { name: "occurrence", priority: 0, type: "normal", nextRunAt: at(offsetMs), data: {}, ...more };
}

/** Requests the jobs that are due now; locks expire after a minute. */
const wish = (most = 100) => ({
  name: "occurrence",
  dueBy: at(0),
  lockDeadline: at(-LOCK_MS),
  most,
  owner: "me",
});

const idOf = ({ _id }: JobParameters) => String(_id);

/** What alarms need of the place where Agenda's jobs are kept. */
export function jobStoreContract(name: string, place: () => Promise<JobPlace>): void {
  const withJobs = async (task: (jobs: JobStore, opened: OpenedJobs) => Promise<void>) => {
    await using where = await place();
    await using opened = await where.open();
    await opened.jobs.connect();
    await task(opened.jobs, opened);
  };

  describe(`${name} as the store of Agenda's jobs`, () => {
    test("a job is given back as it was added, whatever it says", () =>
      withJobs(async (jobs) => {
        const data = { scheduleId: "a\0b", dueAt: 7, "list of": [1, "two", null] };
        const added = await jobs.add(job(-5 * SECOND, { data, priority: 3 }), "me");
        const [found] = await jobs.lockDue(wish());
        assert.ok(found && added._id);
        assert.equal(idOf(found), idOf(added));
        assert.deepEqual(
          [found.data, found.nextRunAt, found.priority, found.name],
          [data, added.nextRunAt, 3, "occurrence"],
        );
        assert.ok(found.lockedAt instanceof Date);
      }));

    test("what is due is locked once, soonest first, higher priority before lower, and nothing that is not due", () =>
      withJobs(async (jobs) => {
        await jobs.add(job(-1 * SECOND, { data: 2 }), "me");
        const same = at(-5 * SECOND);
        await jobs.add(job(0, { data: 1, nextRunAt: same }), "me");
        await jobs.add(job(0, { data: 0, nextRunAt: same, priority: 10 }), "me");
        await jobs.add(job(60 * SECOND, { data: 9 }), "me");
        await jobs.add(job(-9 * SECOND, { data: 8, name: "other" }), "me");
        assert.deepEqual(
          (await jobs.lockDue(wish())).map(({ data }) => data),
          [0, 1, 2],
        );
        assert.deepEqual(await jobs.lockDue(wish()), []);
      }));

    test("many are locked at once: what is due or lost by its owner, and each by one only", () =>
      withJobs(async (jobs) => {
        assert.deepEqual(await jobs.lockDue(wish()), []);
        for (let n = 0; n < 60; n++) await jobs.add(job(-60 * SECOND + n * 10, { data: { n } }), "me");
        const first = await jobs.lockDue(wish(25));
        assert.deepEqual(
          first.map(({ data }) => (data as { n: number }).n),
          Array.from({ length: 25 }, (_, n) => n),
        );
        const rest = (await Promise.all([1, 2, 3, 4].map(() => jobs.lockDue(wish(25))))).flat();
        const more = [...rest, ...(await jobs.lockDue(wish(25))), ...(await jobs.lockDue(wish(25)))];
        assert.equal(more.length, 35);
        assert.equal(new Set([...first, ...more].map(idOf)).size, 60);
        assert.deepEqual(await jobs.lockDue(wish()), []);
        assert.equal((await jobs.lockDue({ ...wish(), lockDeadline: at(SECOND) })).length, 60);
      }));

    test("a job that was added with a lock is its owner's until the lock is old", () =>
      withJobs(async (jobs) => {
        await jobs.add(job(-SECOND, { data: "a", lockedAt: at(0) }), "me");
        assert.deepEqual(await jobs.lockDue(wish()), []);
        assert.equal((await jobs.lockDue({ ...wish(), lockDeadline: at(SECOND) }))[0]?.data, "a");
      }));

    test("a lock from the future, set before a clock was set back, has expired", () =>
      withJobs(async (jobs) => {
        await jobs.add(job(-SECOND, { data: "a", lockedAt: at(2 * LOCK_MS) }), "me");
        assert.deepEqual(
          (await jobs.lockDue(wish())).map(({ data }) => data),
          ["a"],
        );
        assert.deepEqual(await jobs.lockDue(wish()), []);
      }));

    test("an unlocked job can be locked again", () =>
      withJobs(async (jobs) => {
        await jobs.add(job(-SECOND), "me");
        const [locked] = await jobs.lockDue(wish());
        assert.ok(locked);
        await jobs.unlock([]);
        assert.deepEqual(await jobs.lockDue(wish()), []);
        await jobs.unlock([idOf(locked)]);
        assert.equal((await jobs.lockDue(wish())).length, 1);
      }));

    test("jobs are removed by id, or by their schedule and name, and none when nothing is named", () =>
      withJobs(async (jobs, { counts }) => {
        const put = async (scheduleId: string, name = "occurrence") =>
          idOf(await jobs.add(job(SECOND, { data: { scheduleId }, name }), "me"));
        const ids = [await put("a"), await put("a"), await put("b"), await put("it's \u00e9", "other")];
        assert.equal(await jobs.remove({ ids: [] }), 0);
        assert.equal(await jobs.remove({ ids: ["nonsense"] }), 0);
        assert.equal(await jobs.remove({ name: "occurrence", scheduleId: "it's \u00e9" }), 0);
        assert.equal(await jobs.remove({ name: "' OR TRUE --", scheduleId: "' OR TRUE --" }), 0);
        assert.equal(await jobs.remove({ name: "other", scheduleId: "it's \u00e9" }), 1);
        assert.equal(await jobs.remove({ ids: ids.slice(0, 1) }), 1);
        assert.equal(await jobs.remove({ name: "occurrence", scheduleId: "a" }), 1);
        assert.deepEqual(await counts(), { total: 1, locked: 0 });
        assert.equal(await jobs.remove({ ids }), 1);
      }));

    test("what was added is there when it is opened again, without connecting first", async () => {
      await using where = await place();
      {
        await using opened = await where.open();
        await opened.jobs.add(job(-SECOND), "me");
      }
      await using opened = await where.open();
      assert.equal((await opened.jobs.lockDue(wish())).length, 1);
    });

    test("two who have it open never lock the same job", async (t) => {
      await using where = await place();
      if (!where.shared) return t.skip("one process at a time has it open");
      await using one = await where.open();
      await using two = await where.open();
      for (let i = 0; i < 200; i++) await one.jobs.add(job(-SECOND), "me");
      const locked: string[] = [];
      const lockAll = async ({ jobs }: OpenedJobs) => {
        for (let tries = 0; tries < 40 && locked.length < 200; tries++)
          locked.push(...(await jobs.lockDue(wish(20))).map(idOf));
      };
      await Promise.all([lockAll(one), lockAll(two), lockAll(one), lockAll(two)]);
      assert.equal(locked.length, 200);
      assert.equal(new Set(locked).size, 200);
    });
  });
}
