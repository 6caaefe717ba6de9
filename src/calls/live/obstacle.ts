import type { Health } from "../../observability/health.js";
import type { LiveCalls, Refusal } from "./live-calls.js";

export interface ObstacleNeeds {
  readonly liveCalls: Pick<LiveCalls, "refusal">;
  readonly health: Pick<Health, "ok" | "checks">;
  /** The known fault of the PBX. An unknown state is no obstacle. */
  readonly telephony: { readonly pbxFault: string | undefined };
}

/**
 * Returns why no call can be placed now, in one sentence; undefined when one can. A PBX that is away is an obstacle, as an
 * Asterisk that is away is: scheduled calls wait for it instead of failing within a second.
 */
export function obstacleTo({ liveCalls, health, telephony }: ObstacleNeeds): string | undefined {
  if (liveCalls.refusal === "shutting_down") return "The service is shutting down.";
  if (!health.ok("asterisk")) return health.checks.asterisk?.detail ?? "Asterisk is not connected.";
  return telephony.pbxFault && `Not registered with the PBX: ${telephony.pbxFault}`;
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  busy: "The maximum number of calls is in progress.",
  overloaded: "The processor is busy with the current calls.",
  shutting_down: "The service is shutting down.",
};

/** Returns why a caller would be rejected now, in one sentence; undefined when they would not. */
export function refusalOf(refusal: Refusal | undefined): string | undefined {
  return refusal && REFUSALS[refusal];
}
