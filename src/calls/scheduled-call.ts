import { Transcript } from "../conversation/transcript.js";
import { onAbort } from "../kernel/abort.js";
import { AttendantError, describe, type ErrorCode } from "../kernel/errors.js";
import type { ToolResult } from "../toolbox/tool.js";
import type { CallOutcome, CallRecord } from "../records/call-record.js";
import type { Span, Tracing } from "../observability/trace.js";
import type { Occurrence, Schedule } from "../records/schedule.js";
import type { CallStore } from "../records/stores.js";
import type {
  OccurrenceExecutor,
  DueOccurrence,
  ExecutionResult,
  OccurrenceEnd,
  WriteOff,
} from "../scheduling/occurrence-executor.js";
import type { SchedulesNeeds } from "../scheduling/schedules.js";
import { traceTool } from "../toolbox/trace-tool.js";
import { speakable } from "../speech/speakable.js";
import { Call } from "./call.js";
import type { CallControl } from "./call-control.js";
import { missedResultOf } from "./call-result.js";
import type { CallerDials } from "./caller-dials.js";
import { isFinalStatus } from "./call-state.js";
import { messageAround } from "./message-around.js";
import { numberOf } from "./task-owner.js";
import { brokenOff, report, settleCall, type SettleNeeds } from "./recovery/settle-call.js";
import { speakTimer, type SpeakTimerNeeds } from "./speak-timer.js";

export interface ScheduledCallNeeds extends SettleNeeds, SpeakTimerNeeds {
  readonly records: CallStore;
  readonly callControl: Pick<CallControl, "follow" | "checkPlaceable" | "checkDialable">;
  readonly callerDials: Pick<CallerDials, "count">;
  /** Runs a tool by its name: FAILED where it cannot. @throws {AttendantError} `unavailable` when the process is leaving */
  readonly runTool: (name: string, parameters: Schedule["toolParams"], client?: string) => Promise<ToolResult>;
  /** Whose new calls are. */
  readonly owner: () => string;
  /** Whether a call that an earlier run has left may yet be gone on with. */
  readonly mayReturn: (record: CallRecord) => Promise<boolean>;
  /** The longest that a call may last, from its answer on, ms. */
  readonly maxCallMs: number;
  /** Each run is a span, where there is this. */
  readonly tracing?: Tracing | undefined;
  readonly now?: () => number;
}

/** What may be otherwise in a moment. */
const PASSING: readonly ErrorCode[] = ["unavailable", "queue_full", "store_unavailable"];

/** What is found out about a schedule before it runs. */
export function scheduleChecks(
  callControl: Pick<CallControl, "checkPlaceable" | "checkDialable">,
): Pick<SchedulesNeeds, "checkPlaceable" | "checkDialable"> {
  const by = ({ setBy, client }: Schedule) => ({ ...onBehalfOf(setBy), ...(client && { client }) });
  return {
    checkPlaceable: (schedule) => callControl.checkPlaceable(schedule.extension, by(schedule)),
    checkDialable(schedule) {
      // A timer without a number is spoken in the call that it was set in, and rings no telephone.
      if (schedule.extension !== "") callControl.checkDialable(schedule.extension, by(schedule));
    },
  };
}

function onBehalfOf(setBy: string | null): { readonly onBehalfOf?: string } {
  const number = numberOf(setBy);
  return number === undefined ? {} : { onBehalfOf: number };
}

