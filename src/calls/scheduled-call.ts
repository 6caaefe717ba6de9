import { onAbort } from "../kernel/abort.js";
import { withDeadline } from "../kernel/deadline.js";
import { AttendantError, describe, type ErrorCode } from "../kernel/errors.js";
import type { Span, Tracing } from "../observability/trace.js";
import { mannerOf } from "../records/call-manner.js";
import type { ChainPlan } from "../records/chain.js";
import { isChain, numbersOf, type Schedule } from "../records/schedule.js";
import type { Chains } from "../scheduling/chains.js";
import type { OccurrenceExecutor, DueOccurrence, ExecutionResult } from "../scheduling/occurrence-executor.js";
import type { SchedulesNeeds } from "../scheduling/schedules.js";
import { speakable } from "../speech/speakable.js";
import type { Dialler } from "../telephony/dialler.js";
import type { ToolResult } from "../toolbox/tool.js";
import { traceTool } from "../toolbox/trace-tool.js";
import type { CallControl } from "./call-control.js";
import { isFinalStatus } from "./record/call-state.js";
import { type CallRequest, messageAround } from "./placed/place-call.js";
import { NotYetPermitted } from "./rights/callee-rights.js";
import type { DialPolicy } from "./rights/dial-policy.js";
import type { CallerDials } from "./rights/caller-dials.js";
import { asRun, originOf, questionOf } from "./tasks/chain-step.js";
import { reportChain, type ReportChainNeeds } from "./tasks/report-chain.js";
import { createSettlement, over, overAs, type SettleOccurrenceNeeds } from "./tasks/settle-occurrence.js";
import { speakTimer, type SpeakTimerNeeds } from "./tasks/speak-timer.js";
import { numberOf } from "./tasks/task-owner.js";

export interface ScheduledCallNeeds extends SettleOccurrenceNeeds, SpeakTimerNeeds, ReportChainNeeds {
  readonly records: SettleOccurrenceNeeds["records"];
  readonly liveCalls: SettleOccurrenceNeeds["liveCalls"];
  readonly callControl: Pick<CallControl, "follow" | "checkPlaceable" | "checkCallable">;
  readonly callerDials: Pick<CallerDials, "count">;
  /** Runs a tool by name; FAILED when it cannot run. @throws {AttendantError} `unavailable` when the process is leaving */
  readonly runTool: (
    name: string,
    parameters: Schedule["toolParams"],
    by: Pick<Schedule, "client" | "language">,
  ) => Promise<ToolResult>;
  readonly dialler: Pick<Dialler, "deviceState">;
  readonly startChain: Chains["start"];
  /** If given, each occurrence is a span. */
  readonly tracing?: Tracing | undefined;
}

const IN_USE = { kind: "not_now", reason: "The telephone is in use." } as const;
/** Maximum time, in ms, for asking whether a telephone is in use. */
const STATE_MS = 1_000;

/** What is said in a scheduled call, and where it belongs. */
type Said = Pick<CallRequest, "message" | "callId" | "traceparent">;

/** Errors that may pass within a moment. */
const PASSING: readonly ErrorCode[] = ["unavailable", "queue_full", "store_unavailable"];

/** Creates the checks of a schedule before it runs. */
export function scheduleChecks(
  callControl: Pick<CallControl, "checkPlaceable" | "checkCallable">,
  policy: Pick<DialPolicy, "check">,
  latenessMs: number,
): Pick<SchedulesNeeds, "checkPlaceable" | "checkCallable" | "checkDialable"> {
  return {
    checkPlaceable: (schedule) => callControl.checkPlaceable(schedule.extension, requesterOf(schedule)),
    checkCallable(schedule, at) {
      const due = at === undefined ? undefined : { at, until: at + latenessMs };
      return callControl.checkCallable({ ...targetOf(schedule), callId: "" }, numbersOf(schedule), due);
    },
    checkDialable(schedule, by) {
      // A timer without a number is spoken in the call that it was set in, and no telephone rings.
      for (const number of numbersOf(schedule)) if (number !== "") policy.check(number, requesterOf(by));
    },
  };
}

function requesterOf({ setBy, client }: Pick<Schedule, "setBy" | "client">) {
  const onBehalfOf = numberOf(setBy);
  return { ...(onBehalfOf !== undefined && { onBehalfOf }), ...(client && { client }) };
}

/** Returns the part of a call request that comes from its schedule. */
function targetOf(schedule: Schedule) {
  const { extension, tool } = schedule;
  const origin = { ...originOf(schedule), ...questionOf(schedule), ...requesterOf(schedule) };
  return { extension, tool, ...mannerOf(schedule), ...origin };
}

