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

/** Jobs that play calls or judge times, in starting order: those that bear a busy machine, calm ones, quiet ones. */
const tierOf = ({ needs }: Job) => (needs.includes("quiet") ? 2 : needs.includes("calm") ? 1 : 0);

/**
 * Tells whether a job plays calls, or programs of its own have time limits. All others only compute: they get the processor time that
 * live jobs leave.
 */
export const isLive = (job: Job) => tierOf(job) > 0 || /^test\/(?:contract|system|full|engines)\//.test(job.name);

/** The share of the cores that live jobs may use together; a quiet one runs alone. */
const LIVE_SHARE = 0.6;
/** Maximum number of live jobs per core. */
const LIVE_PER_CORE = 2;
const coresOf = (jobs: readonly Job[]) => jobs.reduce((sum, { cores }) => sum + cores, 0);

/**
 * For how long a live job counts as starting, in ms. It starts telephone systems and controllers, which takes several seconds of a
 * core, however little it computes afterwards; two that start at the same time hinder each other and all others.
 */
export const STARTING_MS = 5_000;

/**
 * Chooses the next job to start, or none while running ones must end first. Live jobs come first, the longest of the first
 * unfinished tier, while no other is starting. Jobs that only compute fill one core more than there are, so that none idles while
 * one of them waits; beside quiet ones none runs. No two concurrent jobs have the same need, calm aside.
 */
export function nextJob<J extends Job>(
  waiting: readonly J[],
  running: readonly J[],
  machine: Machine,
  isStarting = false,
): J | undefined {
  if (running.length >= machine.jobs) return undefined;
  const taken = new Set<Need>(running.flatMap(({ needs }) => needs));
  taken.delete("calm");
  if (taken.has("quiet")) return undefined;
  const longestFirst = waiting
    .filter((job) => !job.needs.some((need) => taken.has(need)))
    .toSorted((a, b) => b.seconds - a.seconds);
  const live = running.filter(isLive);
  const tier = Math.min(...[...waiting, ...running].filter(isLive).map(tierOf));
  const isAlone = running.length === 0 && !waiting.some((job) => tierOf(job) < 2);
  const bearsLive = (job: J) => {
    if (tier === 2) return isAlone;
    if (isStarting || live.length >= machine.cores * LIVE_PER_CORE) return false;
    return live.length === 0 || coresOf([...live, job]) <= machine.cores * LIVE_SHARE;
  };
  const bearsComputing = running.length - live.length <= machine.cores;
  return (
    longestFirst.find((job) => isLive(job) && tierOf(job) === tier && bearsLive(job)) ??
    longestFirst.find((job) => !isLive(job) && bearsComputing)
  );
}

/** Estimates the remaining time, in seconds: tier by tier of live jobs, or what all compute, whichever is longer. */
export function remainingSeconds(waiting: readonly Job[], running: readonly Job[], machine: Machine): number {
  const open = [...waiting, ...running];
  const workOf = (jobs: readonly Job[]) => jobs.reduce((sum, { seconds, cores }) => sum + seconds * cores, 0);
  const inTier = (tier: number) => open.filter((job) => isLive(job) && tierOf(job) === tier);
  const [others = 0, calm = 0] = [0, 1].map((tier) => {
    const jobs = inTier(tier);
    const inLine = jobs.reduce((sum, { seconds }) => sum + seconds, 0) / (machine.cores * LIVE_PER_CORE);
    return Math.max(workOf(jobs) / (machine.cores * LIVE_SHARE), inLine, ...jobs.map(({ seconds }) => seconds), 0);
  });
  const unquiet = open.filter((job) => tierOf(job) < 2);
  const quiet = inTier(2).reduce((sum, { seconds }) => sum + seconds, 0);
  return Math.max(others + calm, workOf(unquiet) / machine.cores) + quiet;
}
