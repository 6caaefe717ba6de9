import { callableFrom, type CalleeRules } from "../../callees/callee-rules.js";
import { withDeadline } from "../../kernel/deadline.js";
import { formsOf, isOutsideNumber, isSameNumber } from "../../kernel/dialable-number.js";
import { AttendantError, describe, type ErrorCode } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { CallRecord } from "../../records/call-record.js";
import { everyItem } from "../../records/every-item.js";
import type { CallQuery, CallStore } from "../../records/stores.js";
import type { DoNotCall } from "./do-not-call.js";

/** A call that is not permitted now, but will be later. */
export class NotYetPermitted extends AttendantError {
  /** From when it is, in ms since the epoch; infinite when that is not in sight. */
  readonly from: number;
  /** How long that is from when the call was refused, in ms. */
  readonly afterMs: number;

  constructor(code: ErrorCode, detail: string, { from, now }: { readonly from: number; readonly now: number }) {
    super(code, detail);
    this.from = from;
    this.afterMs = from - now;
  }
}

/** What decides whether a call may be placed. */
export interface PlannedCall {
  readonly callId: string;
  readonly extension: string;
  /** Number of the caller who requests it; undefined for a client's call. */
  readonly onBehalfOf?: string | undefined;
  readonly client?: string | undefined;
  readonly scheduleId?: string | null | undefined;
  /** Whether it tells alerts of a monitoring system. */
  readonly tellsAlerts?: boolean | undefined;
}

/** The one gate that every placed call goes through: what the called, and the key that requests it, permit. */
export interface CalleeRights {
  /**
   * Checks whether a call may be placed now. Callbacks that the number's owner requests may, always; calls about alerts only stay
   * off the do-not-call list, because the hours of their route say when they are wanted. While the store is away nothing can be
   * counted: calls are then placed, which is logged.
   *
   * @param record the call's, once it is stored: of calls that are placed at the same time, the earlier ones count
   * @throws {AttendantError} `destination_not_allowed`
   * @throws {NotYetPermitted} `quiet_hours`, `too_many_attempts` or `rate_limited`
   */
  check(call: PlannedCall, record?: CallRecord): Promise<void>;
  /**
   * Checks whether at least one of the numbers of a call or chain may be called; default: that of the call.
   *
   * @param due a time to come, for which only the hours count; default: now
   * @throws {AttendantError} as `check`: which of them may be called first, or why the first of them may not be
   */
  checkAny(call: PlannedCall, numbers?: readonly string[], due?: Due): Promise<void>;
}

/** When a call is due, and until when it may be placed, in ms since the epoch. */
export interface Due {
  readonly at: number;
  readonly until: number;
}

