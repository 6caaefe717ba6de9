import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

/** Ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS = 100;
/** A thread that used less than this, in percent of a core, is not listed. */
const LEAST_PERCENT = 0.1;

/**
 * Measures the share of a core that each thread of a process used between the start and the call of the returned function, in
 * percent.
 */
export function watchThreads(pid: number): () => Record<string, number> {
  const begun = performance.now();
  const before = ticksOfThreads(pid);
  return () => {
    const seconds = (performance.now() - begun) / 1000;
    const used = [...ticksOfThreads(pid)].map(([thread, ticks]): [string, number] => [
      thread,
      Math.round(((ticks - (before.get(thread) ?? 0)) / TICKS / seconds) * 1000) / 10,
    ]);
    return Object.fromEntries(used.filter(([, percent]) => percent >= LEAST_PERCENT).sort(([, a], [, b]) => b - a));
  };
}

/** By name and number; the first is the one that carries the audio. */
function ticksOfThreads(pid: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
      const [name = "", rest = ""] = stat.split(/^\d+ \((.*)\) /).slice(1);
      const fields = rest.split(" ");
      const title = Number(thread) === pid ? "main" : `${name} ${thread}`;
      found.set(title, Number(fields[11]) + Number(fields[12]));
    } catch {
      // The thread has ended meanwhile.
    }
  }
  return found;
}
