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

/**
 * Chooses the job to start next, or none while those under way have to be waited for. The longest comes first, those that need
 * quiet last and one by one; no two have the same need at a time, and together they ask for no more cores than there are.
 */
export function nextJob<J extends Job>(waiting: readonly J[], running: readonly J[], machine: Machine): J | undefined {
  if (running.length >= machine.jobs || running.some(isQuiet)) return undefined;
  const longestFirst = waiting.toSorted((a, b) => b.seconds - a.seconds);
  const beside = longestFirst.filter((job) => !isQuiet(job));
  if (beside.length === 0) return running.length === 0 ? longestFirst[0] : undefined;
  const taken = new Set(running.flatMap(({ needs }) => needs));
  const busy = running.reduce((sum, { cores }) => sum + cores, 0);
  const fits = ({ cores }: J) => running.length === 0 || busy + cores <= machine.cores;
  return beside.find((job) => !job.needs.some((need) => taken.has(need)) && fits(job));
}

const isQuiet = ({ needs }: Job) => needs.includes("quiet");

/** Estimates how much longer it takes, in seconds: quiet jobs in a row, the others as the cores bear them. */
export function remainingSeconds(waiting: readonly Job[], running: readonly Job[], machine: Machine): number {
  const open = [...waiting, ...running];
  const alone = open.filter(isQuiet).reduce((sum, { seconds }) => sum + seconds, 0);
  const beside = open.filter((job) => !isQuiet(job));
  const work = beside.reduce((sum, { seconds, cores }) => sum + seconds * cores, 0);
  return alone + Math.max(work / machine.cores, ...beside.map(({ seconds }) => seconds), 0);
}
