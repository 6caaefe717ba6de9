import { randomUUID } from "node:crypto";
import { type Occurrence, occurrenceIdOf } from "../records/schedule.js";

/** How long a controller that has claimed an occurrence is taken to be alive without saying so again, ms. */
export const LEASE_MS = 30_000;

/** The occurrence of a schedule at an instant, claimed by a controller; its call's id is fixed with it. */
export function claimOf(
  scheduleId: string,
  dueAt: number,
  { owner, now, callId = randomUUID() }: { readonly owner: string; readonly now: number; readonly callId?: string },
): Occurrence {
  return {
    occurrenceId: occurrenceIdOf(scheduleId, dueAt),
    scheduleId,
    dueAt,
    state: "claimed",
    owner,
    leaseUntil: now + LEASE_MS,
    callId,
    channelId: null,
    outcome: null,
    error: null,
  };
}
