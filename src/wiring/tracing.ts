import type { Settings } from "../config/settings.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { Tracing } from "../observability/trace.js";

export interface TracingNeeds {
  readonly version: string;
  /** Whether spans may hold what was said. */
  readonly words: boolean;
  readonly metrics: Pick<Metrics, "dropped">;
  readonly log: Log;
}

/** Creates the tracing; undefined, with nothing loaded, if no collector is set. */
export async function openTracing(
  { endpoint, headers }: Settings["tracing"],
  { version, words, metrics, log }: TracingNeeds,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { createOtlpTracing } = await import("../observability/otlp-tracing.js");
  return createOtlpTracing({
    ...{ endpoint, headers, words, version },
    onDropped: (count) => metrics.dropped("spans", count),
    onOutcome(ok, detail) {
      if (ok) log.info("traces_sent", `The collector at ${endpoint} accepts traces`);
      else log.warn("traces_not_sent", `The collector at ${endpoint} rejects traces: ${detail.slice(0, 300)}`);
    },
  });
}
