import { pause } from "../kernel/deadline.js";
import { hasCode } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { Occurrence, Schedule } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import type { OccurrenceExecutor, ExecutionResult, OccurrenceEnd, WriteOff } from "./occurrence-executor.js";
import { LEASE_MS } from "./claim.js";
import { retryWhileStoreAway } from "./persist.js";

export interface RunOccurrenceNeeds {
  readonly store: ScheduleStore;
  readonly executor: OccurrenceExecutor;
  readonly owner: string;
  /** How late a run may be, ms. */
  readonly latenessMs: number;
  /** Aborts when the process is leaving. */
  readonly leaving: AbortSignal;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => number;
}

/** What is known here of an occurrence that this run of the service sees to. */
export interface LeasedOccurrence {
  occurrence: Occurrence;
  /** Undefined when it is not known any more, or was not looked up yet. */
  schedule: Schedule | undefined;
  /** What it is to come to without being carried out. */
  readonly verdict?: WriteOff | undefined;
}

/** Between two attempts, ms. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 5_000;
const NOT_YET: ExecutionResult = { kind: "not_now", reason: "" };
const CANCELLED: WriteOff = { outcome: "cancelled", error: "The schedule was cancelled." };

/**
 * Sees an occurrence that is ours through to how it ended, in as many attempts as its time allows; undefined when another
 * controller has it now, or it is over.
 *
 * One that an earlier run was about to dial is carried out only where it is certain that nothing was dialled: until that can
 * be found out, this waits.
 *
 * @throws the reason of `leaving`
 */
export async function runOccurrence(
  held: LeasedOccurrence,
  needs: RunOccurrenceNeeds,
): Promise<OccurrenceEnd | undefined> {
  const { store, executor, owner, latenessMs, leaving, log, metrics, now } = needs;
  const { occurrenceId, scheduleId, dueAt, callId } = held.occurrence;
  const until = dueAt + latenessMs;
  const told = { schedule_id: scheduleId, call_id: callId };
  let reason = "It was due while the service was not there to see to it, or too busy.";
  /** Whether this run of the service knows that nothing was dialled: it would have done it. */
  let isOurs = held.occurrence.state === "claimed";
  let moving: Promise<unknown> = Promise.resolve();

  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    leaving.throwIfAborted();
    const end = await tryOnce();
    if (!end || end.kind === "over") return end;
    leaving.throwIfAborted();
    // An outage lasts for many attempts of many runs: each says once what it waits for.
    if (end.reason && end.reason !== reason) {
      reason = end.reason;
      log.warn("schedule_waits", `A scheduled run cannot be carried out yet: ${reason}`, { ...told, next_ms: waitMs });
    }
    const leftMs = until - now();
    await pause(leftMs > 0 ? Math.min(waitMs, leftMs + 1) : waitMs, leaving);
    await moving;
    if (!(await look())) return undefined;
  }

  async function tryOnce(): Promise<ExecutionResult | undefined> {
    const { occurrence, schedule } = held;
    if (occurrence.state === "dialling") {
      const found = isOurs ? NOT_YET : await storeAway(() => executor.findOut(occurrence, leaving));
      if (!found) return NOT_YET;
      if (found.kind === "over") return found;
      isOurs = true;
      if (!(await claimAgain())) return undefined;
    }
    const verdict = held.verdict ?? (schedule ? tooLate() : CANCELLED);
    if (verdict) {
      return (await storeAway(() => executor.writeOff(schedule, held.occurrence, verdict))) ?? NOT_YET;
    }
    const run = { schedule: schedule as Schedule, occurrence: held.occurrence, until, commitDial, signal: leaving };
    return (await storeAway(() => executor.execute(run))) ?? { kind: "not_now", reason: "The store does not answer." };
  }

  function tooLate(): WriteOff | undefined {
    return now() > until ? { outcome: "missed", error: reason } : undefined;
  }

  async function commitDial(channelId: string): Promise<boolean> {
    if (now() > until || !(await store.findSchedule(scheduleId))) return false;
    const change = { state: "dialling", channelId, leaseUntil: now() + LEASE_MS } as const;
    const moved = store.moveOccurrence(occurrenceId, { state: "claimed", owner }, change);
    moving = moved.catch(() => {});
    if (!(await moved)) return false;
    held.occurrence = { ...held.occurrence, ...change };
    metrics.occurrenceRang(Math.max(0, now() - dueAt) / 1000);
    return true;
  }

  /** What is true is in the store. @returns whether it is still for us to see to it */
  async function look(): Promise<boolean> {
    const current = await retryWhileStoreAway(leaving, () => store.findOccurrence(occurrenceId));
    if (!current || current.state === "over" || current.owner !== owner) return false;
    held.occurrence = current;
    held.schedule = await retryWhileStoreAway(leaving, () => store.findSchedule(scheduleId));
    return true;
  }

  async function claimAgain(): Promise<boolean> {
    const change = { state: "claimed", channelId: null, leaseUntil: now() + LEASE_MS } as const;
    const from = { state: "dialling", owner } as const;
    if (!(await retryWhileStoreAway(leaving, () => store.moveOccurrence(occurrenceId, from, change)))) return false;
    held.occurrence = { ...held.occurrence, ...change };
    return true;
  }
}

/** Undefined when the store was away. */
async function storeAway<T>(operation: () => Promise<T>): Promise<T | undefined> {
  try {
    return await operation();
  } catch (error) {
    if (hasCode(error, "store_unavailable")) return undefined;
    throw error;
  }
}
