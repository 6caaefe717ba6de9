import { ungrouped } from "../kernel/dialable-number.js";
import type { Log } from "../observability/log.js";
import { everyItem } from "../records/every-item.js";
import type { CallRecord } from "../records/call-record.js";
import type { Schedule } from "../records/schedule.js";
import type { CallStore, DeliveryStore, ScheduleStore } from "../records/stores.js";
import type { Schedules } from "../scheduling/schedules.js";
import { isFinalStatus } from "./call-state.js";

/** How much there is of a number, or was. */
export interface NumberTraces {
  /** Calls to or from it that are over. */
  readonly calls: number;
  /** Of these calls, those with a transcript. */
  readonly transcripts: number;
  /** Webhooks of these calls, and of runs of these schedules that were missed, sent or not. */
  readonly deliveries: number;
  /** Schedules, timers and callbacks to it, or set from it or in one of its calls. */
  readonly schedules: number;
  /** Calls to or from it that are not over: nothing of these was touched. */
  readonly liveCalls: number;
}

/**
 * Removes whatever is kept of a telephone number; with `dryRun` it only counts. Once more is no error. What it counted is gone
 * when it resolves; what it was doing when the store went away may be gone in part, and doing it again does the rest: the calls
 * go last, for they tell which schedules were set in them.
 *
 * @param number as the PBX shows it; blanks and punctuation do not count. A number that is shown in two ways is two
 * @throws {AttendantError} `store_unavailable`
 */
export type ForgetNumber = (number: string, options: { readonly dryRun: boolean }) => Promise<NumberTraces>;

export interface ForgetNumberNeeds {
  readonly store: Pick<CallStore, "listCalls" | "findCall" | "findTranscript" | "removeCall"> &
    Pick<DeliveryStore, "deliveriesOf"> &
    Pick<ScheduleStore, "listSchedules" | "occurrencesOf" | "removeOccurrences">;
  readonly schedules: Pick<Schedules, "cancel">;
  /** Whether a call is going on here, or is being written down. */
  readonly isLive: (callId: string) => boolean;
  readonly log: Log;
}

/** Few at a time: reading them takes the thread that carries the sound of calls. */
const PAGE = 50;
/** So many of a schedule's runs are looked through for webhooks to be counted. */
const MAX_RUNS = 500;

export function createForgetNumber({ store, schedules, isLive, log }: ForgetNumberNeeds): ForgetNumber {
  return async (number, { dryRun }) => {
    const wanted = ungrouped(number);
    const isWanted = (each: string | null) => each !== null && ungrouped(each) === wanted;
    const found = { calls: 0, transcripts: 0, deliveries: 0, schedules: 0, liveCalls: 0 };
    const callIds = new Set<string>();
    const over: string[] = [];

    const lookAtCall = ({ callId, caller, extension, status }: CallRecord) => {
      if (!isWanted(caller) && !isWanted(extension)) return;
      callIds.add(callId);
      if (isLive(callId) || !isFinalStatus(status)) found.liveCalls++;
      else over.push(callId);
    };
    const forgetSchedule = async ({ scheduleId, extension, setBy, setIn }: Schedule) => {
      const isOfCall = setIn !== undefined && callIds.has(setIn);
      if (!isWanted(extension) && !isWanted(setBy) && !isOfCall) return;
      const deliveries = await deliveriesOfMissed(scheduleId);
      // The occurrences first: without their schedule they could not be found again.
      if (!dryRun) await store.removeOccurrences(scheduleId);
      if (!dryRun && !(await schedules.cancel(scheduleId))) return; // It has just been cancelled.
      found.schedules++;
      found.deliveries += deliveries;
    };
    const forgetCall = async (callId: string) => {
      const deliveries = (await store.deliveriesOf(callId)).length;
      const transcripts = (await store.findTranscript(callId)) ? 1 : 0;
      if (!dryRun && !(await store.removeCall(callId))) return;
      found.calls++;
      found.deliveries += deliveries;
      found.transcripts += transcripts;
    };

    for await (const call of everyItem((from) => store.listCalls({ limit: PAGE, ...from }))) lookAtCall(call);
    for (const status of [{}, { status: "over" }] as const) {
      const schedulesThere = everyItem((from) => store.listSchedules({ ...status, limit: PAGE, ...from }));
      for await (const schedule of schedulesThere) await forgetSchedule(schedule);
    }
    for (const callId of over) await forgetCall(callId);
    if (!dryRun) log.info("number_forgotten", "Removed everything about one telephone number", { ...counts(found) });
    return found;
  };

  /** A missed occurrence has a webhook and no call. */
  async function deliveriesOfMissed(scheduleId: string): Promise<number> {
    let count = 0;
    for (const { callId, state } of await store.occurrencesOf(scheduleId, MAX_RUNS)) {
      if (state !== "over" || (await store.findCall(callId))) continue;
      count += (await store.deliveriesOf(callId)).length;
    }
    return count;
  }
}

function counts({ calls, transcripts, deliveries, schedules, liveCalls }: NumberTraces) {
  return { calls, transcripts, deliveries, schedules, live_calls: liveCalls };
}
