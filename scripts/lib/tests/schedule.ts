import type { Need } from "./needs.js";

/** Something to run: a test file or a check. */
export interface Job {
  readonly name: string;
  readonly needs: readonly Need[];
  /** The expected duration, in seconds. */
  readonly seconds: number;
  /** The expected share of a core: 0.25 for a job that waits three quarters of its time. */
  readonly cores: number;
}

export interface Machine {
  readonly cores: number;
  /** Maximum number of concurrent jobs, however little they compute. */
  readonly jobs: number;
}

/** Order: jobs that may run with any others, then calm ones, then quiet ones, one by one. */
const tierOf = ({ needs }: Job) => (needs.includes("quiet") ? 2 : needs.includes("calm") ? 1 : 0);
/**
 * The share of the cores that may be in use while a job runs, by itself and by others: a test with a telephone must process its
 * audio in time, and a quiet one runs alone.
 */
function shareOf(job: Job): number {
  const tier = tierOf(job);
  if (tier > 0) return tier === 1 ? 0.5 : 0;
  return job.name.startsWith("test/system/") ? 0.8 : 1;
}
const shareOfAll = (jobs: readonly Job[]) => Math.min(1, ...jobs.map(shareOf));

/**
 * Chooses the next job to start, or none while running ones must end first: the longest of the first unfinished tier. No two
 * concurrent jobs have the same need, calm aside, and together they use no more of the cores than each of them tolerates.
 */
export function nextJob<J extends Job>(waiting: readonly J[], running: readonly J[], machine: Machine): J | undefined {
  const tier = Math.min(...[...waiting, ...running].map(tierOf));
  const inTurn = waiting.filter((job) => tierOf(job) === tier).toSorted((a, b) => b.seconds - a.seconds);
  if (running.length === 0) return inTurn[0];
  if (running.length >= machine.jobs) return undefined;
  const taken = new Set<Need>(running.flatMap(({ needs }) => needs));
  taken.delete("calm");
  const busy = running.reduce((sum, { cores }) => sum + cores, 0);
  const fits = (job: J) => busy + job.cores <= machine.cores * shareOfAll([...running, job]);
  return inTurn.find((job) => !job.needs.some((need) => taken.has(need)) && fits(job));
}

/** Estimates the remaining time, in seconds: tier by tier, limited by the cores. */
export function remainingSeconds(waiting: readonly Job[], running: readonly Job[], machine: Machine): number {
  const open = [...waiting, ...running];
  const tiers = [0, 1, 2].map((tier) => {
    const jobs = open.filter((job) => tierOf(job) === tier);
    if (tier === 2) return jobs.reduce((sum, { seconds }) => sum + seconds, 0);
    const work = jobs.reduce((sum, { seconds, cores }) => sum + seconds * cores, 0);
    return Math.max(work / (machine.cores * shareOfAll(jobs)), ...jobs.map(({ seconds }) => seconds), 0);
  });
  return tiers.reduce((sum, seconds) => sum + seconds, 0);
}
