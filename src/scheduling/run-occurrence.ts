import { pause } from "../kernel/deadline.js";
import { hasCode } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { DialIntents } from "../records/dial-intent.js";
import type { Occurrence, Schedule } from "../records/schedule.js";
import { retryWhileStoreAway } from "../records/store-away.js";
import type { OccurrenceChange, ScheduleStore } from "../records/stores.js";
import type { ExecutionResult, OccurrenceEnd, OccurrenceExecutor, WriteOff } from "./occurrence-executor.js";

export interface RunOccurrenceNeeds {
  readonly store: ScheduleStore;
  readonly executor: OccurrenceExecutor;
  readonly intents: DialIntents;
  /** Whose runs are that this process sees to. */
  readonly owner: () => string;
  /** How late a run may be, ms. */
  readonly latenessMs: number;
  /** Aborts when the process is leaving. */
  readonly leaving: AbortSignal;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => number;
}

/** What is known here of an occurrence that this process sees to. */
export interface LeasedOccurrence {
  occurrence: Occurrence;
  /** Undefined when the schedule was deleted: then the occurrence is cancelled. */
  schedule: Schedule | undefined;
  /** What it is to come to without being carried out. */
  readonly writeOff?: WriteOff | undefined;
}

/** Between two attempts, ms. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 5_000;
const NOT_YET = { kind: "not_now", reason: "" } as const;
const STORE_AWAY = { kind: "not_now", reason: "The store does not answer." } as const;
const MAY_HAVE_RUNG: WriteOff = {
  outcome: "missed",
  error: "It was due before the store was put back from a backup, or had lost its end: it may have rung then.",
};
const NOT_DIALLED = { kind: "not_now", reason: "The service stopped before it was dialled." } as const;
const CANCELLED: WriteOff = { outcome: "cancelled", error: "The schedule was cancelled." };

/**
 * Sees an occurrence that is ours through to how it ended, in as many attempts as its time allows; undefined when another
 * controller has it now, or it is over. A telephone rings at most once:
 *
 * 1. Everything is made ready by whoever carries it out, who then asks to `commit`.
 * 2. That records in Asterisk that this channel is to be dialled, and moves the occurrence from `claimed` to `dialling`.
 *    Who has done so may dial, and nobody else.
 * 3. An occurrence that an earlier process has left as `dialling` is dialled again only where Asterisk says that nothing was.
 *    Until that can be found out, this waits.
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
  let reason = "It was due while the service was not there to see to it, or too busy.";
  /** Whether this process knows that nothing was dialled: it would have done it. */
  let isNotDialled = leased.occurrence.state === "claimed";
  let moving: Promise<unknown> = Promise.resolve();

  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    leaving.throwIfAborted();
    const end = await attempt();
    if (!end || end.kind === "over") return end;
    if (end.kind === "elsewhere") return undefined;
    leaving.throwIfAborted();
    // An outage lasts for many attempts of many runs: each says once what it waits for.
    if (end.reason && end.reason !== reason) {
      reason = end.reason;
      const logFields = { schedule_id: scheduleId, call_id: callId, next_ms: waitMs };
      log.warn("schedule_waits", `A scheduled run cannot be carried out yet: ${reason}`, logFields);
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
    const unknown = await unlessStoreAway(() => store.unknownBefore());
    if (unknown === undefined) return STORE_AWAY;
    const writeOff = leased.writeOff ?? (schedule ? (dueAt < unknown ? MAY_HAVE_RUNG : tooLate()) : CANCELLED);
    if (!schedule || writeOff) {
      return (await unlessStoreAway(() => executor.writeOff(schedule, occurrence, writeOff ?? CANCELLED))) ?? NOT_YET;
    }
    return (await unlessStoreAway(() => execute(schedule))) ?? STORE_AWAY;
  }

  function tooLate(): WriteOff | undefined {
    return now() > until ? { outcome: "missed", error: reason } : undefined;
  }

  async function execute(schedule: Schedule): Promise<ExecutionResult> {
    let channelId: string | undefined;
    const commit = (id: string, signal: AbortSignal) => commitDial((channelId = id), signal);
    try {
      return await executor.execute({ schedule, occurrence: leased.occurrence, until, commit, signal: leaving });
    } finally {
      if (channelId !== undefined) await intents.clear(channelId); // Not before it is written down how it ended.
    }
  }

  async function commitDial(channelId: string, signal: AbortSignal): Promise<boolean> {
    await intents.record(channelId, signal);
    if (now() > until || !(await store.findSchedule(scheduleId))) return false;
    const moved = move("claimed", { state: "dialling", channelId });
    moving = moved.catch(() => {});
    if (!(await moved)) return false;
    metrics.occurrenceRang(Math.max(0, now() - dueAt) / 1000);
    return true;
  }

  /**
   * What became of an occurrence that an earlier process was about to dial, or had dialled; undefined while its call goes on,
   * and while that cannot be found out.
   */
  async function recover(): Promise<ExecutionResult | undefined> {
    const { occurrence } = leased;
    const { channelId } = occurrence;
    const found = await executor.findEnd(occurrence);
    if (found === "going_on") return undefined;
    if (found !== undefined && found !== "rang") return found;
    const state = found === "rang" || channelId === null ? "dialled" : await intents.lookUp(channelId, leaving);
    if (state === undefined) return undefined;
    if (state === "not_dialled") return NOT_DIALLED;
    const end = await executor.breakOff(occurrence);
    if (channelId !== null) await intents.clear(channelId);
    return end;
  }

  async function move(from: Occurrence["state"], change: OccurrenceChange): Promise<boolean> {
    const { owner } = leased.occurrence;
    if (!(await store.moveOccurrence(occurrenceId, { state: from, owner }, change))) return false;
    leased.occurrence = { ...leased.occurrence, ...change };
    return true;
  }

  /** What is true is in the store. */
  async function isStillOurs(): Promise<boolean> {
    const current = await retryWhileStoreAway(leaving, () => store.findOccurrence(occurrenceId));
    if (!current || current.state === "over" || current.owner !== owner()) return false;
    leased.occurrence = current;
    leased.schedule = await retryWhileStoreAway(leaving, () => store.findSchedule(scheduleId));
    return true;
  }
}

/** Undefined when the store was away. */
async function unlessStoreAway<T>(operation: () => Promise<T>): Promise<T | undefined> {
  try {
    return await operation();
  } catch (error) {
    if (hasCode(error, "store_unavailable")) return undefined;
    throw error;
  }
}
