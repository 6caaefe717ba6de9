/** What something takes of this process. */
export interface Cost {
  /** Bytes of memory more than at the beginning, at the most. */
  readonly moreBytes: number;
  /** The longest that the event loop was held, ms: what other processes took of that time does not count. */
  readonly longestMs: number;
}

/** Watches what this process takes. @returns ends that, and gives the cost */
export function watchCost(): () => Cost {
  const began = process.memoryUsage.rss();
  let most = began;
  let longestMs = 0;
  let last = { at: performance.now(), cpu: process.cpuUsage() };
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(last.cpu);
    longestMs = Math.max(longestMs, Math.min(performance.now() - last.at, (user + system) / 1_000));
    last = { at: performance.now(), cpu: process.cpuUsage() };
    most = Math.max(most, process.memoryUsage.rss());
  }, 1);
  return () => {
    clearInterval(watch);
    return { moreBytes: most - began, longestMs };
  };
}
