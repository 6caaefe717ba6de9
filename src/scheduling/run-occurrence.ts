import { pause } from "../kernel/deadline.js";
import { hasCode } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { DialIntents } from "../records/dial-intent.js";
import { isChain, type Occurrence, type Schedule } from "../records/schedule.js";
import { retryWhileStoreAway } from "../records/store-away.js";
import type { OccurrenceChange, ScheduleStore } from "../records/stores.js";
import { isWantedAt } from "./chain-due.js";
import { isOvertaken, type OvertakenNeeds } from "./overtaken.js";
import type { ClosedDays } from "./recurrence.js";
import type { ExecutionResult, OccurrenceEnd, OccurrenceExecutor, WriteOff } from "./occurrence-executor.js";

export interface RunOccurrenceNeeds {
  readonly store: ScheduleStore;
  readonly executor: OccurrenceExecutor;
  readonly intents: DialIntents;
  /** The owner whose runs this process carries out. */
  readonly owner: () => string;
  readonly closedDays: ClosedDays;
  /** Maximum lateness of a run, in ms. */
  readonly latenessMs: number;
  /** Aborts when the process shuts down. */
  readonly leaving: AbortSignal;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => number;
}

/** What this process knows of an occurrence that it owns. */
export interface LeasedOccurrence {
  occurrence: Occurrence;
  /** Undefined when the schedule was deleted: the occurrence is then cancelled. */
  schedule: Schedule | undefined;
  /** Its result, when it is not to be carried out. */
  readonly writeOff?: WriteOff | undefined;
}

/** Pauses between two attempts, in ms. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 5_000;
const NOT_YET = { kind: "not_now", reason: "" } as const;
const STORE_AWAY = { kind: "not_now", reason: "The store does not answer." } as const;
const MAY_HAVE_RUNG: WriteOff = {
  outcome: "missed",
  error:
    "It was due before the store was restored from a backup or lost its latest writes, so it may already " +
    "have been called.",
};
const NOT_DIALLED = { kind: "not_now", reason: "The service stopped before the number was dialled." } as const;
const CANCELLED: WriteOff = { outcome: "cancelled", error: "The schedule was cancelled." };
const OVERTAKEN: WriteOff = { outcome: "missed", error: "A later repetition of the call is due." };
const UNWANTED_STEP: WriteOff = {
  outcome: "cancelled",
  error: "The chain had ended, or someone had answered, before this number was dialled.",
};

/**
 * Carries out an occurrence that this process owns, in as many attempts as its time allows; returns undefined when another
 * controller has taken it over, or it has ended. A telephone rings at most once:
 *
 * 1. The executor prepares everything and then calls `commit`.
 * 2. That records in Asterisk that this channel is to be dialled, and moves the occurrence from `claimed` to `dialling`.
 *    Only the process that has done so may dial.
 * 3. An occurrence that an earlier process has left as `dialling` is dialled again only if Asterisk reports that nothing was
 *    dialled. This waits until that is known.
 *
 * @throws the reason of `leaving`
 */
