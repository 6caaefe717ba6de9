/** How long this process computed over `work`, ms: what a busy machine makes of it by the clock does not count. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
