import { readFileSync } from "node:fs";

/** Length of a tick of the kernel's accounting (USER_HZ), in ms. */
const TICK_MS = 10;

/** Reads the processor time of a process and its awaited children from its stat (proc(5): utime to cstime), in ms. */
export function processorMsIn(stat: string): number {
  const fields = stat.replace(/^.*\) /s, "").split(" ");
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * TICK_MS;
}

/**
 * Reads from a process's schedstat (kernel: Documentation/scheduler/sched-stats) how long its main thread waited on a run queue, in
 * ms.
 */
export const delayedMsIn = (schedstat: string): number => Number(schedstat.split(" ")[1]) / 1e6;

/** Returns the processor time of this process and its ended children, in ms. */
export const ownProcessorMs = (): number => processorMsIn(readFileSync("/proc/self/stat", "utf8"));

/** Returns the processor time of all programs since the machine's start, in ms (proc(5): user, nice, system, irq …). */
export function machineProcessorMs(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = readFileSync("/proc/stat", "utf8")
    .slice("cpu ".length, 200)
    .trim()
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + soft) * TICK_MS;
}