/** Makes the calls of schedules: from a schedule that is due to a call that is over. */
export function createScheduledCalls(needs: ScheduledCallNeeds): OccurrenceExecutor {
  const {
    records,
    callControl,
    liveCalls,
    trustCallerId,
    callerDials,
    runTool,
    owner,
    mayReturn,
    maxCallMs,
    now = Date.now,
  } = needs;
  const { checkPlaceable } = scheduleChecks(callControl);

  /** What a run's tool has answered, by the id of its call, until the run is over: what a tool does is done once. */
  const toolResults = new Map<string, ToolResult>();

  async function toolResultOf(
    { tool, toolParams, client }: Schedule,
    callId: string,
    span: Span | undefined,
  ): Promise<ToolResult | undefined> {
    if (tool === null) return undefined;
    const known = toolResults.get(callId);
    if (known) return known;
    const answer = await traceTool({ tool, span }, () => runTool(tool, toolParams, client));
    toolResults.set(callId, answer);
    return answer;
  }

  async function execute(run: DueOccurrence): Promise<ExecutionResult> {
    const { scheduleId, kind, traceparent } = run.schedule;
    // It goes back to the request that set it, and may be long after that: a trace of its own.
    const span = needs.tracing?.begin(`schedule ${kind}`, {
      link: traceparent,
      attributes: { "attendant.schedule_id": scheduleId, "attendant.call_id": run.occurrence.callId },
    });
    try {
      const end = await (kind === "timer" ? speakOrRing(run, span) : ring(run, span));
      span?.set({ "attendant.schedule.outcome": end.kind === "over" ? end.outcome : end.kind });
      if (end.kind === "over") toolResults.delete(run.occurrence.callId);
      return end;
    } finally {
      span?.end();
    }
  }

  async function speakOrRing(run: DueOccurrence, span: Span | undefined): Promise<ExecutionResult> {
    const { schedule, until, signal } = run;
    const patience = new AbortController();
    const lose = () => patience.abort();
    const timer = setTimeout(lose, Math.max(0, until - now()));
    const stopListening = onAbort(signal, lose);
    const spoken = await speakTimer(schedule, { liveCalls, trustCallerId, patience: patience.signal }).finally(() => {
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
        return ring(run, span);
    }
  }

  async function ring(
    { schedule, occurrence, commit }: DueOccurrence,
    span: Span | undefined,
  ): Promise<ExecutionResult> {
    const { scheduleId, extension, ringTimeoutMs, callbackUrl, tool, setBy, client, callerId } = schedule;
    const { callId } = occurrence;
    const fail = (outcome: "failed" | "tool_failed", error: string) =>
      settle(schedule, occurrence, { outcome: "failed", error }, outcome);
    try {
      checkPlaceable(schedule); // Before the tool runs: what it does may be done once only.
      if (setBy !== null) await callerDials.count(callId, { setBy, extension, scheduleId });
      const answer = await toolResultOf(schedule, callId, span);
      if (answer?.status === "FAILED") return await fail("tool_failed", answer.message);
      const words = answer?.message ?? schedule.message ?? "";
      const message = messageAround(words, schedule);
      if (!speakable(message)) return await fail("failed", "There is nothing in it that can be spoken.");
      const { end } = await callControl.follow({
        callId,
        extension,
        ringTimeoutMs,
        callbackUrl,
        message,
        choice: null,
        tool,
        scheduleId,
        ...onBehalfOf(setBy),
        ...(client && { client }),
        ...(callerId && { callerId }),
        commit,
        traceparent: span?.traceparent,
      });
      const ended = await end;
      if (ended.kind !== "over") return { kind: "not_now", reason: ended.reason };
      return isFinalStatus(ended.record.status) ? overAs(ended.record) : { kind: "elsewhere" };
    } catch (error) {
      if (!(error instanceof AttendantError)) throw error;
      if (PASSING.includes(error.code)) return { kind: "not_now", reason: describe(error) };
      return fail("failed", describe(error));
    }
  }

  /**
   * Reports that nobody was called in time, and leaves no call that looks as if it had been tried: there is a record only where
   * the call had been waiting for its line, and that is called off.
   */
  async function miss(schedule: Schedule | undefined, { callId }: Occurrence, error: string): Promise<OccurrenceEnd> {
    const known = await ownRecord(callId);
    if (known && isFinalStatus(known.status)) return overAs(known);
    const record = known ?? (schedule && unplaced(schedule, callId));
    if (record) await report(record, missedResultOf(record, error), needs);
    if (known) await records.saveCall({ ...known, status: "cancelled", endedAt: now(), error, script: undefined });
    return over("missed", known ? callId : null, error);
  }

  /** Has a call on record, and reported, that nobody was rung for. */
  async function settle(
    schedule: Schedule | undefined,
    { callId }: Occurrence,
    { outcome, error }: { readonly outcome: CallOutcome; readonly error: string },
    toldAs: OccurrenceEnd["outcome"],
  ): Promise<OccurrenceEnd> {
    const known = await ownRecord(callId);
    if (known && isFinalStatus(known.status)) return overAs(known);
    const record = known ?? (schedule && unplaced(schedule, callId));
    if (!record) return over(toldAs, null, error);
    await settleCall({ ...record, status: outcome, endedAt: now(), error, script: undefined }, needs);
    return over(toldAs, callId, error);
  }

  /** A run's call is with the run: whoever has that may write down what became of it. */
  async function ownRecord(callId: string): Promise<CallRecord | undefined> {
    const found = await records.findCall(callId);
    if (!found || found.owner === owner() || isFinalStatus(found.status)) return found;
    await records.takeCall(callId, found.owner, owner());
    return records.findCall(callId);
  }

  /** The record of a call that was never begun; a timer that rings nobody has none. */
  function unplaced(schedule: Schedule, callId: string): CallRecord | undefined {
    const { scheduleId, extension, callbackUrl, tool, client } = schedule;
    if (extension === "") return undefined;
    const begun = { callId, owner: owner(), direction: "outbound", status: "queued", extension } as const;
    return new Call({ ...begun, callbackUrl, tool, ...(client && { client }), scheduleId }, new Transcript(""), now)
      .record;
  }

  return {
    async isElsewhere({ kind, setIn }) {
      if (kind !== "timer" || setIn === undefined || liveCalls.find(setIn)) return false;
      const record = await records.findCall(setIn);
      return record !== undefined && record.owner !== owner() && !isFinalStatus(record.status);
    },
    execute: execute,
    async writeOff(schedule, occurrence, { outcome, error }: WriteOff) {
      const end =
        outcome === "missed"
          ? await miss(schedule, occurrence, error)
          : await settle(schedule, occurrence, { outcome, error }, outcome);
      toolResults.delete(occurrence.callId);
      return end;
    },

    async findEnd({ callId }) {
      const record = await records.findCall(callId);
      if (record && isFinalStatus(record.status)) return overAs(record);
      if (record && (liveCalls.find(callId) || (await mayReturn(record)))) return "going_on";
      return record && (record.ringingAt !== null || record.answeredAt !== null) ? "rang" : undefined;
    },

    async breakOff({ callId }) {
      const record = await ownRecord(callId);
      if (record) return overAs(await settleCall(brokenOff(record, maxCallMs, now()), needs));
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