export interface CalleeRightsNeeds {
  readonly doNotCall: Pick<DoNotCall, "check">;
  /** The rules as they are now. */
  readonly rules: () => CalleeRules;
  /** Most calls of a client within an hour, by the name of its key; undefined for any number. */
  readonly callsPerHour: (client: string, isScheduled: boolean) => number | undefined;
  readonly records: Pick<CallStore, "listCalls">;
  readonly log: Log;
  /** ms since the epoch. */
  readonly now: () => number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far ahead other controllers' clocks may be, in ms. A later call was recorded by a wrong clock, and would count for years. */
const AHEAD_MS = 60_000;
/** Maximum time for counting calls, in ms. */
const COUNT_MS = 1_000;
const PAGE = 100;

/** How many calls there may be in a span of time. */
interface Allowed {
  readonly most: number;
  readonly withinMs: number;
  /** Which calls count; those that match any of them. */
  readonly among: readonly Pick<CallQuery, "extension" | "client">[];
}

export function createCalleeRights(needs: CalleeRightsNeeds): CalleeRights {
  const { doNotCall, rules, callsPerHour, records, log, now } = needs;

  async function checkHours(number: string, { at, until }: Due): Promise<void> {
    if (!isOutsideNumber(number)) return;
    const from = (await callableFrom(number, rules(), at)) ?? Infinity;
    if (from <= until) return;
    const again = Number.isFinite(from)
      ? `It may be called from ${instant(from)} on: schedule the call for then.`
      : "No permitted time is in sight: widen callees.hours, or name the zone of the number in callees.zones.";
    const rule = `${number} is not called at that time of day, by callees.hours in the file of assistants.`;
    throw new NotYetPermitted("quiet_hours", `${rule} ${again}`, { from, now: now() });
  }

  async function checkAttempts({ callId, extension }: PlannedCall, record?: CallRecord): Promise<void> {
    const { attemptsADay: most } = rules();
    if (most === undefined) return;
    const among = formsOf(extension).map((form) => ({ extension: form }));
    const from = await fullUntil({ most, withinMs: DAY_MS, among }, callId, record);
    if (from === undefined) return;
    const rule = `${extension} was called as often within 24 hours as callees.attempts_a_day permits (${most}).`;
    throw new NotYetPermitted("too_many_attempts", `${rule} It may be called again from ${instant(from)} on.`, {
      from,
      now: now(),
    });
  }

  async function checkClient({ callId, client, scheduleId }: PlannedCall, record?: CallRecord): Promise<void> {
    if (client === undefined) return;
    const most = callsPerHour(client, typeof scheduleId === "string");
    if (most === undefined || most === 0) return;
    const from = await fullUntil({ most, withinMs: HOUR_MS, among: [{ client }] }, callId, record);
    if (from === undefined) return;
    const rule = `The key ${client} has placed as many calls within an hour as its calls_per_hour permits (${most}).`;
    throw new NotYetPermitted("rate_limited", `${rule} It may place more from ${instant(from)} on.`, {
      from,
      now: now(),
    });
  }

  /** Until when no further call fits, in ms since the epoch; undefined when one does. */
  async function fullUntil(allowed: Allowed, callId: string, record?: CallRecord): Promise<number | undefined> {
    try {
      const count = (signal: AbortSignal) => callsIn(allowed, callId, signal, record);
      const [earliest] = (await withDeadline(COUNT_MS, undefined, "the calls placed before", count)).slice(-1);
      return earliest === undefined ? undefined : earliest + allowed.withinMs;
    } catch (error) {
      log.warn("calls_uncounted", "Earlier calls could not be counted; the call is placed", { error: describe(error) });
      return undefined;
    }
  }

  /** Returns the times of the latest `most` calls, latest first; empty when there are fewer. */
  async function callsIn(
    allowed: Allowed,
    callId: string,
    signal: AbortSignal,
    record?: CallRecord,
  ): Promise<readonly number[]> {
    const { most, withinMs, among } = allowed;
    const at = now();
    const span = { since: at - withinMs, until: at + AHEAD_MS };
    const found = await Promise.all(among.map((which) => latest({ ...which, ...span })));
    const times = found.flat().sort((a, b) => b - a);
    return times.length < most ? [] : times.slice(0, most);

    async function latest(
      which: Pick<CallQuery, "extension" | "client" | "since" | "until">,
    ): Promise<readonly number[]> {
      const counted: number[] = [];
      // One more than is counted: the call itself may be among them.
      const query = { ...which, direction: "outbound", limit: Math.min(PAGE, most + 1) } as const;
      for await (const other of everyItem((from) => records.listCalls({ ...query, ...from }))) {
        signal.throwIfAborted();
        if (other.callId !== callId && counts(other, record)) counted.push(other.createdAt);
        if (counted.length === most) break;
      }
      return counted;
    }
  }

  async function check(call: PlannedCall, record?: CallRecord): Promise<void> {
    const { extension, onBehalfOf, tellsAlerts } = call;
    if (onBehalfOf !== undefined && isSameNumber(extension, onBehalfOf)) return;
    await doNotCall.check(extension);
    if (tellsAlerts) return;
    const at = now();
    await checkHours(extension, { at, until: at });
    if (isOutsideNumber(extension)) await checkAttempts(call, record);
    await checkClient(call, record);
  }

  return {
    check,
    async checkAny(call, numbers = [call.extension], due) {
      const refusals: unknown[] = [];
      for (const extension of numbers) {
        try {
          return await (due ? checkHours(extension, due) : check({ ...call, extension }));
        } catch (error) {
          refusals.push(error);
        }
      }
      const [first] = refusals;
      const soonest = refusals
        .filter((refusal) => refusal instanceof NotYetPermitted)
        .reduce<NotYetPermitted | undefined>((one, other) => (one && one.from <= other.from ? one : other), undefined);
      if (first !== undefined) throw soonest ?? first;
    },
  };
}

/** Returns whether another call counts against the limit: its telephone may have rung, or is about to. */
function counts(other: CallRecord, record: CallRecord | undefined): boolean {
  if (other.channelId !== null) return true;
  return other.endedAt === null && (!record || isEarlier(other, record));
}

function isEarlier(one: CallRecord, other: CallRecord): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.callId < other.callId);
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
