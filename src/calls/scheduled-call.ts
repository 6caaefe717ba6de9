import { Transcript } from "../conversation/transcript.js";
import { onAbort } from "../kernel/abort.js";
import { AttendantError, describe, type ErrorCode } from "../kernel/errors.js";
import type { ToolResult } from "../toolbox/tool.js";
import type { CallOutcome, CallRecord } from "../records/call-record.js";
import type { Occurrence, Schedule } from "../records/schedule.js";
import type { CallStore } from "../records/stores.js";
import type {
  OccurrenceExecutor,
  DueOccurrence,
  ExecutionResult,
  OccurrenceEnd,
  WriteOff,
} from "../scheduling/occurrence-executor.js";
import { speakable } from "../speech/speakable.js";
import { Call } from "./call.js";
import type { CallControl } from "./call-control.js";
import { isFinalStatus } from "./call-state.js";
import type { LiveCalls } from "./live-calls.js";
import { messageAround } from "./message-around.js";
import { numberOf } from "./task-owner.js";
import { brokenOff, settleRecord, type SettleNeeds } from "./settle-record.js";
import { speakTimer } from "./speak-timer.js";

export interface ScheduledCallNeeds extends SettleNeeds {
  readonly records: CallStore;
  readonly callControl: Pick<CallControl, "follow" | "checkPlaceable">;
  readonly liveCalls: LiveCalls;
  /** Runs a tool by its name: FAILED where it cannot. @throws {AttendantError} `unavailable` when the process is leaving */
  readonly runTool: (name: string, parameters: Schedule["toolParams"]) => Promise<ToolResult>;
  /** The controller, in the records of its calls. */
  readonly owner: string;
  /** The longest that a call may last, from its answer on, ms. */
  readonly maxCallMs: number;
  readonly now?: () => number;
}

/** What may be otherwise in a moment. */
const PASSING: readonly ErrorCode[] = ["unavailable", "queue_full", "store_unavailable"];

/** Finds out whether a schedule's call could be placed now. @throws {AttendantError} as `CallControl.place` */
export function checkSchedulePlaceable(
  { extension, setBy }: Schedule,
  callControl: Pick<CallControl, "checkPlaceable">,
): void {
  callControl.checkPlaceable(extension, numberOf(setBy));
}

