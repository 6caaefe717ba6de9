import { type CallerIds, createCallerIds, ownCallerId } from "../calls/rights/caller-ids.js";
import { createDialPolicy, type DialPolicy } from "../calls/rights/dial-policy.js";
import type { Settings } from "../config/settings.js";
import { numbersOf } from "./client-limits.js";

/** Returns the settings for placed calls: the numbers that may be dialled, and the caller ids. */
export function dialRules({ calls, http, sip }: Settings): {
  readonly policy: DialPolicy;
  readonly callerIds: CallerIds;
} {
  const { clients, callers, never, callerEmergency } = calls.dialRules;
  const policy = createDialPolicy({
    allow: clients,
    clientAllow: numbersOf(http),
    callerAllow: callers,
    deny: never,
    callerEmergency,
    ownExtension: sip?.user,
  });
  return { policy, callerIds: createCallerIds(ownCallerId(calls.callerId, sip?.user), calls.dialRules.callerIds) };
}
