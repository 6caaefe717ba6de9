import type { Health } from "../observability/health.js";
import type { LiveCalls } from "./live-calls.js";

/**
 * Why no call can be placed now, in one sentence; undefined when one can. A PBX that is away is an obstacle like an Asterisk
 * that is: what is scheduled waits for it, instead of failing within a second.
 */
export function obstacleTo(
  liveCalls: Pick<LiveCalls, "refusal">,
  health: Pick<Health, "ok" | "checks">,
): string | undefined {
  if (liveCalls.refusal === "shutting_down") return "The service is shutting down.";
  if (!health.ok("asterisk")) return health.checks.asterisk?.detail ?? "Asterisk is not connected.";
  if (!health.ok("sip")) return health.checks.sip?.detail ?? "The PBX cannot be reached.";
  return undefined;
}
