import type { Need } from "./needs.js";

/** Something to run: a test file or a check. */
export interface Job {
  readonly name: string;
  readonly needs: readonly Need[];
  /** The expected duration with a free core, in seconds. */
  readonly seconds: number;
  /** The expected share of a core: 0.25 for a job that waits three quarters of its time. */
  readonly cores: number;
}

export interface Machine {
  readonly cores: number;
  /** Maximum number of concurrent jobs, however little they compute. */
  readonly jobs: number;
}

const isQuiet = ({ needs }: Job) => needs.includes("quiet");

/**
 * Tells whether a job plays calls, or programs of its own have time limits. All others only compute: they get the processor time that
 * live jobs leave.
 */
export const isLive = (job: Job) => isQuiet(job) || /^test\/(?:contract|system|full|engines)\//.test(job.name);

/** The share of the cores that live jobs may use together; a quiet one runs alone. */
const LIVE_SHARE = 0.7;
/** Maximum number of live jobs per core. */
const LIVE_PER_CORE = 2;
const coresOf = (jobs: readonly Job[]) => jobs.reduce((sum, { cores }) => sum + cores, 0);

/**
 * For how long a live job counts as starting, in ms. It starts telephone systems and controllers, which takes several seconds of a
 * core, however little it computes afterwards; two that start at the same time hinder each other and all others.
 */
export const STARTING_MS = 5_000;

/** The duration of a long job, in seconds: it comes before all that use less than one core more. */
const LONG_SECONDS = 120;
/** What is long or computes much leaves the machine idle, or full, at the end: it comes first. */
const urgencyOf = ({ seconds, cores }: Job) => seconds / LONG_SECONDS + cores;

/**
 * Chooses the next job to start, or none while running ones must end first. Live jobs come first, while no other is starting; quiet
 * ones come last. Jobs that only compute fill, together with live ones, one core more than there are, and are at least one: the fewer
 * share what live ones leave, the sooner each ends. Beside quiet ones none runs. No two concurrent jobs have the same need.
 */
export function nextJob<J extends Job>(
  waiting: readonly J[],
  running: readonly J[],
  machine: Machine,
  isStarting = false,
): J | undefined {
  if (running.length >= machine.jobs || running.some(isQuiet)) return undefined;
  const taken = new Set<Need>(running.flatMap(({ needs }) => needs));
  const free = waiting.filter((job) => !isQuiet(job) && !job.needs.some((need) => taken.has(need)));
  const live = running.filter(isLive);
  const bearsLive = (job: J) =>
    live.length === 0 ||
    (live.length < machine.cores * LIVE_PER_CORE && coresOf([...live, job]) <= machine.cores * LIVE_SHARE);
  const bears = (job: J) =>
    isLive(job)
      ? !isStarting && bearsLive(job)
      : running.length - live.length < Math.max(1, machine.cores + 1 - live.length);
  const [first] = free
    .filter(bears)
    .toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)) || urgencyOf(b) - urgencyOf(a));
  return first ?? (running.length === 0 && waiting.every(isQuiet) ? waiting[0] : undefined);
}

/** Estimates the remaining time, in seconds: live jobs or what all compute, whichever is longer, and then the quiet ones. */
export function remainingSeconds(waiting: readonly Job[], running: readonly Job[], machine: Machine): number {
  const open = [...waiting, ...running];
  const secondsOf = (jobs: readonly Job[]) => jobs.reduce((sum, { seconds }) => sum + seconds, 0);
  const workOf = (jobs: readonly Job[]) => jobs.reduce((sum, { seconds, cores }) => sum + seconds * cores, 0);
  const others = open.filter((job) => !isQuiet(job));
  const live = others.filter(isLive);
  return (
    Math.max(
      0,
      ...live.map(({ seconds }) => seconds),
      secondsOf(live) / (machine.cores * LIVE_PER_CORE),
      workOf(live) / (machine.cores * LIVE_SHARE),
      workOf(others) / machine.cores,
    ) + secondsOf(open.filter(isQuiet))
  );
}
