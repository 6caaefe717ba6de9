import { forgetNumberIn } from "../../alerts/board.js";
import { createBoardChanges } from "../../alerts/board-changes.js";
import { ungrouped } from "../../kernel/dialable-number.js";
import type { Log } from "../../observability/log.js";
import type { AlertBoard } from "../../records/alert-board.js";
import { everyItem } from "../../records/every-item.js";
import type { CallRecord } from "../../records/call-record.js";
import { numbersOf, type Schedule } from "../../records/schedule.js";
import type { AlertStore, CallStore, DeliveryStore, ScheduleStore } from "../../records/stores.js";
import type { Schedules } from "../../scheduling/schedules.js";
import { isFinalStatus } from "./call-state.js";

/** What is stored about a number, or was. */
export interface NumberTraces {
  /** Finished calls to or from the number. */
  readonly calls: number;
  /** Of these calls, those with a transcript. */
  readonly transcripts: number;
  /** Webhooks, sent or not, of these calls and of missed runs of these schedules. */
  readonly deliveries: number;
  /** Schedules, timers and callbacks to the number, or set from it or in one of its calls. */
  readonly schedules: number;
  /** Unfinished calls to or from the number: these were not touched. */
  readonly liveCalls: number;
}

/**
 * Removes everything stored about a telephone number; with `dryRun` it only counts. It can be repeated: if the store goes away
 * meanwhile, part may be removed, and the next run removes the rest. Alerts that the number acknowledged lose it first: a
 * call-out that tells their end would begin its chain again. The calls are removed last, because they show which schedules
 * were set in them.
 *
 * @param number as the PBX shows it; spaces and punctuation are ignored. A number shown in two ways counts as two
 * @throws {AttendantError} `store_unavailable`
 */
export type ForgetNumber = (number: string, options: { readonly dryRun: boolean }) => Promise<NumberTraces>;

export interface ForgetNumberNeeds {
  readonly store: Pick<CallStore, "listCalls" | "findCall" | "findTranscript" | "removeCall"> &
    Pick<DeliveryStore, "deliveriesOf"> &
    AlertStore &
    Pick<ScheduleStore, "listSchedules" | "occurrencesOf" | "removeOccurrences" | "removeSchedule">;
  readonly schedules: Pick<Schedules, "cancel">;
  /** Whether a call is in progress here, or being recorded. */
  readonly isLive: (callId: string) => boolean;
  readonly log: Log;
}

/** Page size. Small, because reading occupies the thread that carries the audio of calls. */
const PAGE = 50;
/** Maximum number of a schedule's runs that are searched for webhooks to count. */
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
    const forgetSchedule = async (schedule: Schedule) => {
      const { scheduleId, kind, setBy, setIn } = schedule;
      const isOfCall = setIn !== undefined && callIds.has(setIn);
      const numbers = [...numbersOf(schedule), setBy];
      if (!numbers.some(isWanted) && !isOfCall) return;
      const deliveries = await deliveriesOfMissed(scheduleId);
      // The occurrences first: they cannot be found without their schedule.
      if (!dryRun) await store.removeOccurrences(scheduleId);
      const remove = kind === "chain" ? store.removeSchedule : schedules.cancel;
      if (!dryRun && !(await remove(scheduleId))) return; // It has just been cancelled.
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

    const withoutNumber = (board: AlertBoard) => ({ board: forgetNumberIn(board, isWanted), result: undefined });
    if (!dryRun) await createBoardChanges(store).make(withoutNumber);
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
