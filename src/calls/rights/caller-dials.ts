import { AttendantError } from "../../kernel/errors.js";
import { Semaphore } from "../../kernel/turns.js";
import type { Log } from "../../observability/log.js";
import type { Metrics } from "../../observability/metrics.js";
import { type LastRun, occurrenceIdOf, type OccurrenceOutcome, type ScheduleKind } from "../../records/schedule.js";
import { everyItem } from "../../records/every-item.js";
import type { ScheduleQuery, ScheduleStore } from "../../records/stores.js";

/** Maximum number of calls requested by callers within any hour. */
export interface DialLimits {
  readonly inAll: number;
  /** To one number; the same limit holds for the calls set by one caller. */
  readonly perNumber: number;
}

/** A call requested by a caller, for now or later. */
export interface CallerDial {
  /** As `taskOwnerOf` returns it. */
  readonly setBy: string;
  /** The number to call. */
  readonly extension: string;
}

/**
 * Limits the calls that callers request: a caller who keeps persuading a model to call, or who sets a hundred calls for
 * the same minute, would run up a bill or flood a telephone. Both methods reject with `store_unavailable` while the store is
 * away.
 */
export interface CallerDials {
  /**
   * Runs a function that adds a call if the limits permit that call at `at` (ms since the epoch), given the calls placed and
   * planned. Concurrent plans run one by one, so that each sees the one before.
   *
   * @returns what the function resolves with, or the limit that one more call would exceed
   */
  plan<T>(
    dial: CallerDial & { readonly at: number },
    add: () => Promise<T>,
  ): Promise<T | { readonly exceeded: keyof DialLimits }>;
  /**
   * Counts a call that is about to be placed; a call that is placed again counts once. Its schedule, which may still be
   * pending in the store, is not counted in addition. @throws {AttendantError} `rate_limited`
   */
  count(callId: string, dial: CallerDial & { readonly scheduleId: string }): Promise<void>;
}

export interface CallerDialsNeeds {
  readonly store: Pick<ScheduleStore, "listSchedules" | "findOccurrence">;
  readonly limits: DialLimits;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "callRejected">;
  readonly signal: AbortSignal;
  /** ms since the epoch. */
  readonly now: () => number;
}

