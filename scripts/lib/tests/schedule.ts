import type { Need } from "./needs.js";

/** Something to run: a test file or a check. */
export interface Job {
  readonly name: string;
  readonly needs: readonly Need[];
  /** How long it is expected to take, in seconds. */
  readonly seconds: number;
  /** How much of a core it is expected to keep busy meanwhile: 0.25 for one that waits three quarters of its time. */
  readonly cores: number;
}

export interface Machine {
  readonly cores: number;
  /** How many jobs may be under way, however little they compute. */
  readonly jobs: number;
}

/** Those that bear any company come first, the calm ones after them, and the quiet ones last, one by one. */
const tierOf = ({ needs }: Job) => (needs.includes("quiet") ? 2 : needs.includes("calm") ? 1 : 0);
/**
 * How much of the cores a job bears to be asked for, by itself and those beside it: who waits for a telephone has to hear it in
 * time, and a quiet one bears nobody.
 */
function shareOf(job: Job): number {
  const tier = tierOf(job);
  if (tier > 0) return tier === 1 ? 0.5 : 0;
  return job.name.startsWith("test/system/") ? 0.8 : 1;
}
const shareOfAll = (jobs: readonly Job[]) => Math.min(1, ...jobs.map(shareOf));

/**
 * Chooses the job to start next, or none while those under way have to be waited for: the longest of the first tier that is not
 * done. No two under way have the same need, calm aside, and together they ask for no more of the cores than each of them bears.
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

/** Estimates how much longer it takes, in seconds: tier by tier, each as the cores bear it. */
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
