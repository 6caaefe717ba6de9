import type { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { Call } from "./call.js";
import type { Outcome } from "./call-state.js";

/** What a call leaves behind, written exactly once: its final state, a log line and the metrics. */
export function concludeCall(call: Call, ending: Ending, { log, metrics }: { log: Log; metrics: Metrics }): void {
  const wasAnswered = call.record.answeredAt !== undefined;
  const outcome = outcomeOf(ending, wasAnswered);
  const error = outcome === "failed" ? describe(ending.cause ?? ending) : undefined;
  call.over(outcome, error);
  const { direction, caller } = call.record;
  const seconds = call.durationSeconds;
  metrics.callEnded({ direction, outcome, seconds });
  const data = { caller, outcome, reason: ending.message, duration_seconds: Math.round(seconds * 10) / 10 };
  if (error) log.error("call_end", `The call failed: ${error}`, data);
  else log.info("call_end", "The call is over", data);
}

function outcomeOf(ending: Ending, wasAnswered: boolean): Outcome {
  if (ending.kind === "failed" || ending.kind === "deadline") return "failed";
  if (ending.kind === "cancelled") return "cancelled";
  return wasAnswered ? "completed" : "cancelled";
}
