/**
 * A clock shared by all processes of one machine: the system's monotonic one, in ms. `performance.now()` is the same clock,
 * counted from each process's start.
 */

/** Offset from this process's `performance.now()` to that clock. */
export const MACHINE_OFFSET_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** ms on the machine's clock. */
export function machineNow(): number {
  return performance.now() + MACHINE_OFFSET_MS;
}