interface TimedDial extends CallerDial {
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const PAGE = 500;
const KINDS: readonly ScheduleKind[] = ["timer", "callback"];
/** Outcomes without a call. */
const RANG_NOBODY: ReadonlySet<OccurrenceOutcome> = new Set(["spoken", "missed", "skipped", "tool_failed"]);
/** Outcomes that may have had no call: for example refused here, or cancelled while waiting for a line. */
const MAY_HAVE_RUNG_NOBODY: ReadonlySet<OccurrenceOutcome> = new Set(["failed", "cancelled"]);

export function createCallerDials(needs: CallerDialsNeeds): CallerDials {
  const { store, limits, log, metrics, signal, now } = needs;
  const oneByOne = new Semaphore(1);
  /** Calls of the last hour, by call id: the store shows calls only once they are over. */
  const counted = new Map<string, TimedDial & { readonly scheduleId: string }>();

  /**
   * Returns the calls that were or will be dialled for callers in the hour before and the hour after `at`.
   *
   * @param beingPlaced schedule whose occurrence is about to be counted, and which is therefore left out
   */
  async function around(at: number, beingPlaced?: string): Promise<TimedDial[]> {
    for (const [callId, dial] of counted) if (dial.at <= now() - HOUR_MS) counted.delete(callId);
    const found = new Map<string, TimedDial>(counted);
    const underWay = new Set([beingPlaced, ...[...counted.values()].map(({ scheduleId }) => scheduleId)]);
    for (const kind of KINDS) {
      await addPast(found, kind, at - HOUR_MS);
      await addDue(found, kind, at, underWay);
    }
    return [...found.values()];
  }

  async function addPast(found: Map<string, TimedDial>, kind: ScheduleKind, dueAfter: number): Promise<void> {
    for await (const { scheduleId, setBy, extension, lastRun } of listed({ kind, status: "over", dueAfter })) {
      if (setBy === null || extension === "" || !lastRun || RANG_NOBODY.has(lastRun.outcome)) continue;
      const id = lastRun.callId ?? scheduleId;
      if (found.has(id) || (await wasNotDialled(scheduleId, lastRun))) continue;
      found.set(id, { setBy, extension, at: lastRun.dueAt });
    }
  }

  async function addDue(
    found: Map<string, TimedDial>,
    kind: ScheduleKind,
    at: number,
    underWay: ReadonlySet<string | undefined>,
  ): Promise<void> {
    for await (const { scheduleId, setBy, extension, nextAt } of listed({ kind, dueAfter: at - HOUR_MS })) {
      if (nextAt === null || nextAt >= at + HOUR_MS) break;
      if (underWay.has(scheduleId) && nextAt <= now()) continue; // The schedule does not show this occurrence yet.
      if (setBy !== null && extension !== "") found.set(scheduleId, { setBy, extension, at: nextAt });
    }
  }

  async function wasNotDialled(scheduleId: string, { outcome, dueAt }: LastRun): Promise<boolean> {
    if (!MAY_HAVE_RUNG_NOBODY.has(outcome)) return false;
    return (await store.findOccurrence(occurrenceIdOf(scheduleId, dueAt)))?.channelId === null;
  }

  const listed = (query: Omit<ScheduleQuery, "limit">) =>
    everyItem((from) => store.listSchedules({ ...query, limit: PAGE, ...from }));

  /** Returns the limit that one more call would exceed. */
  function exceeded(dial: TimedDial, others: readonly TimedDial[]): keyof DialLimits | undefined {
    const isOver = (limit: number, alike: (other: TimedDial) => boolean) =>
      isTooMany(
        others.filter(alike).map(({ at }) => at),
        dial.at,
        limit,
      );
    if (isOver(limits.inAll, () => true)) return "inAll";
    const toTheSame = isOver(limits.perNumber, ({ extension }) => extension === dial.extension);
    return toTheSame || isOver(limits.perNumber, ({ setBy }) => setBy === dial.setBy) ? "perNumber" : undefined;
  }

  function refuse(limit: keyof DialLimits, { extension }: CallerDial): void {
    metrics.callRejected("caller_limit");
    log.warn("caller_dial_refused", "Refused a call requested by a caller: the hourly limit is reached", {
      reason: ROWS[limit],
      extension,
    });
  }

  return {
    plan: (dial, add) =>
      oneByOne.run(signal, async () => {
        const limit = exceeded(dial, await around(dial.at));
        if (!limit) return add();
        refuse(limit, dial);
        return { exceeded: limit };
      }),

    count: (callId, dial) =>
      oneByOne.run(signal, async () => {
        if (counted.has(callId)) return;
        const timed = { ...dial, at: now() };
        const placed = (await around(timed.at, dial.scheduleId)).filter(({ at }) => at <= timed.at);
        const limit = exceeded(timed, placed);
        if (!limit) {
          counted.set(callId, timed);
          return;
        }
        refuse(limit, dial);
        throw new AttendantError(
          "rate_limited",
          `Callers have reached the limit of calls placed for them; see ${ROWS[limit]} in DIAL_RULES.`,
        );
      }),
  };
}

const ROWS = { inAll: "per_hour", perNumber: "per_number" } as const;

/** Whether one more call at `at` would make more than `limit` within any hour. */
function isTooMany(times: readonly number[], at: number, limit: number): boolean {
  const all = [...times, at].sort((a, b) => a - b);
  return all.some((first, i) => {
    const last = all[i + limit];
    return last !== undefined && last - first < HOUR_MS && first <= at && at <= last;
  });
}
