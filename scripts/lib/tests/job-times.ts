import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** How long a job took, in seconds, and how many cores it used on average. */
export interface JobTime {
  readonly seconds: number;
  readonly cores: number;
}

export type JobTimes = Readonly<Record<string, JobTime>>;

/** The times of the last run here; kept by name, so that a run of a few files does not affect the others. */
const LAST = ".cache/tests/times.json";
/** The initial times of a clone, written by `--record`. */
const FIRST = "test/times.json";
/** For a job that has never run. */
export const UNKNOWN: JobTime = { seconds: 5, cores: 1 };

export const readTimes = (): JobTimes => ({ ...read(FIRST), ...read(LAST) });

export function keepTimes(times: JobTimes, { record }: { readonly record: boolean }): void {
  write(LAST, { ...read(LAST), ...times });
  if (record) write(FIRST, times);
}

function read(path: string): JobTimes {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as JobTimes;
  } catch {
    return {}; // Without times, the schedule is only less efficient.
  }
}

function write(path: string, times: JobTimes): void {
  mkdirSync(dirname(path), { recursive: true });
  const byName = Object.entries(times).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = byName.map(([name, { seconds, cores }]) => {
    const rounded = { seconds: Number(seconds.toFixed(1)), cores: Number(cores.toFixed(2)) };
    return `  ${JSON.stringify(name)}: ${JSON.stringify(rounded)}`;
  });
  writeFileSync(path, `{\n${lines.join(",\n")}\n}\n`);
}
