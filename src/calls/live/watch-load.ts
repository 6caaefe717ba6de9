import { performance } from "node:perf_hooks";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { Metrics } from "../../observability/metrics.js";
import type { Admission } from "./admission.js";
import type { LiveCalls } from "./live-calls.js";

/** Interval of the measurements, in ms: one call too many is audible for this long, and a blocking second is noticed. */
const EVERY_MS = 1_000;

export interface WatchLoadNeeds {
  readonly admission: Admission;
  readonly liveCalls: LiveCalls;
  readonly metrics: Pick<Metrics, "threadBusy" | "overloaded">;
  readonly log: Log;
  readonly scope: Scope;
}

/** Measures how busy this thread is while the scope lives, and starts queued calls when there is room. */
export function watchLoad({ admission, liveCalls, metrics, log, scope }: WatchLoadNeeds): void {
  let before = performance.eventLoopUtilization();
  let wasFull = false;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    admission.measured(utilization, liveCalls.count);
    liveCalls.fillLines();
    const isFull = !admission.hasRoom(liveCalls.count);
    metrics.threadBusy(utilization);
    metrics.overloaded(isFull);
    if (isFull !== wasFull) tell(isFull, utilization);
    wasFull = isFull;
  }, EVERY_MS);
  timer.unref();
  scope.onEnd(() => clearInterval(timer));

  function tell(isFull: boolean, utilization: number): void {
    const data = { calls: liveCalls.count, busy: Math.round(utilization * 100) / 100 };
    if (isFull)
      log.warn("overloaded", "The processor is busy with the calls in progress: further calls are rejected", data);
    else log.info("overload_over", "Further calls are accepted again", data);
  }
}
