import { readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compile, inputsOf, PROJECT } from "../compiled/compile.mjs";
import { changedFiles, reached } from "./changed.js";
import { BUSY_WITH_OTHERS } from "./budget.js";
import { checksOf } from "./checks.js";
import { type JobTime, type JobTimes, keepTimes, readTimes, UNKNOWN } from "./job-times.js";
import { type Need, needsOf } from "./needs.js";
import { HELP, type Options, readOptions } from "./options.js";
import { machineProcessorMs, ownProcessorMs } from "./processor-time.js";
import { Progress } from "./progress.js";
import { type Program, runJob } from "./run-job.js";
import { isLive, type Job, type Machine, nextJob, remainingSeconds, STARTING_MS } from "./schedule.js";
import { type Finished, overBudget, type Run, summaryOf } from "./summary.js";

/** A file that hangs is killed after this time. */
const LIMIT_MS = (process.env.TEST_FORM === "full" ? 60 : 10) * 60_000;
/** Concurrent files per core. Most of them wait for telephones more than they compute. */
const JOBS_PER_CORE = 4;

/** The program that these tests start. */
const SERVICE = "src/main.ts";
const startsService = (file: string) => /^test\/(?:system|full)\//.test(file);

interface Planned extends Job {
  readonly program: Program;
}

async function main(given: readonly string[]): Promise<number> {
  const options = readOptions(given);
  if (options === "help") {
    console.log(HELP);
    return 0;
  }
  process.chdir(PROJECT);
  const known = readTimes();
  const jobs = await plan(options, known);
  if (jobs.length === 0) {
    console.log("The changes affect no test.\n0 passed, 0 failed, 0 skipped");
    return 0;
  }
  const cores = availableParallelism();
  const run = await runAll(jobs, { cores, jobs: options.jobs ?? cores * JOBS_PER_CORE }, options);
  const isBusy = run.coresOfOthers > BUSY_WITH_OTHERS;
  const ran = run.finished.filter(({ name, outcome }) => outcome.processorMs !== undefined && !(isBusy && known[name]));
  keepTimes(Object.fromEntries(ran.map((each) => [each.name, timeOf(each)])), options);
  console.log(summaryOf(run));
  const failed = run.finished.some(({ outcome }) => outcome.failed.length > 0);
  return failed || overBudget(run).length > 0 || run.finished.length < jobs.length ? 1 : 0;
}

async function plan(options: Options, known: JobTimes): Promise<Planned[]> {
  const all = options.paths.flatMap(testsIn);
  // Otherwise each of the first tests would bundle the service for itself.
  const services = all.some(startsService) ? [SERVICE] : [];
  const bundles = await compile([...all, ...services]);
  process.env.TEST_BUNDLES = JSON.stringify(Object.fromEntries(services.map((path) => [path, bundles.get(path)])));
  const changed = options.changedSince === undefined ? undefined : changedFiles(options.changedSince);
  const files = changed === undefined ? all : reached(all, changed, inputsOf);
  const { countsAssertions } = options;
  const job = (
    name: string,
    needs: readonly Need[],
    program: Omit<Program, "countsAssertions" | "yieldsProcessor">,
  ): Planned => {
    const planned: Job = { name, needs, ...(known[name] ?? UNKNOWN) };
    return { ...planned, program: { ...program, countsAssertions, yieldsProcessor: !isLive(planned) } };
  };
  const checks = checksOf(options.checks, changed).map(({ name, command }) =>
    job(name, [], { command, isTest: false, limitMs: LIMIT_MS }),
  );
  const tests = files.map((file) =>
    job(file, needsOf(file), {
      command: [process.execPath, ...options.nodeOptions, bundles.get(file) ?? file],
      isTest: true,
      limitMs: LIMIT_MS,
    }),
  );
  return [...checks, ...tests];
}

function testsIn(path: string): string[] {
  const found = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [path];
  const tests = found.filter((name) => name.endsWith(".test.ts")).map((name) => relative(PROJECT, name));
  if (tests.length === 0) throw new Error(`no *.test.ts in ${path}`);
  return tests;
}

/** Runs jobs until all have ended, or a signal ends them. */
async function runAll(jobs: readonly Planned[], machine: Machine, options: Options): Promise<Run> {
  const abort = new AbortController();
  const end = () => abort.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  const startedAt = performance.now();
  const [machineBefore, ownBefore] = [machineProcessorMs(), ownProcessorMs()];
  const waiting = new Set(jobs);
  const running = new Map<Planned, Promise<void>>();
  const finished: Finished[] = [];
  const progress = new Progress(jobs.length, () => ({
    running: [...running.keys()].map(({ name }) => name),
    seconds: remainingSeconds([...waiting], [...running.keys()], machine),
  }));
  /** The live job that began last, while it counts as starting. */
  let starting: { readonly job: Planned; readonly untilMs: number } | undefined;
  const start = async (job: Planned) => {
    const from = performance.now();
    if (isLive(job)) starting = { job, untilMs: from + STARTING_MS };
    const outcome = await runJob(job.program, abort.signal);
    running.delete(job);
    if (starting?.job === job) starting = undefined;
    const seconds = (performance.now() - from) / 1_000;
    const unhurriedSeconds = seconds - outcome.delayedMs / 1_000;
    const judgedSeconds = job.program.yieldsProcessor ? (outcome.processorMs ?? 0) / 1_000 : unhurriedSeconds;
    const done = { name: job.name, seconds, unhurriedSeconds, judgedSeconds, outcome };
    finished.push(done);
    progress.ended(done, finished.length);
  };
  while (waiting.size + running.size > 0 && !abort.signal.aborted) {
    const startingMs = (starting?.untilMs ?? 0) - performance.now();
    const next = nextJob([...waiting], [...running.keys()], machine, startingMs > 0);
    if (next) {
      waiting.delete(next);
      running.set(next, start(next));
    } else await oneOf(running.values(), startingMs);
  }
  await Promise.all(running.values());
  progress.stop();
  const ms = performance.now() - startedAt;
  const others = machineProcessorMs() - machineBefore - (ownProcessorMs() - ownBefore);
  return {
    finished,
    seconds: ms / 1_000,
    coresOfOthers: Math.max(0, others / ms),
    judgesBudget: options.budget,
    countsAssertions: options.countsAssertions,
  };
}

/** Resolves once a job has ended or, if it is above 0, this time is over. */
async function oneOf(jobs: Iterable<Promise<void>>, ms: number): Promise<void> {
  const over = new AbortController();
  const wait = ms > 0 ? [sleep(ms, undefined, { signal: over.signal }).catch(() => {})] : [];
  await Promise.race([...jobs, ...wait]);
  over.abort();
}

/** What a job would have taken with a free core, and its share of one. */
const timeOf = ({ unhurriedSeconds, outcome }: Finished): JobTime => ({
  seconds: unhurriedSeconds,
  cores: (outcome.processorMs ?? 0) / 1_000 / unhurriedSeconds,
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`run-tests: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 64;
}
