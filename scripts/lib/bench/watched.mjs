// Preloaded into the controller with NODE_OPTIONS=--import: records how late the main thread's timers fire, its garbage
// collections and its memory, and writes them to BENCH_WATCH when it exits. Times in ms on the machine's clock.
import { writeFileSync } from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** Interval between checks of the clock, in ms. */
const EVERY_MS = 10;
const MEMORY_EVERY_MS = 500;

const file = process.env.BENCH_WATCH;
if (isMainThread && file) {
  const offset = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  /** @type {number[][]} */
  const lags = [];
  /** @type {number[][]} */
  const collections = [];
  /** @type {number[][]} */
  const memory = [];
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    lags.push([now + offset, Math.max(0, now - last - EVERY_MS)]);
    last = now;
  }, EVERY_MS).unref();
  setInterval(() => {
    const { rss, heapUsed, external } = process.memoryUsage();
    memory.push([performance.now() + offset, rss, heapUsed, external]);
  }, MEMORY_EVERY_MS).unref();
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) collections.push([startTime + offset, duration]);
  }).observe({ entryTypes: ["gc"] });
  process.once("exit", () => writeFileSync(file, JSON.stringify({ lags, collections, memory })));
}
