import type { Metrics } from "../observability/metrics.js";
import type { Chain } from "../records/schedule.js";

/** Counts a chain that is over, and its calls. A call without an outcome is being hung up, or will not be placed: it counts as cancelled. */
export function countChain(
  { progress, createdAt }: Pick<Chain, "progress" | "createdAt">,
  metrics: Pick<Metrics, "chainEnded" | "chainCalled" | "chainReached">,
): void {
  const { status, steps, endedAt } = progress;
  if (status === "in_progress") return;
  metrics.chainEnded(status);
  for (const { outcome } of steps) metrics.chainCalled(outcome ?? "cancelled");
  const reached = steps.find(({ outcome }) => outcome === "reached");
  const reachedAt = reached?.decidingSince ?? endedAt;
  if (status === "reached" && reachedAt !== null) metrics.chainReached((reachedAt - createdAt) / 1_000);
}
