import { readFileSync } from "node:fs";

/** What something takes of this process. */
export interface Cost {
  /** Bytes of memory more than at the beginning, at the most. */
  readonly moreBytes: number;
  /** The longest that the event loop was held, ms: what other processes and threads took of that time does not count. */
  readonly longestMs: number;
  /** The longest that it stood still, ms: busy, waiting, or without a processor. */
  readonly stillMs: number;
}

/** Watches what this process takes. @returns ends that, and gives the cost */
export function watchCost(): () => Cost {
  const began = process.memoryUsage.rss();
  let most = began;
  let [longestMs, stillMs] = [0, 0];
  let last = { at: performance.now(), computedMs: mainThreadMs() };
  const look = () => {
    const now = { at: performance.now(), computedMs: mainThreadMs() };
    longestMs = Math.max(longestMs, Math.min(now.at - last.at, now.computedMs - last.computedMs));
    stillMs = Math.max(stillMs, now.at - last.at);
    last = now;
    most = Math.max(most, process.memoryUsage.rss());
  };
  const watch = setInterval(look, 1);
  return () => {
    clearInterval(watch);
    look();
    return { moreBytes: most - began, longestMs, stillMs };
  };
}

/** Processor time of the thread with the event loop, in ms (Linux, `proc(5)`: schedstat in ns). */
const mainThreadMs = () => Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[0]) / 1e6;
