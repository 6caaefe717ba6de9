/**
 * A clock that all processes of one machine agree on: the system's monotonic one, in ms. `performance.now()` is the same
 * clock counted from each process's own start.
 */

/** Add this to a time of this process's `performance.now()`. */
export const MACHINE_OFFSET_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** ms on the machine's clock. */
export function machineNow(): number {
  return performance.now() + MACHINE_OFFSET_MS;
}
