import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JobParameters, JobRepository } from "agenda";
import type { JobBackend } from "../../src/records/job-backend.js";

/** Somewhere to keep jobs, and a way to open what keeps them there. */
export interface JobPlace extends AsyncDisposable {
  /** A backend and what it works on, which ends with the result. */
  open(): Promise<{ readonly jobs: JobBackend } & AsyncDisposable>;
  /** Whether several may have it open at once. */
  readonly shared: boolean;
}

const SECOND = 1000;
const LOCK_MS = 60_000;
const at = (offsetMs: number) => new Date(Date.now() + offsetMs);

function job(offsetMs: number, more: Partial<JobParameters> = {}): JobParameters {
  return { name: "occurrence", priority: 0, type: "normal", nextRunAt: at(offsetMs), data: {}, ...more };
}

/** Claims as Agenda does, for a scan that ends now. */
const claim = (jobs: JobRepository, name = "occurrence", deadline = at(-LOCK_MS)) =>
  jobs.getNextJobToRun(name, new Date(), deadline, undefined, { lastModifiedBy: "one" });

async function claimAll(jobs: JobRepository): Promise<string[]> {
  const claimed: string[] = [];
  for (let found = await claim(jobs); found; found = await claim(jobs)) claimed.push(String(found._id));
  return claimed;
}

const dataOf = (found: { readonly data: unknown } | null | undefined) => found?.data;