/** Makes the calls of schedules: from a schedule that is due to a call that is over. */
export function createScheduledCalls(needs: ScheduledCallNeeds): OccurrenceExecutor {
  const { records, callControl, liveCalls, runTool, owner, maxCallMs, now = Date.now } = needs;

  /** What a run's tool has answered, by the id of its call, until the run is over: what a tool does is done once. */
  const toolResults = new Map<string, ToolResult>();

  async function toolResultOf({ tool, toolParams }: Schedule, callId: string): Promise<ToolResult | undefined> {
    if (tool === null) return undefined;
    const answer = toolResults.get(callId) ?? (await runTool(tool, toolParams));
    toolResults.set(callId, answer);
    return answer;
  }

  async function execute(run: DueOccurrence): Promise<ExecutionResult> {
    const end = await (run.schedule.kind === "timer" ? speakOrRing(run) : ring(run));
    if (end.kind === "over") toolResults.delete(run.occurrence.callId);
    return end;
  }

  async function speakOrRing(run: DueOccurrence): Promise<ExecutionResult> {
    const { schedule, until, signal } = run;
    const patience = new AbortController();
    const lose = () => patience.abort();
    const timer = setTimeout(lose, Math.max(0, until - now()));
    const stopListening = onAbort(signal, lose);
    const spoken = await speakTimer(schedule, { liveCalls, patience: patience.signal }).finally(() => {
      clearTimeout(timer);
      stopListening();
    });
    switch (spoken) {
      case "heard":
        return over("spoken", null, null);
      case "spoken_over":
        return over("spoken", null, "The caller spoke over it each time it was said.");
      case "no_word":
        return { kind: "not_now", reason: "The caller did not leave a pause in which it could be said." };
      case "nobody":
        if (schedule.extension === "") {
          const missing =
            schedule.setIn === undefined ? "There is no one conversation" : "The call that it was set in is over";
          return over("failed", null, `${missing}, and nobody can be rung.`);
        }
        return ring(run);
    }
  }

  async function ring({ schedule, occurrence, commit }: DueOccurrence): Promise<ExecutionResult> {
    const { scheduleId, extension, ringTimeoutMs, callbackUrl, tool, setBy } = schedule;
    const { callId } = occurrence;
    const fail = (outcome: "failed" | "tool_failed", error: string) =>
      settle(schedule, occurrence, { outcome: "failed", error }, outcome);
    try {
      checkSchedulePlaceable(schedule, callControl); // Before the tool runs: what it does may be done once only.
      const answer = await toolResultOf(schedule, callId);
      if (answer?.status === "FAILED") return await fail("tool_failed", answer.message);
      const words = answer?.message ?? schedule.message ?? "";
      const message = messageAround(words, schedule);
      if (!speakable(message)) return await fail("failed", "There is nothing in it that can be spoken.");
      const onBehalfOf = numberOf(setBy);
      const { end } = await callControl.follow({
        callId,
        extension,
        ringTimeoutMs,
        callbackUrl,
        message,
        choice: null,
        tool,
        scheduleId,
        ...(onBehalfOf !== undefined && { onBehalfOf }),
        commit,
      });
      const ended = await end;
      return ended.kind === "over" ? overAs(ended.record) : { kind: "not_now", reason: ended.reason };
    } catch (error) {
      if (!(error instanceof AttendantError)) throw error;
      if (PASSING.includes(error.code)) return { kind: "not_now", reason: describe(error) };
      return fail("failed", describe(error));
    }
  }

  /** Has a call on record, and reported, that nobody was rung for. */
  async function settle(
    schedule: Schedule | undefined,
    { callId }: Occurrence,
    { outcome, error }: { readonly outcome: CallOutcome; readonly error: string },
    toldAs: OccurrenceEnd["outcome"],
  ): Promise<OccurrenceEnd> {
    const known = await records.findCall(callId);
    if (known && isFinalStatus(known.status)) return overAs(known);
    const record = known ?? (schedule && unplaced(schedule, callId));
    if (!record) return over(toldAs, null, error);
    await settleRecord({ ...record, status: outcome, endedAt: now(), error }, needs);
    return over(toldAs, callId, error);
  }

  /** The record of a call that was never begun; a timer that rings nobody has none. */
  function unplaced(schedule: Schedule, callId: string): CallRecord | undefined {
    const { scheduleId, extension, callbackUrl, tool } = schedule;
    if (extension === "") return undefined;
    const begun = { callId, owner, direction: "outbound", status: "queued", extension } as const;
    return new Call({ ...begun, callbackUrl, tool, scheduleId }, new Transcript(""), now).record;
  }

  return {
    async isElsewhere({ kind, setIn }) {
      if (kind !== "timer" || setIn === undefined || liveCalls.find(setIn)) return false;
      const record = await records.findCall(setIn);
      return record !== undefined && record.owner !== owner && !isFinalStatus(record.status);
    },
    execute: execute,
    async writeOff(schedule, occurrence, { outcome, error }: WriteOff) {
      const status = outcome === "missed" ? "failed" : outcome;
      const end = await settle(schedule, occurrence, { outcome: status, error }, outcome);
      toolResults.delete(occurrence.callId);
      return end;
    },

    async findEnd({ callId }) {
      const record = await records.findCall(callId);
      if (record && isFinalStatus(record.status)) return overAs(record);
      return record && (record.ringingAt !== null || record.answeredAt !== null) ? "rang" : undefined;
    },

    async breakOff({ callId }) {
      const record = await records.findCall(callId);
      if (record) return overAs(await settleRecord(brokenOff(record, maxCallMs, now()), needs));
      return over("failed", null, "The service stopped unexpectedly while it was being dialled.");
    },
  };
}

function over(outcome: OccurrenceEnd["outcome"], callId: string | null, error: string | null): OccurrenceEnd {
  return { kind: "over", outcome, callId, error };
}

function overAs({ status, callId, error }: CallRecord): OccurrenceEnd {
  return isFinalStatus(status) ? over(status, callId, error) : over("failed", callId, error);
}