export async function runOccurrence(
  leased: LeasedOccurrence,
  needs: RunOccurrenceNeeds,
): Promise<OccurrenceEnd | undefined> {
  const { store, executor, intents, owner, latenessMs, leaving, log, metrics, now } = needs;
  const { occurrenceId, scheduleId, dueAt, callId } = leased.occurrence;
  const until = dueAt + latenessMs;
  let reason = "It was due while the service was not running, was too busy, or had the wrong time.";
  /** Whether this process can be sure that nothing was dialled, because only it could have done so. */
  let isNotDialled = leased.occurrence.state === "claimed";
  let moving: Promise<unknown> = Promise.resolve();

  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    leaving.throwIfAborted();
    const end = await attempt();
    if (!end || end.kind === "over") return end;
    if (end.kind === "elsewhere") return undefined;
    leaving.throwIfAborted();
    // An outage lasts for many attempts of many runs: each reports once what it waits for.
    if (end.reason && end.reason !== reason) {
      reason = end.reason;
      const logFields = { schedule_id: scheduleId, call_id: callId, next_ms: waitMs };
      log.warn("schedule_waits", `A scheduled run has to wait: ${reason}`, logFields);
    }
    const leftMs = until - now();
    await pause(leftMs > 0 ? Math.min(waitMs, leftMs + 1) : waitMs, leaving);
    await moving;
    if (!(await isStillOurs())) return undefined;
  }

  async function attempt(): Promise<ExecutionResult | undefined> {
    if (leased.occurrence.state === "dialling") {
      const found = isNotDialled ? NOT_DIALLED : await unlessStoreAway(recover);
      if (!found) return NOT_YET;
      if (found.kind === "over") return found;
      isNotDialled = true;
      const change = { state: "claimed", channelId: null } as const;
      if (!(await retryWhileStoreAway(leaving, () => move("dialling", change)))) return undefined;
    }
    const { occurrence, schedule } = leased;
    const writeOff = await unlessStoreAway(whyNot);
    if (writeOff === undefined) return STORE_AWAY;
    if (!schedule || writeOff) {
      const end = await unlessStoreAway(() => executor.writeOff(schedule, occurrence, writeOff ?? CANCELLED));
      return end ? turnOver(end) : NOT_YET;
    }
    return (await unlessStoreAway(() => execute(schedule))) ?? STORE_AWAY;
  }

  /** The result when it is not to be carried out, otherwise null. */
  async function whyNot(): Promise<WriteOff | null> {
    const { schedule, writeOff } = leased;
    const known = writeOff ?? (await unwanted(schedule, dueAt, needs));
    if (known) return known;
    if (begunAt(schedule, dueAt) < (await store.unknownBefore())) return MAY_HAVE_RUNG;
    return now() > until ? { outcome: "missed", error: reason } : null;
  }

  async function execute(schedule: Schedule): Promise<ExecutionResult> {
    let channelId: string | undefined;
    const commit = (id: string, signal: AbortSignal) => commitDial((channelId = id), signal);
    try {
      return await executor.execute({ schedule, occurrence: leased.occurrence, until, commit, signal: leaving });
    } finally {
      if (channelId !== undefined) await intents.clear(channelId); // Only after the result is recorded.
    }
  }

  async function commitDial(channelId: string, signal: AbortSignal): Promise<boolean> {
    await intents.record(channelId, signal);
    if (now() > until || (await unwanted(await store.findSchedule(scheduleId), dueAt, needs))) return false;
    const moved = move("claimed", { state: "dialling", channelId });
    moving = moved.catch(() => {});
    if (!(await moved)) return false;
    metrics.occurrenceRang(Math.max(0, now() - dueAt) / 1000);
    return true;
  }

  /**
   * Finds the result of an occurrence that an earlier process was about to dial or had dialled; undefined while its call
   * continues, and while this cannot be determined.
   */
  async function recover(): Promise<ExecutionResult | undefined> {
    const { occurrence } = leased;
    const { channelId } = occurrence;
    const found = await executor.findEnd(occurrence);
    if (found === "going_on") return undefined;
    if (found !== undefined && found !== "rang") return endedThen(found, now());
    const state = found === "rang" || channelId === null ? "dialled" : await intents.lookUp(channelId, leaving);
    if (state === undefined) return undefined;
    if (state === "not_dialled") return NOT_DIALLED;
    const end = await executor.breakOff(occurrence);
    if (channelId !== null) await intents.clear(channelId);
    const wasAnswered = (end.record?.answeredAt ?? null) !== null;
    return wasAnswered ? endedThen(end, now()) : turnOver(end);
  }

  /** A step ends at its deadline at the latest, even while the service is down, so that the chain does not go on hours later. */
  function turnOver(end: OccurrenceEnd): OccurrenceEnd {
    return { ...end, at: Math.min(now(), until) };
  }

  async function move(from: Occurrence["state"], change: OccurrenceChange): Promise<boolean> {
    const { owner } = leased.occurrence;
    if (!(await store.moveOccurrence(occurrenceId, { state: from, owner }, change))) return false;
    leased.occurrence = { ...leased.occurrence, ...change };
    return true;
  }

  /** The store has the authoritative state. */
  async function isStillOurs(): Promise<boolean> {
    const current = await retryWhileStoreAway(leaving, () => store.findOccurrence(occurrenceId));
    if (!current || current.state === "over" || current.owner !== owner()) return false;
    leased.occurrence = current;
    leased.schedule = await retryWhileStoreAway(leaving, () => store.findSchedule(scheduleId));
    return true;
  }
}

/** An end with the time that its record has. */
function endedThen(end: OccurrenceEnd, now: number): OccurrenceEnd {
  return { ...end, at: Math.min(now, end.record?.endedAt ?? now) };
}

async function unwanted(
  schedule: Schedule | undefined,
  dueAt: number,
  needs: OvertakenNeeds,
): Promise<WriteOff | undefined> {
  if (!schedule) return CANCELLED;
  if (!isWantedAt(schedule, dueAt)) return UNWANTED_STEP;
  return (await isOvertaken(schedule, dueAt, needs)) ? OVERTAKEN : undefined;
}

/** Earliest time at which its number may have been called. For a chain, its creation: a restored store may lack later steps. */
function begunAt(schedule: Schedule | undefined, dueAt: number): number {
  return isChain(schedule) ? schedule.createdAt : dueAt;
}

/** Undefined when the store was unavailable. */
async function unlessStoreAway<T>(operation: () => Promise<T>): Promise<T | undefined> {
  try {
    return await operation();
  } catch (error) {
    if (hasCode(error, "store_unavailable")) return undefined;
    throw error;
  }
}