/** What Agenda needs of the place where its jobs are kept. */
export function agendaBackendContract(name: string, place: () => Promise<JobPlace>): void {
  const withJobs = async (task: (jobs: JobRepository) => Promise<void>) => {
    await using where = await place();
    await using opened = await where.open();
    await opened.jobs.connect();
    await task(opened.jobs.repository);
  };

  describe(`${name} as Agenda's backend`, () => {
    test("a job is given back as it was saved", () =>
      withJobs(async (jobs) => {
        const given = job(5 * SECOND, {
          data: { scheduleId: "a\0b", dueAt: 7, "list of": [1, "two", null] },
          priority: 3,
        });
        const saved = await jobs.saveJob(given, { lastModifiedBy: "me" });
        const found = await jobs.getJobById(String(saved._id));
        assert.deepEqual(found?.data, given.data);
        assert.deepEqual(found?.nextRunAt, given.nextRunAt);
        assert.equal(found?.priority, 3);
        assert.equal(found?.name, "occurrence");
        assert.equal(found?.lastModifiedBy, "me");
        assert.equal(found?.lockedAt, undefined);
      }));

    test("an id that nobody has is no job", () =>
      withJobs(async (jobs) => {
        assert.equal(await jobs.getJobById("0123456789abcdef01234567"), null);
        assert.equal(await jobs.getJobById("nonsense"), null);
      }));

    test("what is due is claimed once, soonest first, higher priority before lower, and nothing that is not due", () =>
      withJobs(async (jobs) => {
        await jobs.saveJob(job(-1 * SECOND, { data: 2 }), undefined);
        const same = at(-5 * SECOND);
        await jobs.saveJob(job(0, { data: 1, nextRunAt: same }), undefined);
        await jobs.saveJob(job(0, { data: 0, nextRunAt: same, priority: 10 }), undefined);
        await jobs.saveJob(job(60 * SECOND, { data: 9 }), undefined);
        await jobs.saveJob(job(-9 * SECOND, { data: 8, name: "other" }), undefined);
        const order = [await claim(jobs), await claim(jobs), await claim(jobs)];
        assert.deepEqual(order.map(dataOf), [0, 1, 2]);
        assert.ok(order.every((found) => found?.lockedAt instanceof Date && found.lastModifiedBy === "one"));
        assert.equal(await claim(jobs), undefined);
      }));

    test("of many who claim at once each gets other jobs", () =>
      withJobs(async (jobs) => {
        await Promise.all(Array.from({ length: 60 }, () => jobs.saveJob(job(-SECOND), undefined)));
        const claimed = (await Promise.all(Array.from({ length: 6 }, () => claimAll(jobs)))).flat();
        assert.equal(claimed.length, 60);
        assert.equal(new Set(claimed).size, 60);
      }));

    test("two claims at once give a job to one only", () =>
      withJobs(async (jobs) => {
        for (let round = 0; round < 10; round++) {
          await jobs.saveJob(job(-SECOND), undefined);
          const claimed = await Promise.all([claim(jobs), claim(jobs)]);
          assert.equal(claimed.filter((found) => found !== undefined).length, 1);
        }
      }));

    test("a lock that is older than the deadline is worth nothing", () =>
      withJobs(async (jobs) => {
        await jobs.saveJob(job(-SECOND, { data: "a" }), undefined);
        await claim(jobs);
        assert.equal(await claim(jobs), undefined);
        assert.equal((await claim(jobs, "occurrence", at(SECOND)))?.data, "a");
      }));

    test("a job whose run was begun and never ended is claimed again when its lock is old", () =>
      withJobs(async (jobs) => {
        await jobs.saveJob(job(-SECOND, { data: "a" }), undefined);
        const claimed = await claim(jobs);
        assert.ok(claimed);
        await jobs.saveJobState({ ...claimed, nextRunAt: null, lastRunAt: new Date() }, undefined);
        assert.equal(await claim(jobs), undefined);
        assert.equal((await claim(jobs, "occurrence", at(SECOND)))?.nextRunAt, null);
      }));

    test("an unlocked job can be claimed again; one that runs keeps its lock unless it is among those given up", () =>
      withJobs(async (jobs) => {
        await jobs.saveJob(job(-SECOND), undefined);
        const claimed = await claim(jobs);
        assert.ok(claimed?._id);
        await jobs.unlockJob(claimed);
        assert.equal((await claim(jobs))?._id, claimed._id);
        await jobs.saveJobState({ ...claimed, nextRunAt: null }, undefined);
        await jobs.unlockJob(claimed);
        assert.ok((await jobs.getJobById(claimed._id))?.lockedAt);
        await jobs.unlockJobs([claimed._id]);
        assert.equal((await jobs.getJobById(claimed._id))?.lockedAt, undefined);
        await jobs.unlockJobs([]);
      }));

    test("lockJob locks what nobody has locked or moved", () =>
      withJobs(async (jobs) => {
        const saved = await jobs.saveJob(job(SECOND), undefined);
        assert.equal(await jobs.lockJob({ ...saved, nextRunAt: at(99 * SECOND) }, undefined), undefined);
        assert.equal((await jobs.lockJob(saved, undefined))?._id, saved._id);
        assert.equal(await jobs.lockJob(saved, undefined), undefined);
      }));

    test("the state of a run is kept, and a job that is gone has none", () =>
      withJobs(async (jobs) => {
        const saved = await jobs.saveJob(job(SECOND), undefined);
        const state = {
          lastRunAt: at(-5),
          failedAt: at(-3),
          lastFinishedAt: at(-3),
          failCount: 2,
          failReason: "x",
          progress: 40,
        };
        await jobs.saveJobState({ ...saved, ...state, lockedAt: at(0) }, { lastModifiedBy: "me" });
        const found = await jobs.getJobById(String(saved._id));
        for (const [key, value] of Object.entries(state))
          assert.deepEqual(found?.[key as keyof typeof state], value, key);
        await jobs.removeJobs({ id: String(saved._id) });
        await assert.rejects(jobs.saveJobState(saved, undefined));
      }));

    test("jobs are removed by id, name or what is in their data, and none when nothing is named", () =>
      withJobs(async (jobs) => {
        const put = async (data: unknown, name = "occurrence") =>
          String((await jobs.saveJob(job(SECOND, { data, name }), undefined))._id);
        const first = await put({ scheduleId: "a", n: 1 });
        await put({ scheduleId: "a", n: 2 });
        await put({ scheduleId: "b", deep: { er: true } });
        await put({ scheduleId: "it's \u00e9" }, "other");
        assert.equal(await jobs.removeJobs({}), 0);
        assert.equal(await jobs.removeJobs({ id: "nonsense" }), 0);
        assert.equal(await jobs.removeJobs({ id: first }), 1);
        assert.equal(await jobs.removeJobs({ name: "occurrence", data: { scheduleId: "it's \u00e9" } }), 0);
        assert.equal(await jobs.removeJobs({ data: { scheduleId: "it's \u00e9" } }), 1);
        assert.equal(await jobs.removeJobs({ name: "occurrence", data: { scheduleId: "a" } }), 1);
        assert.equal(await jobs.removeJobs({ data: { deep: { er: false } } }), 0);
        assert.equal(await jobs.removeJobs({ data: { deep: { er: true } } }), 1);
        const [one, two] = [await put(1), await put(2, "other")];
        assert.equal(await jobs.removeJobs({ notNames: ["occurrence"] }), 1);
        assert.equal(await jobs.removeJobs({ ids: [one, two] }), 1);
        await put(3);
        await put(4, "other");
        assert.equal(await jobs.removeJobs({ names: ["occurrence", "other"] }), 2);
        await put(5);
        assert.equal(await jobs.purgeAllJobs(), 1);
      }));

    test("a job that is saved again is changed, and one that was removed stays removed", () =>
      withJobs(async (jobs) => {
        const saved = await jobs.saveJob(job(SECOND, { data: 1, repeatInterval: "1 day" }), undefined);
        const later = at(9 * SECOND);
        const { repeatInterval: _, ...once } = saved;
        const again = await jobs.saveJob({ ...once, data: 2, nextRunAt: later }, undefined);
        assert.deepEqual(
          [again._id, again.data, again.nextRunAt, again.repeatInterval],
          [saved._id, 2, later, undefined],
        );
        await jobs.removeJobs({ id: String(saved._id) });
        await jobs.saveJob(again, undefined);
        assert.equal((await jobs.queryJobs()).total, 0);
      }));

    test("a job of type single is there once for its name, and defining it again does not bring it forward", () =>
      withJobs(async (jobs) => {
        const planned = at(60 * SECOND);
        const first = await jobs.saveJob(job(0, { type: "single", nextRunAt: planned, data: 1 }), undefined);
        const again = await jobs.saveJob(job(-SECOND, { type: "single", data: 2 }), undefined);
        assert.equal(again._id, first._id);
        assert.deepEqual(again.nextRunAt, planned);
        assert.equal(again.data, 2);
        const moved = at(30 * SECOND);
        assert.deepEqual(
          (await jobs.saveJob(job(0, { type: "single", nextRunAt: moved }), undefined)).nextRunAt,
          moved,
        );
        assert.equal((await jobs.queryJobs({ name: "occurrence" })).total, 1);
      }));

    test("a unique job takes the place of the one like it, or leaves it alone", () =>
      withJobs(async (jobs) => {
        const unique = { "data.user": "u" };
        const first = await jobs.saveJob(job(SECOND, { data: { user: "u", n: 1 }, unique }), undefined);
        await jobs.saveJob(job(SECOND, { data: { user: "v" }, unique: { "data.user": "v" } }), undefined);
        const again = await jobs.saveJob(job(SECOND, { data: { user: "u", n: 2 }, unique }), undefined);
        assert.deepEqual([again._id, again.data], [first._id, { user: "u", n: 2 }]);
        const inserted = { unique, uniqueOpts: { insertOnly: true } };
        const kept = await jobs.saveJob(job(SECOND, { data: { user: "u", n: 3 }, ...inserted }), undefined);
        assert.deepEqual(kept.data, { user: "u", n: 2 });
        assert.equal((await jobs.queryJobs()).total, 2);
      }));

    test("a debounced job is put off by each save, until it has waited long enough", () =>
      withJobs(async (jobs) => {
        const save = (maxWait?: number, strategy: "trailing" | "leading" = "trailing", user = "u") =>
          jobs.saveJob(
            job(0, {
              data: { user },
              unique: { "data.user": user },
              uniqueOpts: { debounce: { delay: 60_000, strategy, ...(maxWait ? { maxWait } : {}) } },
            }),
            undefined,
          );
        const inAMinute = (date: Date | null) => Math.abs((date?.getTime() ?? 0) - Date.now() - 60_000) < 5_000;
        const first = await save();
        assert.ok(inAMinute(first.nextRunAt) && first.debounceStartedAt);
        const second = await save();
        assert.equal(second._id, first._id);
        assert.ok(inAMinute(second.nextRunAt));
        assert.deepEqual(second.debounceStartedAt, first.debounceStartedAt);
        while (Date.now() === first.debounceStartedAt.getTime()) await new Promise(setImmediate);
        const forced = await save(1);
        assert.ok((forced.nextRunAt?.getTime() ?? Infinity) <= Date.now());
        assert.equal(forced.debounceStartedAt, undefined);
        const leading = await save(undefined, "leading", "w");
        assert.deepEqual((await save(undefined, "leading", "w")).nextRunAt, leading.nextRunAt);
      }));

    test("a disabled job is not claimed until it is enabled", () =>
      withJobs(async (jobs) => {
        await jobs.saveJob(job(-SECOND, { data: { k: 1 } }), undefined);
        assert.equal(await jobs.disableJobs({}), 0);
        assert.equal(await jobs.disableJobs({ data: { k: 1 } }), 1);
        assert.equal(await claim(jobs), undefined);
        assert.equal((await jobs.queryJobs({ includeDisabled: false })).total, 0);
        assert.equal((await jobs.queryJobs({ state: "paused" })).total, 1);
        assert.equal(await jobs.enableJobs({ name: "occurrence" }), 1);
        assert.ok(await claim(jobs));
      }));

    test("jobs are found by name, data, text and state, in the order asked for, a page at a time", () =>
      withJobs(async (jobs) => {
        for (const n of [3, 1, 2]) await jobs.saveJob(job(n * 60 * SECOND, { data: { n } }), undefined);
        await jobs.saveJob(job(-SECOND, { name: "Other", data: { n: 4 } }), undefined);
        const numbers = async (options: Parameters<JobRepository["queryJobs"]>[0]) => {
          const { jobs: found, total } = await jobs.queryJobs(options);
          return [found.map(({ data }) => (data as { n: number }).n), total];
        };
        assert.deepEqual(await numbers({ sort: { nextRunAt: "asc" } }), [[4, 1, 2, 3], 4]);
        assert.deepEqual(await numbers({}), [[3, 2, 1, 4], 4]);
        assert.deepEqual(await numbers({ name: "occurrence", sort: { nextRunAt: "asc" }, skip: 1, limit: 1 }), [
          [2],
          3,
        ]);
        assert.deepEqual(await numbers({ data: { n: 2 } }), [[2], 1]);
        assert.deepEqual(await numbers({ search: "oth" }), [[4], 1]);
        assert.deepEqual(await numbers({ state: "queued" }), [[4], 1]);
        assert.deepEqual(await numbers({ state: "scheduled", sort: { nextRunAt: "desc" }, limit: 2 }), [[3, 2], 3]);
        const [own] = (await jobs.queryJobs({ name: "Other" })).jobs;
        assert.equal(own?.state, "queued");
        assert.deepEqual(await numbers({ id: String(own?._id) }), [[4], 1]);
        assert.deepEqual(await numbers({ ids: [String(own?._id)] }), [[4], 1]);
        await claim(jobs, "Other");
        assert.deepEqual(await numbers({ state: "running" }), [[4], 1]);
      }));

    test("an overview counts the jobs of each name by state", () =>
      withJobs(async (jobs) => {
        await jobs.saveJob(job(60 * SECOND), undefined);
        await jobs.saveJob(job(-SECOND), undefined);
        await jobs.saveJob(job(-SECOND, { name: "other" }), undefined);
        await claim(jobs, "other");
        await jobs.disableJobs({ name: "other" });
        const overview = (await jobs.getJobsOverview()).sort((a, b) => (a.name < b.name ? -1 : 1));
        assert.deepEqual(
          overview.map(({ name: of, total, scheduled, queued, running, paused }) => [
            of,
            total,
            scheduled,
            queued,
            running,
            paused,
          ]),
          [
            ["occurrence", 2, 1, 1, 0, 0],
            ["other", 1, 0, 0, 1, 1],
          ],
        );
        assert.deepEqual((await jobs.getDistinctJobNames()).sort(), ["occurrence", "other"]);
        assert.equal(await jobs.getQueueSize(), 2);
      }));

    test("what was saved is there when it is opened again, and disconnecting leaves the database open", async () => {
      await using where = await place();
      let id = "";
      {
        await using opened = await where.open();
        await opened.jobs.connect();
        id = String((await opened.jobs.repository.saveJob(job(SECOND), undefined))._id);
        assert.equal(opened.jobs.ownsConnection, false);
        await opened.jobs.disconnect();
        assert.ok(await opened.jobs.repository.getJobById(id));
      }
      await using opened = await where.open();
      assert.ok(await opened.jobs.repository.getJobById(id), "without connecting first");
    });

    test("many are locked at once: what is due or lost by its owner, soonest first, and each by one only", async () => {
      await using where = await place();
      await using opened = await where.open();
      const { repository, lockDue } = opened.jobs;
      const wish = { name: "occurrence", dueBy: at(0), lockDeadline: at(-LOCK_MS), most: 25, owner: "me" };
      assert.deepEqual(await lockDue(wish), []);
      for (let n = 0; n < 60; n++) await repository.saveJob(job(-60 * SECOND + n * 10, { data: { n } }), undefined);
      await repository.saveJob(job(60 * SECOND, { data: { n: 99 } }), undefined);
      await repository.saveJob(job(-SECOND, { name: "other" }), undefined);
      const now = { ...wish, dueBy: at(0) };
      const first = await lockDue(now);
      assert.deepEqual(
        first.map(({ data }) => (data as { n: number }).n),
        Array.from({ length: 25 }, (_, n) => n),
      );
      assert.ok(first.every(({ lockedAt, name }) => lockedAt instanceof Date && name === "occurrence"));
      const rest = (await Promise.all([lockDue(now), lockDue(now), lockDue(now), lockDue(now)])).flat();
      const more = [...rest, ...(await lockDue(now)), ...(await lockDue(now))];
      assert.equal(more.length, 35);
      assert.equal(new Set([...first, ...more].map(({ _id }) => String(_id))).size, 60);
      assert.deepEqual(await lockDue(now), []);
      assert.equal((await lockDue({ ...now, most: 100, lockDeadline: at(SECOND) })).length, 60);
    });

    test("two who have it open never claim the same job", async (t) => {
      await using where = await place();
      if (!where.shared) return t.skip("one process at a time has it open");
      await using one = await where.open();
      await using two = await where.open();
      const [first, second] = [one.jobs.repository, two.jobs.repository];
      for (let i = 0; i < 60; i++) await first.saveJob(job(-SECOND), undefined);
      const claimed = (
        await Promise.all([claimAll(first), claimAll(second), claimAll(first), claimAll(second)])
      ).flat();
      assert.equal(claimed.length, 60);
      assert.equal(new Set(claimed).size, 60);
      for (let i = 0; i < 200; i++) await first.saveJob(job(-SECOND), undefined);
      const wish = { name: "occurrence", dueBy: at(0), lockDeadline: at(-LOCK_MS), most: 20, owner: "me" };
      const locked: string[] = [];
      const lockAll = async ({ jobs }: typeof one) => {
        for (let tries = 0; tries < 40 && locked.length < 200; tries++)
          locked.push(...(await jobs.lockDue(wish)).map(({ _id }) => String(_id)));
      };
      await Promise.all([lockAll(one), lockAll(two), lockAll(one), lockAll(two)]);
      assert.equal(locked.length, 200);
      assert.equal(new Set(locked).size, 200);
    });
  });
}
