import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Job, nextJob, remainingSeconds } from "../../../../scripts/lib/tests/schedule.js";
import { NEEDS, type Need } from "../../../../scripts/lib/tests/needs.js";

const job = (name: string, seconds: number, cores: number, ...needs: Need[]): Job => ({ name, seconds, cores, needs });
const TWO_CORES = { cores: 2, jobs: 8 };

/** Runs all in virtual time. @returns what was under way at each start */
function simulate(jobs: readonly Job[], machine = TWO_CORES) {
  const waiting = new Set(jobs);
  const running = new Map<Job, number>();
  const starts: { readonly job: Job; readonly beside: readonly Job[]; readonly at: number }[] = [];
  let now = 0;
  while (waiting.size + running.size > 0) {
    const next = nextJob([...waiting], [...running.keys()], machine);
    if (next) {
      starts.push({ job: next, beside: [...running.keys()], at: now });
      waiting.delete(next);
      running.set(next, now + next.seconds);
      continue;
    }
    assert.ok(running.size > 0, "nothing is under way and nothing is started");
    now = Math.min(...running.values());
    for (const [each, endsAt] of running) if (endsAt <= now) running.delete(each);
  }
  return { starts, seconds: now };
}

describe("the schedule of tests", () => {
  it("starts the longest first", () => {
    const { starts } = simulate([job("a", 1, 1), job("b", 9, 1), job("c", 5, 1)]);
    assert.deepEqual(
      starts.map((start) => start.job.name),
      ["b", "c", "a"],
    );
  });

  it("runs one file that computes more than there are cores", () => {
    const { starts } = simulate(Array.from({ length: 6 }, (_, i) => job(`c${i}`, 10, 1)));
    assert.deepEqual(
      starts.map(({ at }) => at),
      [0, 0, 0, 10, 10, 10],
    );
  });

  it("starts files with telephones that are long or compute much first", () => {
    const { starts } = simulate([
      job("test/system/short", 9, 0.2),
      job("test/system/busy", 10, 1),
      job("test/system/long", 130, 0.1),
    ]);
    assert.deepEqual(
      starts.map(({ job: { name } }) => name.slice("test/system/".length)),
      ["long", "busy", "short"],
    );
  });

  it("runs two files with telephones per core, if they use seven tenths of the cores together", () => {
    const seconds = (names: string, cores: number) =>
      simulate([...names].map((name) => job(`test/system/${name}`, 10, cores))).seconds;
    assert.deepEqual([seconds("ab", 0.7), seconds("ab", 0.71)], [10, 20]);
    assert.deepEqual([seconds("abcd", 0.3), seconds("abcde", 0.1)], [10, 20]);
  });

  it("runs files that only compute beside any with telephones, but not beside quiet ones", () => {
    const computing = ["a", "b", "c"].map((name) => job(name, 10, 1));
    assert.equal(simulate([job("test/system/talk", 30, 1.5), ...computing]).seconds, 30);
    assert.equal(simulate([job("pause", 30, 0.3, "quiet"), ...computing]).seconds, 40);
  });

  it("starts no file with telephones while another is starting, but one that computes", () => {
    const [talk, unit] = [job("test/system/talk", 9, 0.1), job("test/unit/a", 1, 1)];
    const running = [job("test/system/hold", 9, 0.1)];
    assert.equal(nextJob([talk], running, TWO_CORES, true), undefined);
    assert.equal(nextJob([talk], running, TWO_CORES, false), talk);
    assert.equal(nextJob([talk, unit], running, TWO_CORES, true), unit);
    const quiet = job("test/system/pause", 9, 0.1, "quiet");
    assert.equal(nextJob([quiet, talk], [], TWO_CORES, true), undefined, "a quiet one does not overtake it");
  });

  it("passes by a file that does not fit for one that does", () => {
    const live = (name: string, seconds: number, cores: number) => job(`test/system/${name}`, seconds, cores);
    const { starts } = simulate([
      live("all", 9, 1),
      live("big", 8, 0.8),
      live("small", 1, 0.12),
      live("medium", 5, 0.3),
    ]);
    assert.deepEqual(
      starts.map(({ job: { name }, at }) => `${name.slice("test/system/".length)} ${at}`),
      ["all 0", "medium 0", "small 5", "big 9"],
    );
  });

  it("runs a file that asks for more cores than there are", () => {
    assert.equal(simulate([job("test/system/huge", 3, 7), job("test/system/a", 1, 1)]).seconds, 4);
  });

  const jobs = fc.array(
    fc.record({
      name: fc.constantFrom("test/unit/a", "test/system/b"),
      seconds: fc.double({ min: 0.1, max: 60, noNaN: true }),
      cores: fc.double({ min: 0, max: 3, noNaN: true }),
      needs: fc.subarray([...NEEDS]),
    }),
    { maxLength: 30 },
  );

  it("runs each once, quiet ones alone and last, and no two with the same need at a time", () => {
    fc.assert(
      fc.property(jobs, (given) => {
        const { starts } = simulate(given);
        assert.equal(new Set(starts.map((start) => start.job)).size, given.length);
        const is = (need: Need, each: Job) => each.needs.includes(need);
        for (const [i, { job: started, beside }] of starts.entries()) {
          const earlier = starts.slice(0, i).map((start) => start.job);
          if (is("quiet", started)) assert.deepEqual(beside, []);
          else assert.ok(!earlier.some((each) => is("quiet", each)), "after a quiet one");
          for (const need of started.needs) assert.ok(!beside.some((each) => is(need, each)));
        }
      }),
    );
  });

  it("estimates what is left from what is open", () => {
    const open = [job("a", 10, 1), job("b", 10, 1), job("q", 7, 1, "quiet")];
    assert.equal(remainingSeconds(open, [], TWO_CORES), 10 + 7);
    assert.equal(remainingSeconds([], [], TWO_CORES), 0);
  });
});