/** Creates the executor of scheduled calls, from a due schedule to the end of the call. */
export function createScheduledCalls(needs: ScheduledCallNeeds): OccurrenceExecutor {
  const { callControl, liveCalls, trustCallerId, callerDials, runTool, startChain, now } = needs;
  const settlement = createSettlement(needs);

  const toolResults = createToolResults(runTool);

  async function execute(due: DueOccurrence): Promise<ExecutionResult> {
    const run = { ...due, schedule: asRun(due.schedule, due.occurrence) };
    const { scheduleId, kind, traceparent } = run.schedule;
    // A separate trace, linked to the request that set it, which may be long past.
    const span = needs.tracing?.begin(`schedule ${kind}`, {
      link: traceparent,
      attributes: { "attendant.schedule_id": scheduleId, "attendant.call_id": run.occurrence.callId },
    });
    try {
      const end = await (kind === "timer" ? speakOrRing(run, span) : ringWhenIdle(run, span));
      span?.set({ "attendant.schedule.outcome": end.kind === "over" ? end.outcome : end.kind });
      if (end.kind === "over") toolResults.forget(run.occurrence.callId);
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
      case "gone":
        if (schedule.extension === "") {
          const missing =
            schedule.setIn === undefined ? "There is no single conversation" : "The call that it was set in is over";
          return over("failed", null, `${missing}, and there is no number to call.`);
        }
        return ring(run, span);
    }
  }

  /** Rings, unless a telephone that is to be waited for is in use. One whose state is not known is called: that shows the truth. */
  async function ringWhenIdle(run: DueOccurrence, span: Span | undefined): Promise<ExecutionResult> {
    const { extension, whenIdle } = run.schedule;
    if (!whenIdle) return ring(run, span);
    const state = await withDeadline(STATE_MS, run.signal, "the state of a telephone", (limit) =>
      needs.dialler.deviceState(extension, limit),
    ).catch(() => "unknown");
    return state === "busy" ? IN_USE : ring(run, span);
  }

  const fail = ({ schedule, occurrence }: DueOccurrence, error: string, outcome: "failed" | "tool_failed" = "failed") =>
    settlement.settle(schedule, occurrence, { outcome: "failed", error }, outcome);

  async function ring(run: DueOccurrence, span: Span | undefined): Promise<ExecutionResult> {
    const { schedule, occurrence, commit } = run;
    const { scheduleId, extension, setBy } = schedule;
    const { callId } = occurrence;
    try {
      // Before the tool runs, whose work may not be repeatable.
      callControl.checkPlaceable(extension, targetOf(schedule));
      await callControl.checkCallable({ ...targetOf(schedule), callId }, callableIn(schedule));
      if (setBy !== null) await callerDials.count(callId, { setBy, extension, scheduleId });
      const answer = await toolResults.of(schedule, callId, span);
      if (answer?.status === "FAILED") return await fail(run, answer.message, "tool_failed");
      const message = messageAround(answer?.message ?? schedule.message ?? "", schedule);
      if (!speakable(message)) return await fail(run, "The message contains nothing that can be spoken.");
      const said = { message, callId, traceparent: span?.traceparent };
      if (schedule.chain && !isChain(schedule)) return await beginChain(schedule, schedule.chain, said, startChain);
      return await dial({ ...targetOf(schedule), ...said, commit }, callControl);
    } catch (error) {
      return refused(error, run);
    }
  }

  /** A chain goes on to its next number instead of waiting for a callee. */
  async function refused(error: unknown, run: DueOccurrence): Promise<ExecutionResult> {
    if (!(error instanceof AttendantError)) throw error;
    const reason = describe(error);
    const isOnlyLate = error instanceof NotYetPermitted && !isChain(run.schedule);
    if (isOnlyLate ? error.from <= run.until : PASSING.includes(error.code)) return { kind: "not_now", reason };
    if (!isOnlyLate) return fail(run, reason);
    return settlement.writeOff(run.schedule, run.occurrence, { outcome: "missed", error: reason });
  }

  return {
    isElsewhere: (schedule) => isElsewhere(schedule, needs),
    execute,
    async writeOff(schedule, occurrence, writeOff) {
      const end = await settlement.writeOff(asRun(schedule, occurrence), occurrence, writeOff);
      toolResults.forget(occurrence.callId);
      return end;
    },
    findEnd: settlement.findEnd,
    breakOff: settlement.breakOff,
    reportChain: (chain) => reportChain(chain, needs),
  };
}

async function dial(request: CallRequest, { follow }: Pick<CallControl, "follow">): Promise<ExecutionResult> {
  const ended = await (await follow(request)).end;
  if (ended.kind !== "over") return { kind: "not_now", reason: ended.reason };
  return isFinalStatus(ended.record.status) ? overAs(ended.record) : { kind: "elsewhere" };
}

/** The numbers of which one run calls at least one: all of a chain that it begins, else its own. */
function callableIn(schedule: Schedule): readonly string[] {
  return isChain(schedule) ? [schedule.extension] : numbersOf(schedule);
}

/** Begins the chain of a run: its id is that of the call in whose place it is, so that it is begun once. */
async function beginChain(
  schedule: Schedule,
  plan: ChainPlan,
  { callId, ...said }: Said,
  start: Chains["start"],
): Promise<ExecutionResult> {
  const ofRun = { ...plan, scheduleId: schedule.scheduleId };
  const { progress } = await start({ ...targetOf(schedule), ...said, chainId: callId, plan: ofRun });
  return over("chained", progress.steps[0]?.callId ?? null, null);
}

/** Whether a timer was set in a call that another controller has. */
async function isElsewhere(
  { kind, setIn }: Schedule,
  { liveCalls, records, owner }: Pick<ScheduledCallNeeds, "liveCalls" | "records" | "owner">,
): Promise<boolean> {
  if (kind !== "timer" || setIn === undefined || liveCalls.find(setIn)) return false;
  const record = await records.findCall(setIn);
  return record !== undefined && record.owner !== owner() && !isFinalStatus(record.status);
}

/** Creates the results of tools by call id, kept until the occurrence is over: each tool runs once. */
function createToolResults(runTool: ScheduledCallNeeds["runTool"]) {
  const results = new Map<string, ToolResult>();
  return {
    /** Runs the tool whose result is the message; undefined when there is none. A chain has its result already. */
    async of(schedule: Schedule, callId: string, span: Span | undefined): Promise<ToolResult | undefined> {
      const { tool, message, toolParams, client, language } = schedule;
      if (tool === null || message !== null) return undefined;
      const known = results.get(callId);
      if (known) return known;
      const answer = await traceTool({ tool, span }, () => runTool(tool, toolParams, { client, language }));
      results.set(callId, answer);
      return answer;
    },
    forget: (callId: string) => void results.delete(callId),
  };
}
