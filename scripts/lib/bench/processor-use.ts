import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

/** Ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS = 100;

/** Measures the share of a core that each process used between the start and the call of the returned function, in percent. */
export function watchProcessors(pids: Readonly<Record<string, number>>): () => Record<string, number> {
  const begun = performance.now();
  const before = ticksOf(pids);
  return () => {
    const seconds = (performance.now() - begun) / 1000;
    const after = ticksOf(pids);
    return Object.fromEntries(
      Object.keys(after).map((name) => {
        const ticks = (after[name] ?? 0) - (before[name] ?? 0);
        return [name, Math.round((ticks / TICKS / seconds) * 1000) / 10];
      }),
    );
  };
}

function ticksOf(pids: Readonly<Record<string, number>>): Record<string, number> {
  const ticks = Object.entries(pids).map(([name, pid]) => [name, ofProcess(pid)] as const);
  return { ...Object.fromEntries(ticks), "everything on the machine": ofMachine() };
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
