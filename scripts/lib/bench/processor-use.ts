import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { tenths } from "./watched.js";

/** Ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS = 100;

/** All that the machine did, and what programs did that are no part of the benchmark. */
const ALL = "everything on the machine";
export const OTHERS = "other programs";

/**
 * Measures the share of a core that each process used between the start and the call of the returned function, in percent; also
 * that of the whole machine, and of {@link OTHERS}.
 */
export function watchProcessors(pids: Readonly<Record<string, number>>): () => Record<string, number> {
  const begun = performance.now();
  const before = ticksOf(pids);
  return () => {
    const seconds = (performance.now() - begun) / 1000;
    const after = ticksOf(pids);
    const used = Object.fromEntries(
      Object.keys(after).map((name) => {
        const ticks = (after[name] ?? 0) - (before[name] ?? 0);
        return [name, tenths((ticks / TICKS / seconds) * 100)];
      }),
    );
    const own = Object.keys(pids).reduce((sum, name) => sum + (used[name] ?? 0), 0);
    return { ...used, [OTHERS]: Math.max(0, tenths((used[ALL] ?? 0) - own)) };
  };
}

function ticksOf(pids: Readonly<Record<string, number>>): Record<string, number> {
  const ticks = Object.entries(pids).map(([name, pid]) => [name, ofProcess(pid)] as const);
  return { ...Object.fromEntries(ticks), [ALL]: ofMachine() };
}

function ofProcess(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0; // The process has ended.
  }
}

/** All that was not idle: user, nice, system, interrupts, stolen. */
function ofMachine(): number {
  const [, user, nice, system, , , irq, softirq, steal] = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "")
    .split(/\s+/)
    .map(Number);
  return [user, nice, system, irq, softirq, steal].reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
